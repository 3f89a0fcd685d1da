// Copyright 2026 the lnk authors. MIT license.

/** Archives that are made: round trips, GNU tar, and a home or disk that changes meanwhile. */

import { assert, assertEquals } from "@std/assert";
import type { Disk } from "../../lib/disk.ts";
import { packState, planState, unpackState } from "../../lib/state.ts";
import { endOf } from "../support/outcome.ts";
import { HOST, inFolder, plant, snapshot, source } from "../support/tree.ts";

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

Deno.test("nothing is packed of a home that has nothing of the list", () =>
  inFolder(async (folder) => {
    plant(folder, { "home/other": "x", "out/": "" });
    const plan = planState(HOST.disk, `${folder}/home`, LIST);
    const ended = await endOf(() =>
      packState(HOST, plan, `${folder}/out/a.tgz`)
    );
    assertEquals(ended, "no state/nothing");
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
      const ended = await endOf(() =>
        packState(HOST, plan, `${folder}/out/a.tgz`)
      );
      assertEquals(ended, "unable state/changed", name);
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
    const ended = await endOf(() =>
      packState(HOST, plan, `${folder}/out/a.tgz`)
    );
    assertEquals(ended, "unable state/changed");
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
    const ended = await endOf(() =>
      packState({ ...HOST, disk: full }, plan, `${folder}/out/a.tgz`)
    );
    assertEquals(ended, "unable disk/full");
    assertEquals(snapshot(`${folder}/out`), []);
  }));

Deno.test("an archive is not put among what it carries", () =>
  inFolder(async (home) => {
    plantHome(home);
    const plan = planState(HOST.disk, home, LIST);
    const ended = await endOf(() => packState(HOST, plan, `${home}/.s/a.tgz`));
    assertEquals(ended, "usage state/output");
  }));
