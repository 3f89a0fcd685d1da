// Copyright 2026 the lnk authors. MIT license.

/** A command that changes something, and cannot print what it did, says so. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../cli/main.ts";
import { LnkError } from "../lib/errors.ts";
import { testWorld } from "./support/world.ts";

const AT = "--store file:ada --agent ada --owner eve";
const ADMIT = "queue admit --home home --agent ada --owner eve " +
  "--thread link:main --adapter demo --session s1";
const RECORD = '{"role":"user","text":"hello"}';
const CAPTURED = '{"role":"user","text":"hi","source":' +
  '{"adapter":"demo","session":"s1","record":"r1"}}';
const PACK = "state pack contract.toml --home home -o state.tar";
const LEDGER = [
  "ledger init --dir l --agent ada --owner eve",
  "ledger start --dir l --key-file key",
  "ledger session link:main --dir l",
  "ledger admit --dir l --key-file key --session link:main --attempt t1 --binding b",
];

/** What is run, what it must have said that it did, and what tells that it did. */
interface Case {
  /** Run before, with what it printed at last as ID in the rest. */
  readonly before?: readonly string[];
  readonly line: string;
  readonly stdin?: string;
  readonly did: RegExp;
  /** What prints afterwards that it was done. */
  readonly shown: readonly [line: string, text: string];
}

const CASES: readonly Case[] = [
  {
    line: `context append --thread link:main ${AT}`,
    stdin: RECORD,
    did: /; it was appended as record 1 of "link:main"/,
    shown: [`context log --thread link:main ${AT}`, '"seq":1'],
  },
  {
    before: [`context append --thread link:main --source a/b/c ${AT}`],
    line: `context append --thread link:main --source a/b/c ${AT}`,
    stdin: RECORD,
    did: /; it stands as record 1 of "link:main"/,
    shown: [`context log --thread link:main ${AT}`, '"seq":1'],
  },
  {
    line: `memory put tea --text green --expect 0 ${AT}`,
    did: /; "tea" was written, and is at version \d+/,
    shown: [`memory get tea ${AT}`, "green"],
  },
  {
    before: [`memory put tea --text green --expect 0 ${AT}`],
    line: `memory delete tea --expect ID ${AT}`,
    did: /; "tea" was deleted, and is at version \d+/,
    shown: [`memory get tea ${AT}`, '"deleted":true'],
  },
  {
    line: `memory export --adapter demo --from native --home home ${AT}`,
    did: /; 1 exported, 0 in conflict/,
    shown: [`memory get demo.tea ${AT}`, "green"],
  },
  {
    line: `store put memory/notes.md --expect 0 ${AT}`,
    stdin: "note",
    did: /; "memory\/notes.md" was written, and is at version \d+/,
    shown: [`store get memory/notes.md ${AT}`, "note"],
  },
  {
    line: ADMIT,
    stdin: CAPTURED,
    did: /; batch 1 was admitted, with 1 record/,
    shown: ["queue list --home home --json", '"batch":1'],
  },
  {
    before: [ADMIT],
    line: `queue drain --home home ${AT}`,
    stdin: CAPTURED,
    did: /; 1 batch with 1 record went to storage/,
    shown: [`context log --thread link:main ${AT}`, '"seq":1'],
  },
  {
    before: [ADMIT],
    line: `queue prepare --home home --thread link:main ${AT}`,
    stdin: CAPTURED,
    did: /; what waited was delivered/,
    shown: [`context log --thread link:main ${AT}`, '"seq":1'],
  },
  {
    before: [ADMIT],
    line: "queue set-aside 1 --yes --home home",
    stdin: CAPTURED,
    did: /; "0+1\.batch" was moved to \S+captures\.set-aside/,
    shown: ["queue list --home home --json", '"batches":[]'],
  },
  {
    line: LEDGER[0]!,
    did: /; the ledger of ada, owner eve, is made/,
    shown: ["ledger verify --dir l --json", '"ok":true'],
  },
  {
    before: LEDGER.slice(0, 1),
    line: LEDGER[1]!,
    did: /; the start is made, and is generation 1/,
    shown: ["ledger start --dir l --key-file key", "1"],
  },
  {
    before: LEDGER.slice(0, 2),
    line: LEDGER[2]!,
    did: /; the session has the id [0-9a-f-]{36}/,
    shown: ["ledger verify --dir l --json", '"sessions":1'],
  },
  {
    before: LEDGER.slice(0, 3),
    line: LEDGER[3]!,
    did: /; attempt t1 is active, generation 1/,
    shown: [LEDGER[3]!, "t1 is active"],
  },
  {
    before: LEDGER,
    line: "ledger propose --dir l --key-file key --attempt t1 --generation 1 " +
      "--tool pay --arguments call.json",
    did: /; request [0-9a-f-]+ stands, and is pending/,
    shown: ["ledger requests --dir l --json", '"pending"'],
  },
  {
    before: [
      ...LEDGER,
      "ledger propose --dir l --key-file key --attempt t1 --generation 1 " +
      "--tool pay --arguments call.json",
    ],
    line: "ledger respond ID allow_once --dir l",
    did: /; request [0-9a-f-]+ is allowed/,
    shown: ["ledger requests --dir l --json", '"allowed"'],
  },
  {
    before: LEDGER,
    line: "ledger retire --dir l --attempt t1 --generation 1",
    did: /; attempt t1 has ended/,
    shown: ["ledger retire --dir l --attempt t1 --generation 1", "has ended"],
  },
  {
    before: LEDGER,
    line: "ledger recover --dir l",
    did: /; no start is current any more, at generation 2/,
    shown: ["ledger recover --dir l", "2"],
  },
  {
    before: LEDGER,
    line: "ledger archive --dir l",
    did: /; 0 moved, 0 in the history/,
    shown: ["ledger verify --dir l --json", '"ok":true'],
  },
  {
    line: "proof key new.key",
    did: /; the key is made, in "new.key"/,
    shown: [`proof answer ${"00".repeat(16)} --key-file new.key`, "\n"],
  },
  {
    line: PACK,
    did: /; the archive is whole in "\S*state.tar"/,
    shown: ["state unpack state.tar --home other", "1 file"],
  },
  {
    before: [PACK],
    line: "state unpack state.tar --home other",
    did: /; all of the archive is in place in "\S*other"/,
    shown: ["state plan contract.toml --home other", "1 file"],
  },
];

