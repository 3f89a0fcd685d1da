// Copyright 2026 the lnk authors. MIT license.

/** The bridge's socket: who can reach it, what it replaces, what it leaves. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type Host,
  LnkError,
  openSocket,
  realUnix,
  type Socket,
  type Unix,
} from "@lnk/tool";
import { HOST } from "../support/bridge.ts";

async function inFolder(
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  try {
    await use(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const names = (folder: string) =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

const open = (path: string, unix: Unix = realUnix(), host: Host = HOST) =>
  openSocket(host, unix, path);

async function refused(path: string, code: string): Promise<void> {
  const error = await assertRejects(() => open(path), LnkError);
  assertEquals(error.code, code);
}

async function closed(socket: Socket): Promise<void> {
  const accepted = socket.accept().catch(() => {});
  socket.close();
  await accepted;
}

Deno.test("a socket has mode 0600, and is all that stands in its folder", () =>
  inFolder(async (folder) => {
    const socket = await open(`${folder}/s`);
    const { mode, isSocket, nlink } = Deno.lstatSync(`${folder}/s`);
    assertEquals([mode! & 0o7777, isSocket, nlink], [0o600, true, 1]);
    assertEquals(names(folder), ["s"]);
    await closed(socket);
    assertEquals(names(folder), []);
  }));

Deno.test("a socket is in a private folder until it is closed for others", () =>
  inFolder(async (folder) => {
    Deno.chmodSync(folder, 0o711);
    const unix = realUnix();
    const modes: (number | null)[] = [];
    const watched: Unix = {
      ...unix,
      listen: (path) => {
        modes.push(Deno.lstatSync(path.replace(/\/[^/]+$/, "")).mode! & 0o777);
        assertEquals(names(folder).includes("s"), false);
        return unix.listen(path);
      },
    };
    const linked: number[] = [];
    const disk = {
      ...HOST.disk,
      link: (from: string, to: string) => {
        linked.push(Deno.lstatSync(from).mode! & 0o777);
        HOST.disk.link(from, to);
      },
    };
    const socket = await open(`${folder}/s`, watched, { ...HOST, disk });
    assertEquals([modes, linked], [[0o700], [0o600]]);
    await closed(socket);
  }));

Deno.test("what a dead server left is replaced", () =>
  inFolder(async (folder) => {
    const path = `${folder}/s`;
    const dead = Deno.listen({ transport: "unix", path: `${folder}/d` });
    Deno.linkSync(`${folder}/d`, path);
    dead.close();
    assertEquals(names(folder), ["s"]);
    const socket = await open(path);
    (await realUnix().connect(path)).close();
    await closed(socket);
  }));

Deno.test("what servers left that were killed while they bound is removed", () =>
  inFolder(async (folder) => {
    for (const name of [".lnk-0123ab", ".lnk-empty1", ".lnk-4567cd"]) {
      Deno.mkdirSync(`${folder}/${name}`, { mode: 0o700 });
    }
    const dead = Deno.listen({
      transport: "unix",
      path: `${folder}/.lnk-0123ab/s`,
    });
    // Whoever closes takes the name away; who is killed does not.
    Deno.linkSync(`${folder}/.lnk-0123ab/s`, `${folder}/kept`);
    dead.close();
    Deno.renameSync(`${folder}/kept`, `${folder}/.lnk-0123ab/s`);
    Deno.writeTextFileSync(`${folder}/.lnk-4567cd/mine`, "kept");
    const socket = await open(`${folder}/s`);
    assertEquals(names(folder), [".lnk-4567cd", ".lnk-empty1", "s"]);
    await closed(socket);
  }));

Deno.test("a server that answers keeps its socket", () =>
  inFolder(async (folder) => {
    const socket = await open(`${folder}/s`);
    await refused(`${folder}/s`, "bridge/socket-in-use");
    (await realUnix().connect(`${folder}/s`)).close();
    await closed(socket);
  }));

Deno.test("of two servers that find a stale socket, one gets it", () =>
  inFolder(async (folder) => {
    const dead = Deno.listen({ transport: "unix", path: `${folder}/d` });
    Deno.linkSync(`${folder}/d`, `${folder}/s`);
    dead.close();
    const both = await Promise.allSettled(
      [open(`${folder}/s`), open(`${folder}/s`)],
    );
    const won = both.filter(({ status }) => status === "fulfilled");
    assertEquals(won.length, 1);
    (await realUnix().connect(`${folder}/s`)).close();
    for (const one of both) {
      if (one.status === "fulfilled") await closed(one.value);
      else assertEquals(one.reason.code, "bridge/socket-in-use");
    }
    assertEquals(names(folder), []);
  }));

Deno.test("a socket that another server put there is not taken away", () =>
  inFolder(async (folder) => {
    const path = `${folder}/s`;
    const first = await open(path);
    Deno.removeSync(path);
    const second = await open(path);
    await closed(first);
    (await realUnix().connect(path)).close();
    await closed(second);
  }));

Deno.test("nothing but a stale socket is replaced", () =>
  inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "kept");
    Deno.mkdirSync(`${folder}/folder`);
    Deno.symlinkSync("nowhere", `${folder}/dangling`);
    const socket = await open(`${folder}/live`);
    Deno.symlinkSync("live", `${folder}/link`);
    const { success } = await new Deno.Command("mkfifo", {
      args: [`${folder}/pipe`],
    }).output();
    assert(success);
    for (const name of ["file", "folder", "dangling", "link", "pipe"]) {
      await refused(`${folder}/${name}`, "bridge/socket-taken");
    }
    await closed(socket);
    assertEquals(names(folder), ["dangling", "file", "folder", "link", "pipe"]);
    assertEquals(Deno.readTextFileSync(`${folder}/file`), "kept");
  }));

Deno.test("a folder that others write to, or a link, takes no socket", () =>
  inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/open`);
    // Who may read it can hold its lock for ever.
    for (const mode of [0o770, 0o707, 0o1777, 0o755, 0o740, 0o704]) {
      Deno.chmodSync(`${folder}/open`, mode);
      await refused(`${folder}/open/s`, "bridge/socket-folder");
    }
    Deno.chmodSync(`${folder}/open`, 0o711);
    Deno.symlinkSync("open", `${folder}/link`);
    await refused(`${folder}/link/s`, "bridge/socket-folder");
    await refused(`${folder}/none/s`, "bridge/socket-folder");
    assertEquals(names(`${folder}/open`), []);
    await closed(await open(`${folder}/open/s`));
  }));

Deno.test("a path that the system would cut is refused", () =>
  inFolder((folder) =>
    refused(`${folder}/${"x".repeat(108)}`, "bridge/socket-path")
  ));

Deno.test("a socket that cannot be made leaves nothing behind", () =>
  inFolder(async (folder) => {
    const disk = {
      ...HOST.disk,
      link: () => {
        throw new Deno.errors.PermissionDenied("no links here");
      },
    };
    const error = await assertRejects(
      () => open(`${folder}/s`, realUnix(), { ...HOST, disk }),
      LnkError,
    );
    assertEquals(error.code, "bridge/cannot-listen");
    assertEquals(names(folder), []);
  }));
