// Copyright 2026 the lnk authors. MIT license.

/** Plans and archives, against a plain reference, GNU tar and a failing disk. */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../lib/errors.ts";
import type { Disk } from "../lib/disk.ts";
import { packState, planState, unpackState } from "../lib/state.ts";
import { statePathFault } from "../lib/state/paths.ts";
import { HOST, inFolder, plant, snapshot, source } from "./support/tree.ts";

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

const LIST = { include: ["~/.s"], exclude: [] };
const LONG = "long-name-".repeat(20);

function plantHome(home: string): void {
  plant(home, {
    ".s/empty/": "",
    ".s/file": "content",
    ".s/nothing": "",
    [`.s/${LONG}/${LONG}`]: "long",
    ".s/später/naïve": "umlauts",
    ".s/big": "x".repeat(100_000),
  });
  Deno.chmodSync(`${home}/.s/file`, 0o4751);
  Deno.chmodSync(`${home}/.s/empty`, 0o700);
  Deno.utimeSync(`${home}/.s/file`, 1, 1_234_567_890.123);
  Deno.utimeSync(`${home}/.s/nothing`, 1, -5);
  Deno.utimeSync(`${home}/.s/big`, 1, 2 ** 33 + 1);
  Deno.utimeSync(`${home}/.s/empty`, 1, 1_000_000_000);
}

Deno.test("a round trip keeps bytes, modes, times and empty folders", () =>
  inFolder(async (folder) => {
    const [home, fresh] = [`${folder}/home`, `${folder}/new`];
    plantHome(home);
    plant(fresh, { "other": "" });
    const target = `${folder}/a.tgz`;
    await packState(HOST, planState(HOST.disk, home, LIST), target);
    assertEquals(Deno.lstatSync(target).mode! & 0o777, 0o600);
    const bytes = Deno.readFileSync(target);
    await unpackState(HOST, source(bytes), { home: fresh });
    Deno.chmodSync(`${home}/.s/file`, 0o751);
    assertEquals(snapshot(`${fresh}/.s`), snapshot(`${home}/.s`));
    assertEquals([...Deno.readDirSync(fresh)].length, 2, "no staging is left");
    // The same state gives the same bytes.
    await packState(HOST, planState(HOST.disk, fresh, LIST), target);
    assertEquals(Deno.readFileSync(target), bytes);
  }));

const GNU = await hasGnuTar();

async function hasGnuTar(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command("tar", { args: ["--version"] })
      .output();
    return new TextDecoder().decode(stdout).includes("GNU tar");
  } catch {
    return false;
  }
}

Deno.test({
  name: "GNU tar lists and unpacks the archive with the same result",
  ignore: !GNU,
  fn: () =>
    inFolder(async (folder) => {
      const [home, theirs, ours] = ["home", "theirs", "ours"]
        .map((name) => `${folder}/${name}`) as [string, string, string];
      plantHome(home);
      plant(folder, { "theirs/": "", "ours/": "" });
      const target = `${folder}/a.tgz`;
      await packState(HOST, planState(HOST.disk, home, LIST), target);
      const tar = async (...args: string[]) => {
        const ran = await new Deno.Command("tar", { args }).output();
        const said = new TextDecoder().decode(ran.stderr);
        // A time before 1970 is one that GNU tar remarks on.
        assert(ran.success, said);
        return new TextDecoder().decode(ran.stdout);
      };
      const listed = await tar("tzvf", target);
      assert(listed.includes(".s/file") && listed.includes(LONG));
      await tar("xzpf", target, "-C", theirs);
      const bytes = Deno.readFileSync(target);
      await unpackState(HOST, source(bytes), { home: ours });
      assertEquals(snapshot(`${ours}/.s`), snapshot(`${theirs}/.s`));
    }),
});

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
  inFolder((folder) => {
    plant(folder, { ".s/a\nb": "" });
    const error = assertThrows(
      () => planState(HOST.disk, folder, LIST),
      LnkError,
    );
    assertEquals(error.code, "state/name");
  }));

