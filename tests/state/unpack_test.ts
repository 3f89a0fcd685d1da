// Copyright 2026 the lnk authors. MIT license.

/** What an unpack makes, keeps, and never touches. */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import { unpackState } from "../../lib/state.ts";
import { endOf } from "../support/outcome.ts";
import { archive, entry } from "../support/tar.ts";
import { HOST, inFolder, plant, snapshot, source } from "../support/tree.ts";

const GOOD = entry({ name: "good", body: "good" });

Deno.test("unpack takes what GNU tar makes with --format=ustar", () =>
  inFolder(async (folder) => {
    plant(folder, { "s/d/file": "content", "home/": "" });
    const { success } = await new Deno.Command("tar", {
      args: ["--format=ustar", "-czf", "a.tgz", "s"],
      cwd: folder,
    }).output();
    assert(success);
    const bytes = Deno.readFileSync(`${folder}/a.tgz`);
    await unpackState(HOST, source(bytes), { home: `${folder}/home` });
    assertEquals(
      Deno.readTextFileSync(`${folder}/home/s/d/file`),
      "content",
    );
  }));

Deno.test("a file that comes while unpack is at work is kept", async () => {
  for (const [force, planted] of [[false, "n"], [true, "n"]] as const) {
    await inFolder(async (home) => {
      const bytes = await archive(entry({ name: planted, body: "archived" }));
      const racing = (disk: typeof HOST.disk) => ({
        ...disk,
        createNew: (path: string) => {
          // The journal: all was looked at, and the moves come next.
          if (path.includes(".lnk-") && path.endsWith(".tmp")) {
            Deno.writeTextFileSync(`${home}/n`, "a person's");
          }
          return disk.createNew(path);
        },
      });
      const host = { ...HOST, disk: racing(HOST.disk) };
      const ended = await endOf(() =>
        unpackState(host, source(bytes), { home, force })
      );
      assertEquals(ended, "conflict state/exists");
      assertEquals(snapshot(home, false), ["n 644  a person's"]);
    });
  }
});

Deno.test("unpack works where files can have no second name", () =>
  inFolder(async (home) => {
    const disk = {
      ...HOST.disk,
      link: () => {
        throw Object.assign(new Error("refused"), { code: "EPERM" });
      },
    };
    const bytes = await archive(entry({ name: "n", body: "x" }));
    await unpackState({ ...HOST, disk }, source(bytes), { home });
    assertEquals(snapshot(home, false), ["n 644  x"]);
  }));

Deno.test("unpack leaves a folder of its name that it did not make", async () => {
  const trees = [
    { ".lnk-state-unpack/precious": "mine" },
    { ".lnk-state-unpack/new/a": "a", ".lnk-state-unpack/notes": "mine" },
    { ".lnk-state-unpack/new": "a file" },
    { ".lnk-state-unpack": "a file" },
  ];
  for (const tree of trees) {
    await inFolder(async (home) => {
      plant(home, tree);
      const before = snapshot(home, false);
      for (const bytes of [await archive(GOOD), new Uint8Array()]) {
        const error = await assertRejects(
          () => unpackState(HOST, source(bytes), { home }),
          LnkError,
        );
        assertEquals(error.code, "state/unfinished");
        assertMatch(error.message, /was not made by an unpack/);
        assertEquals(snapshot(home, false), before);
      }
    });
  }
});

Deno.test("unpack makes implied folders private and drops special bits", () =>
  inFolder(async (home) => {
    const bytes = await archive(
      entry({ name: "a/b/c", body: "c", mode: "0007777\0" }),
      entry({ name: "closed/", type: "5", mode: "0000500\0" }),
      entry({ name: "closed/x", body: "x", mode: "0000000\0" }),
    );
    await unpackState(HOST, source(bytes), { home });
    const modes = ["a", "a/b", "a/b/c", "closed", "closed/x"].map((path) =>
      (Deno.lstatSync(`${home}/${path}`).mode! & 0o7777).toString(8)
    );
    assertEquals(modes, ["700", "700", "777", "500", "0"]);
  }));

Deno.test("unpack keeps what stands there, unless it is told to replace files", () =>
  inFolder(async (home) => {
    plant(home, { "a/kept": "kept", "a/old": "old" });
    const bytes = await archive(
      entry({ name: "a/old", body: "new" }),
      entry({ name: "a/fresh", body: "fresh" }),
      entry({ name: "b/fresh", body: "fresh" }),
    );
    const before = snapshot(home);
    const unpack = (force: boolean) =>
      unpackState(HOST, source(bytes), { home, force });
    const error = await assertRejects(() => unpack(false), LnkError);
    assertEquals([error.kind, error.code], ["conflict", "state/exists"]);
    assertEquals(error.details.exists, ["~/a/old"]);
    assertEquals(snapshot(home), before);
    assertEquals((await unpack(true)).replaced, ["~/a/old"]);
    const contents = snapshot(home, false)
      .map((line) => line.split(" ")[3] ?? "folder").sort();
    const wanted = ["folder", "folder", "fresh", "fresh", "kept", "new"];
    assertEquals(contents, wanted);
  }));

Deno.test("unpack never puts a file for a folder or a folder for a file", () =>
  inFolder(async (home) => {
    plant(home, { "folder/x": "x", "file": "f" });
    const before = snapshot(home, false);
    for (
      const bytes of [
        await archive(entry({ name: "folder", body: "f" })),
        await archive(entry({ name: "file/", type: "5" })),
        await archive(entry({ name: "file/x", body: "x" })),
      ]
    ) {
      const ended = await endOf(() =>
        unpackState(HOST, source(bytes), { home, force: true })
      );
      assertEquals(ended, "conflict state/exists");
      assertEquals(snapshot(home, false), before);
    }
  }));

Deno.test("unpack writes through no link, with force neither", () =>
  inFolder(async (folder) => {
    const home = `${folder}/home`;
    plant(folder, { "home/": "", "outside/": "", "victim": "victim" });
    Deno.symlinkSync(`${folder}/outside`, `${home}/a`);
    Deno.symlinkSync(`${folder}/victim`, `${home}/f`);
    Deno.symlinkSync("nowhere", `${home}/dangling`);
    const before = snapshot(folder, false);
    for (const name of ["a/x", "a", "f", "dangling", "dangling/x"]) {
      const bytes = await archive(entry({ name, body: "evil" }));
      const ended = await endOf(() =>
        unpackState(HOST, source(bytes), { home, force: true })
      );
      assertEquals(ended, "refused state/through-link");
      assertEquals(snapshot(folder, false), before, name);
    }
  }));

Deno.test("unpack needs a home, which may be reached through a link", () =>
  inFolder(async (folder) => {
    plant(folder, { "real/": "", "file": "" });
    Deno.symlinkSync("real", `${folder}/link`);
    const bytes = await archive(GOOD);
    for (const home of [`${folder}/nowhere`, `${folder}/file`]) {
      const ended = await endOf(() =>
        unpackState(HOST, source(bytes), { home })
      );
      assertEquals(ended, "unable state/home");
    }
    const home = `${folder}/link`;
    const done = await unpackState(HOST, source(bytes), { home });
    assertEquals(done.home, `${folder}/real`);
    assertEquals(Deno.readTextFileSync(`${folder}/real/good`), "good");
  }));