Deno.test("what cannot be printed after a change is told as done", async (t) => {
  for (const one of CASES) {
    for (const json of [false, true]) {
      const mode = json ? " --json" : "";
      await t.step(`${one.line}${mode}`, () => runCase(one, json));
    }
  }
});

Deno.test("store rm --json, which prints nothing else", async () => {
  await runCase({
    before: [`store put memory/notes.md --expect 0 ${AT}`],
    line: `store rm memory/notes.md --expect ID ${AT}`,
    stdin: "note",
    did: /; "memory\/notes.md" was removed/,
    shown: [`store ls ${AT} --json`, '"files":[]'],
  }, true);
});

async function runCase(one: Case, json: boolean): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  try {
    prepare(folder);
    const { before = [], line, stdin, did, shown } = one;
    let id = "";
    for (const early of before) {
      const { code, out, err } = await run(folder, early, stdin);
      assertEquals([code, err], [0, ""], early);
      id = out.trim().split(/\s+/)[0]!;
    }
    const words = line.replace("ID", id) + (json ? " --json" : "");
    const failed = await run(folder, words, stdin, true);
    assertEquals([failed.code, failed.out], [5, ""]);
    assert(
      failed.err.startsWith("error[output/failed]: No space left; "),
      failed.err,
    );
    assert(did.test(failed.err), failed.err);
    const { code, out } = await run(folder, shown[0], stdin);
    assertEquals(code, 0);
    assertStringIncludes(out, shown[1]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function prepare(folder: string): void {
  for (const name of ["ada", "home", "native", "other"]) {
    Deno.mkdirSync(`${folder}/${name}`, { mode: 0o700 });
  }
  const write = (name: string, text: string) =>
    Deno.writeTextFileSync(`${folder}/${name}`, text, { mode: 0o600 });
  write("key", "00112233445566778899aabbccddeeff\n");
  write("call.json", "{}");
  write("native/tea.md", "green");
  write("home/notes.txt", "kept");
  write("contract.toml", CONTRACT_TEXT);
}

const CONTRACT_TEXT = `name = "demo"\n\n[state]\ninclude = ["~/notes.txt"]\n`;

async function run(
  folder: string,
  line: string,
  stdin = "",
  full = false,
): Promise<{ code: number; out: string; err: string }> {
  const bytes = new TextEncoder().encode(stdin);
  const options = { base: folder, stdin: bytes, undisturbed: true };
  const world = testWorld(options);
  const out = full
    ? {
      ...world.io.out,
      write() {
        throw new LnkError("unable", "output/failed", "No space left");
      },
    }
    : world.io.out;
  const io = { ...world.io, out };
  const code = await main(line.split(" "), { ...world, io });
  const text = (of: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(of);
  return { code, out: text(world.stdout()), err: text(world.stderr()) };
}
