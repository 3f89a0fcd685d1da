// Copyright 2026 the lnk authors. MIT license.

/** Plans: what of a home moves, against a plain reference. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Disk } from "../../lib/disk.ts";
import { packState, planState, unpackState } from "../../lib/state.ts";
import { statePathFault } from "../../lib/state/paths.ts";
import { endOf } from "../support/outcome.ts";
import { HOST, inFolder, plant, snapshot, source } from "../support/tree.ts";

const LIST = { include: ["~/.s"], exclude: [] };

const NAMES = ["a", "b", "cache", "log", "é"];
const pathIn = (depth: number) =>
  fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: depth })
    .map((parts) => parts.join("/"));
const listOf = (size: number) =>
  fc.array(pathIn(3), { maxLength: size }).map((paths) =>
    paths.map((path) => `~/${path}`)
  );

/** What moves, in the plainest way: all paths, then includes, then excludes. */
function reference(
  all: readonly string[],
  include: readonly string[],
  exclude: readonly string[],
): string[] {
  const under = (path: string, list: readonly string[]) =>
    list.some((one) => `~/${path}/`.startsWith(`${one}/`));
  return all.filter((path) => under(path, include) && !under(path, exclude))
    .map((path) => `~/${path}`).sort();
}

Deno.test("plan and archive hold what a plain reference says, excludes first", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pathIn(4), { maxLength: 12 }),
      listOf(4),
      listOf(4),
      (paths, include, exclude) =>
        inFolder(async (folder) => {
          const home = `${folder}/home`;
          const files = plantSome(home, paths);
          const plan = planState(HOST.disk, home, { include, exclude });
          const wanted = reference(files, include, exclude);
          assertEquals(plan.files.map(({ path }) => path), wanted);
          for (const { path, by } of plan.excluded) {
            assert(`${path}/`.startsWith(`${by}/`), "the exclude covers it");
          }
          // An archive of nothing is none.
          if (plan.entries.length === 0) return;
          await packState(HOST, plan, `${folder}/a.tgz`);
          Deno.mkdirSync(`${folder}/new`);
          await unpackState(
            HOST,
            source(Deno.readFileSync(`${folder}/a.tgz`)),
            { home: `${folder}/new` },
          );
          const found = snapshot(`${folder}/new`).filter((line) =>
            !line.split(" ")[0]!.endsWith("/")
          ).map((line) => `~/${line.split(" ")[0]}`);
          assertEquals(found.sort(), wanted);
        }),
    ),
    { numRuns: 40 },
  );
});

/** Plants what does not clash: a path below a file is left out. */
function plantSome(home: string, paths: readonly string[]): string[] {
  const files = new Set<string>();
  Deno.mkdirSync(home);
  for (const path of paths) {
    try {
      plant(home, { [path]: path });
      files.add(path);
    } catch {
      // A folder stands there, or a file on the way.
    }
  }
  return [...files];
}

Deno.test("a plan names links, pipes, sockets and what is missing, and follows none", () =>
  inFolder(async (folder) => {
    const home = `${folder}/home`;
    plant(folder, { "home/.s/a": "a", "outside/secret": "secret" });
    Deno.symlinkSync(`${folder}/outside`, `${home}/.s/link`);
    Deno.symlinkSync(`${folder}/outside`, `${home}/way`);
    using _socket = Deno.listen({ transport: "unix", path: `${home}/.s/sock` });
    const plan = planState(HOST.disk, home, {
      include: ["~/.s", "~/.s/a", "~/way/secret", "~/none", "~/.s/a/below"],
      exclude: [],
    });
    assertEquals(plan.files, [{ path: "~/.s/a", bytes: 1 }]);
    assertEquals(plan.links, ["~/.s/link", "~/way"]);
    assertEquals(plan.others, ["~/.s/sock"]);
    assertEquals(plan.missing, ["~/none"]);
    await packState(HOST, plan, `${folder}/a.tgz`);
  }));

Deno.test("a plan refuses names that no archive can hold", () =>
  inFolder(async (folder) => {
    plant(folder, { ".s/a\nb": "" });
    const ended = await endOf(() => planState(HOST.disk, folder, LIST));
    assertEquals(ended, "refused state/name");
  }));

Deno.test("a plan refuses what is too large or too much for an archive, as a pack would", () =>
  inFolder(async (folder) => {
    plant(folder, { ".s/large": "" });
    const plan = (disk: Disk) => () => planState(disk, folder, LIST);
    const { disk } = HOST;
    Deno.truncateSync(`${folder}/.s/large`, 8 * 1024 ** 3);
    assertEquals(await endOf(plan(disk)), "refused state/too-large");
    const file = { ...disk.lstat(`${folder}/.s/large`)!, size: 1 };
    const names = Array.from({ length: 200_001 }, (_, i) => `${i}`);
    const many = {
      ...disk,
      list: () => names,
      lstat: (path: string) =>
        /\d$/.test(path) && path.includes("/.s/") ? file : disk.lstat(path),
    };
    assertEquals(await endOf(plan(many)), "refused state/too-much");
  }));

Deno.test("a plan names the excludes that met nothing", () =>
  inFolder((folder) => {
    plant(folder, { ".s/secret/key": "k", ".s/logs/1": "l", ".s/real/x": "x" });
    Deno.symlinkSync("real", `${folder}/.s/way`);
    const exclude = [
      ...["~/.s/sceret", "~/.s/Secret", "~/.s/way/x", "~/other"],
      ...["~/.s/logs", "~/.s/logs/1", "~/.s/way"],
    ];
    const plan = planState(HOST.disk, folder, { include: ["~/.s"], exclude });
    assertEquals(plan.unmatched, [
      ...["~/.s/Secret", "~/.s/sceret", "~/other"],
    ]);
    assertEquals(
      planState(HOST.disk, folder, {
        include: ["~/.s"],
        exclude: ["~/.s/way/x"],
      }).unmatched,
      ["~/.s/way/x"],
    );
  }));

Deno.test("paths of a list", () => {
  const good = ["~/a", "~/.a/b", "~/a b", "~/..a", "~/é", "~/a*"];
  const bad = [
    "",
    "~",
    "~/",
    "/a",
    "a",
    "~a",
    "~a/b",
    "~/a/",
    "~//a",
    "~/a//b",
    "~/./a",
    "~/a/.",
    "~/..",
    "~/../a",
    "~/a/../b",
    "~/a\0",
    "~/a\n",
    "~/\x7f",
    "~/\u0085",
    "~/\ud800",
    `~/${"n".repeat(256)}`,
    `~/${"a/".repeat(2000)}a`,
    "~/.lnk-state-unpack",
    "~/.lnk-state-unpack/new",
  ];
  for (const path of good) assertEquals(statePathFault(path), undefined, path);
  for (const path of bad) assert(statePathFault(path) !== undefined, path);
});