Deno.test("a plan refuses what is too large or too much for an archive, as a pack would", () =>
  inFolder((folder) => {
    plant(folder, { ".s/large": "" });
    const plan = (disk: Disk) => () => planState(disk, folder, LIST);
    const { disk } = HOST;
    Deno.truncateSync(`${folder}/.s/large`, 8 * 1024 ** 3);
    const large = assertThrows(plan(disk), LnkError);
    assertEquals([large.kind, large.code], ["refused", "state/too-large"]);
    const file = { ...disk.lstat(`${folder}/.s/large`)!, size: 1 };
    const names = Array.from({ length: 200_001 }, (_, i) => `${i}`);
    const many = {
      ...disk,
      list: () => names,
      lstat: (path: string) =>
        /\d$/.test(path) && path.includes("/.s/") ? file : disk.lstat(path),
    };
    const much = assertThrows(plan(many), LnkError);
    assertEquals([much.kind, much.code], ["refused", "state/too-much"]);
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

Deno.test("nothing is packed of a home that has nothing of the list", () =>
  inFolder(async (folder) => {
    plant(folder, { "home/other": "x", "out/": "" });
    const plan = planState(HOST.disk, `${folder}/home`, LIST);
    const error = await assertRejects(
      () => packState(HOST, plan, `${folder}/out/a.tgz`),
      LnkError,
    );
    assertEquals([error.kind, error.code], ["no", "state/nothing"]);
    assertEquals(snapshot(`${folder}/out`), []);
  }));

Deno.test("a file that changes, grows, shrinks or goes ends the pack without a trace", async () => {
  const changes: Record<string, (path: string) => void> = {
    rewritten: (path) => Deno.writeTextFileSync(path, "CONTENT"),
    grown: (path) => Deno.writeTextFileSync(path, "x", { append: true }),
    shorter: (path) => Deno.truncateSync(path, 3),
    gone: (path) => Deno.removeSync(path),
    linked: (path) => {
      Deno.removeSync(path);
      Deno.symlinkSync("/etc/passwd", path);
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    await inFolder(async (folder) => {
      plant(folder, { "home/.s/a": "content", "out/a.tgz": "old" });
      Deno.utimeSync(`${folder}/home/.s/a`, 1, 1);
      const plan = planState(HOST.disk, `${folder}/home`, LIST);
      change(`${folder}/home/.s/a`);
      const error = await assertRejects(
        () => packState(HOST, plan, `${folder}/out/a.tgz`),
        LnkError,
      );
      assertEquals(error.code, "state/changed", name);
      assertEquals(snapshot(`${folder}/out`, false), ["a.tgz 644  old"]);
    });
  }
});

Deno.test("a folder that became a link ends the pack", () =>
  inFolder(async (folder) => {
    plant(folder, { "home/.s/d/a": "content", "out/": "" });
    const plan = planState(HOST.disk, `${folder}/home`, LIST);
    Deno.renameSync(`${folder}/home/.s/d`, `${folder}/elsewhere`);
    Deno.symlinkSync(`${folder}/elsewhere`, `${folder}/home/.s/d`);
    const error = await assertRejects(
      () => packState(HOST, plan, `${folder}/out/a.tgz`),
      LnkError,
    );
    assertEquals(error.code, "state/changed");
    assertEquals(snapshot(`${folder}/out`), []);
  }));

Deno.test("a full disk ends the pack without a trace and without a wait", () =>
  inFolder(async (folder) => {
    plantHome(`${folder}/home`);
    plant(folder, { "out/": "" });
    const { disk } = HOST;
    const full: Disk = {
      ...disk,
      createNew: (path) => ({
        ...disk.createNew(path),
        write: () => {
          throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        },
      }),
    };
    const plan = planState(disk, `${folder}/home`, LIST);
    const error = await assertRejects(
      () => packState({ ...HOST, disk: full }, plan, `${folder}/out/a.tgz`),
      LnkError,
    );
    assertEquals(error.code, "disk/full");
    assertEquals(snapshot(`${folder}/out`), []);
  }));

Deno.test("an archive is not put among what it carries", () =>
  inFolder(async (home) => {
    plantHome(home);
    const plan = planState(HOST.disk, home, LIST);
    const error = await assertRejects(
      () => packState(HOST, plan, `${home}/.s/a.tgz`),
      LnkError,
    );
    assertEquals([error.kind, error.code], ["usage", "state/output"]);
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
