// Copyright 2026 the lnk authors. MIT license.

/** `store serve` as a process of its own. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { bridgeStore, LnkError, realUnix, type Wire } from "@lnk/tool";
import { ADA, greeted, HOST, SECRET, stillServes } from "../support/bridge.ts";
import { BUILT, FROM_SOURCE, runProgram } from "../support/program.ts";

const [program, ...before] = BUILT === undefined
  ? FROM_SOURCE
  : BUILT.endsWith(".js")
  ? [Deno.execPath(), "run", "--quiet", "--allow-all", BUILT]
  : [BUILT];

/** A served agent's folder, and the words that serve it. */
interface Place {
  readonly folder: string;
  readonly socket: string;
  start(...where: string[]): Deno.ChildProcess;
  /** Starts it with fewer open files. */
  startShort(files: number): Deno.ChildProcess;
}

async function inPlace(use: (place: Place) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  Deno.mkdirSync(`${folder}/agent`, { mode: 0o700 });
  Deno.writeFileSync(`${folder}/key`, SECRET, { mode: 0o600 });
  const children: Deno.ChildProcess[] = [];
  const spawn = (first: string, args: readonly string[], where: string[]) => {
    const child = new Deno.Command(first, {
      args: [
        ...args,
        ...before,
        ...["store", "serve", "--root", `${folder}/agent`],
        ...["--agent", ADA.agent, "--owner", ADA.owner],
        ...["--key-file", `${folder}/key`, ...where],
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    children.push(child);
    return child;
  };
  const socket = `${folder}/s`;
  const start = (...where: string[]) => spawn(program!, [], where);
  const startShort = (files: number) =>
    spawn("sh", ["-c", `ulimit -n ${files}; exec "$0" "$@"`, program!], [
      "--socket",
      socket,
    ]);
  try {
    await use({ folder, socket, start, startShort });
  } finally {
    for (const child of children) await end(child);
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Ends what a test left running. */
async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  await child.status;
  if (!child.stdin.locked) await child.stdin.close().catch(() => {});
  if (!child.stdout.locked) await child.stdout.cancel();
}

/** Standard output up to the first newline: where the server is. */
async function ready(child: Deno.ChildProcess): Promise<string> {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}

const exists = (path: string) => {
  try {
    return Deno.lstatSync(path).isSocket;
  } catch {
    return false;
  }
};

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`it serves an agent's folder until ${signal}, and leaves no socket`, () =>
    inPlace(async ({ socket, start, folder }) => {
      const child = start("--socket", socket);
      assertEquals(await ready(child), `${socket}\n`);
      assertEquals(Deno.lstatSync(socket).mode! & 0o777, 0o600);
      const connect = () => realUnix().connect(socket);
      using store = bridgeStore(connect, ADA, SECRET);
      const record = '{"role":"user","text":"hi","n":12345678901234567890}';
      await store.append("link:main", record, 1);
      assertEquals(
        Deno.readTextFileSync(`${folder}/agent/chats/main.jsonl`),
        `{"seq":1,${record.slice(1)}\n`,
      );
      const address = ["--store", `unix:${socket}`, "--agent", ADA.agent];
      const who = ["--owner", ADA.owner, "--key-file", `${folder}/key`];
      const listed = await runProgram(
        ["store", "ls", "--json", ...address, ...who],
        { base: folder },
      );
      assertEquals(
        [listed.code, new TextDecoder().decode(listed.stdout)],
        [0, '{"version":1,"files":[]}\n'],
      );
      const refused = await assertRejects(
        () => store.fileWrite("instructions/a.md", new Uint8Array()),
        LnkError,
      );
      assertEquals([refused.code, refused.kind], ["store/not-granted", "no"]);
      using idle = await greeted(await connect());
      child.kill(signal);
      assertEquals((await child.status).code, 0);
      assertEquals(exists(socket), false);
      assertEquals(await idle.next(), undefined);
    }));
}

Deno.test("a killed server's clients hear so, and the next one takes its place", () =>
  inPlace(async ({ socket, start }) => {
    const child = start("--socket", socket);
    await ready(child);
    const connect = () => realUnix().connect(socket);
    using store = bridgeStore(connect, ADA, SECRET);
    assertEquals(await store.last("link:main"), 0);
    child.kill("SIGSTOP");
    const call = assertRejects(
      () => store.append("link:main", '{"role":"user"}', 1),
      LnkError,
    );
    await HOST.sleep(20);
    child.kill("SIGKILL");
    const { code, details } = await call;
    assertEquals([code, details.outcome], ["store/unreachable", "unknown"]);
    await child.status;
    assert(exists(socket), "nobody was there to take it away");
    const next = start("--socket", socket);
    assertEquals(await ready(next), `${socket}\n`);
    const last = await store.last("link:main");
    await store.append("link:main", '{"role":"user"}', last + 1);
    next.kill("SIGTERM");
    assertEquals((await next.status).code, 0);
    assertEquals(exists(socket), false);
  }));

/** A child's standard streams as one connection. */
function pipes(child: Deno.ChildProcess): Wire {
  const reader = child.stdout.getReader({ mode: "byob" });
  const writer = child.stdin.getWriter();
  return {
    read: async (buffer) => {
      const { value, done } = await reader.read(new Uint8Array(buffer.length));
      if (done || !value) return null;
      buffer.set(value);
      return value.length;
    },
    write: async (bytes) => {
      await writer.write(bytes.slice());
      return bytes.length;
    },
    closeWrite: () => writer.close(),
    close: () => {
      writer.close().catch(() => {});
      reader.cancel().catch(() => {});
    },
  };
}

Deno.test("it serves one client on its standard streams, and ends with it", () =>
  inPlace(async ({ start }) => {
    const child = start("--stdio");
    const client = await greeted(pipes(child));
    assertEquals(await client.ask({ op: "last", thread: "link:main" }), {
      ok: { last: 0 },
    });
    await client.wire.closeWrite();
    assertEquals(await client.next(), undefined);
    assertEquals((await child.status).code, 0);
    client.wire.close();
  }));

Deno.test("on standard streams too, a signal ends it, though nobody reads", () =>
  inPlace(async ({ start }) => {
    const child = start("--stdio");
    const client = await greeted(pipes(child));
    const content = "a".repeat(1024 * 1024);
    const notes = {
      op: "file_write",
      path: "memory/portable/a.json",
      expect: "0",
    };
    const { ok, error } = await client.ask({ ...notes, content: "x" });
    assert(ok ?? error);
    // Far more replies than a pipe holds, and nobody takes them.
    const asked = `{"op":"nothing","x":"${content.slice(0, 10)}"}\n`;
    client.send(asked.repeat(20_000)).catch(() => {});
    await HOST.sleep(300);
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    client.wire.close();
  }));

Deno.test("whoever wrote to a served folder's socket, others are served", () =>
  inPlace(async ({ socket, start }) => {
    const child = start("--socket", socket);
    await ready(child);
    const connect = () => realUnix().connect(socket);
    const client = await greeted(await connect());
    client.wire.close();
    const served = { connect } as Parameters<typeof stillServes>[0];
    await stillServes(served);
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
  }));

Deno.test("many clients with many logs fit into few open files", () =>
  inPlace(async ({ socket, startShort }) => {
    const child = startShort(160);
    await ready(child);
    const clients = [];
    for (let i = 0; i < 24; i++) {
      const client = await greeted(await realUnix().connect(socket));
      clients.push(client);
      for (let log = 0; log < 10; log++) {
        const thread = `link:t${log}`;
        const said = { op: "append", thread, record: "{}", seq: i + 1 };
        const { ok, error } = await client.ask(said);
        assertEquals(ok, { seq: i + 1, repeated: false }, `${error?.message}`);
      }
    }
    for (const client of clients) client.wire.close();
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    assertEquals(exists(socket), false);
  }));

Deno.test("clients beyond what may be open are waited for, and others are served", () =>
  inPlace(async ({ socket, startShort }) => {
    const child = startShort(48);
    await ready(child);
    const first = await greeted(await realUnix().connect(socket));
    const wires: Wire[] = [];
    for (let i = 0; i < 60; i++) {
      wires.push(await realUnix().connect(socket));
    }
    // As long as a bridge bears another fault.
    await HOST.sleep(6000);
    const asked = await first.ask({ op: "nothing" });
    assertEquals(asked.error?.code, "bridge/unknown-op");
    for (const wire of wires) wire.close();
    const served = { connect: () => realUnix().connect(socket) };
    await stillServes(served as Parameters<typeof stillServes>[0]);
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    assertEquals(exists(socket), false);
    first.wire.close();
  }));
