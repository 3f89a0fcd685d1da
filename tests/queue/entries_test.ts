// Copyright 2026 the lnk authors. MIT license.

/** Bad entries of every kind: named, kept, and never gone past. */

import { assert, assertEquals } from "@std/assert";
import {
  admitBatch,
  drainQueue,
  type Reason,
  scanQueue,
  setAside,
  showBatch,
} from "../../lib/queue.ts";
import { encodeBatch, readBatch } from "../../lib/queue/batch.ts";
import { shellPath } from "../../lib/shell.ts";
import { inert } from "../../lib/text.ts";
import { endOf } from "../support/outcome.ts";
import { type Home, homeFolder, logStore } from "./bench.ts";
import { capture, ORIGIN, OURS, recordText } from "./captures.ts";

const second = `${"2".padStart(20, "0")}.batch`;

/** A home with three batches. */
async function threeBatches(): Promise<Home> {
  const home = homeFolder();
  const queue = home.open();
  for (const item of ["1", "2", "3"]) await admitBatch(queue, capture([item]));
  return home;
}

async function batchBytes(): Promise<Uint8Array<ArrayBuffer>> {
  using home = homeFolder();
  await admitBatch(home.open(), capture(["1", "2"]));
  const name = `${"1".padStart(20, "0")}.batch`;
  return Deno.readFileSync(`${home.captures}/${name}`);
}

Deno.test("every length that a batch is cut to is incomplete", async () => {
  const whole = await batchBytes();
  assert("header" in await readBatch(whole, 1, OURS));
  for (let length = 0; length < whole.length; length++) {
    const found = await readBatch(whole.slice(0, length), 1, OURS);
    assertEquals("reason" in found && found.reason, "incomplete", `${length}`);
  }
});

Deno.test("every flipped bit of a batch is found", async () => {
  const whole = await batchBytes();
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const bytes = whole.slice();
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    const before = bytes.slice();
    assert("reason" in await readBatch(bytes, 1, OURS), `bit ${bit}`);
    assertEquals(bytes, before, "reading changes nothing");
  }
});

/** What is done to the second of three batches, and what it is called then. */
const SPOILT: readonly (readonly [string, Reason, (path: string) => void])[] = [
  ["zero bytes", "incomplete", (path) => Deno.writeFileSync(path, bytes(0))],
  ["all zeros", "corrupt", (path) => Deno.writeFileSync(path, bytes(300))],
  ["text", "corrupt", (path) => Deno.writeTextFileSync(path, "hello\n")],
  ["nothing but a header", "incomplete", (path) => {
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.slice(0, text.indexOf("\n") + 1));
  }],
  ["two spliced", "corrupt", (path) => {
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text + text);
  }],
  ["version 0", "unsupported", (path) => edit(path, ":1,", ":0,")],
  ["version 2", "unsupported", (path) => edit(path, ":1,", ":2,")],
  ["another agent, changed by hand", "corrupt", (path) => {
    edit(path, '"ada"', '"eve"');
  }],
  ["a folder", "misplaced", (path) => {
    Deno.removeSync(path);
    Deno.mkdirSync(path);
  }],
  ["a link", "misplaced", (path) => {
    Deno.removeSync(path);
    Deno.symlinkSync(path.replace("2.batch", "1.batch"), path);
  }],
  ["a pipe", "misplaced", (path) => {
    Deno.removeSync(path);
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
  }],
  ["a copy of another", "misplaced", (path) => {
    Deno.copyFileSync(path.replace("2.batch", "3.batch"), path);
  }],
  ["a second name", "foreign", (path) => {
    Deno.linkSync(path, `${path.slice(0, path.indexOf("/.lnk"))}/second`);
  }],
  ["a mode for others", "foreign", (path) => Deno.chmodSync(path, 0o644)],
  ["more bytes than any batch", "corrupt", (path) => {
    Deno.truncateSync(path, 16 * 1024 * 1024 + 1);
  }],
];

/** Batches of another writer: the digest is right, a record is none. */
const MADE: readonly (readonly [string, RegExp])[] = [
  ["", /its record 2: it is empty/],
  ["hello", /its record 2: it is not JSON/],
  ['{"role":"user"}', /its record 2: it has no "source"/],
  [recordText("2").replace("goose", "pi"), /"source.adapter" is "pi"/],
  [recordText("2").replace("{", '{"seq":7,'), /brings its own "seq"/],
  [recordText("1", "s1", "other"), /source is that of line 1/],
  ["\xff", /its record 2: it is not UTF-8/],
  [`\xef\xbb\xbf${recordText("2")}`, /it starts with a byte order mark/],
  [recordText("2").replace("{", "{\0"), /its record 2: it holds NUL bytes/],
  [recordText("2").replace("s1", "s2"), /"source.session" is "s2"/],
];

for (const [record, words] of MADE) {
  Deno.test(`a whole batch with the record ${JSON.stringify(record)} is corrupt`, async () => {
    using home = await threeBatches();
    const text = `${recordText("1")}\n${record}\n`;
    // In Latin-1, so that a byte can be no UTF-8.
    const lines = Uint8Array.from(text, (one) => one.charCodeAt(0));
    const made = await encodeBatch(2, ORIGIN, { lines, count: 2 });
    Deno.writeFileSync(`${home.captures}/${second}`, made);
    const queue = home.open();
    const { bad } = await scanQueue(queue);
    assertEquals(bad.map(({ reason }) => reason), ["corrupt"]);
    assert(words.test(bad[0]!.state), bad[0]!.state);
    const store = logStore();
    const drain = () => drainQueue(queue, { store, binding: OURS });
    assertEquals(await endOf(drain), "refused queue/bad-entry");
    assertEquals(store.logs.get("link:main")?.length, 1, "none of its records");
  });
}

/** What is told of a batch with more than one fault: the first in this order. */
const TOLD: readonly (readonly [string, string, RegExp])[] = [
  ["a wrong digest", "digest", /not what its digest says/],
  ["too few lines", "count", /it has 2 lines of 3 records/],
  ["another number", "number", /it is batch 7 by its header/],
  ["a record that is none", "none", /its record 2: it is not JSON/],
];

for (const [i, [name]] of TOLD.entries()) {
  Deno.test(`${name} is told before what is looked at after it`, async () => {
    const has = (fault: string) =>
      TOLD.slice(i).some(([, one]) => one === fault);
    const lines = new TextEncoder().encode(`${recordText("1")}\nhello\n`);
    const count = has("count") ? 3 : 2;
    const made = await encodeBatch(has("number") ? 7 : 2, ORIGIN, {
      lines,
      count,
    });
    if (has("digest")) made[made.length - 2]! ^= 1;
    const found = await readBatch(made, 2, OURS);
    const state = "reason" in found ? found.state : "whole";
    assert(TOLD[i]![2].test(state), state);
  });
}

Deno.test("of a source that stands thrice, the last before is told", async () => {
  const texts = [recordText("1"), ` ${recordText("1")}`, recordText("2")]
    .concat(recordText("1", "s1", "other"));
  const lines = new TextEncoder().encode(`${texts.join("\n")}\n`);
  const made = await encodeBatch(1, ORIGIN, { lines, count: 4 });
  const found = await readBatch(made, 1, OURS);
  const state = "reason" in found ? found.state : "whole";
  assertEquals(
    state,
    "its record 4: its source is that of line 2, which says something else",
  );
});

Deno.test("a header that names no possible source is corrupt", async () => {
  for (const session of ["", "x".repeat(257)]) {
    const lines = new TextEncoder().encode(`${recordText("1", session)}\n`);
    const made = await encodeBatch(1, { ...ORIGIN, session }, {
      lines,
      count: 1,
    });
    const found = await readBatch(made, 1, OURS);
    assertEquals("reason" in found && found.reason, "corrupt");
  }
});

for (
  const [header, reason] of [
    [`{"version":2,"more":"${"x".repeat(9000)}"}\n`, "unsupported"],
    [`{"version":1,"more":"${"x".repeat(9000)}"}\n`, "corrupt"],
    ['{"version":1e400}\n', "corrupt"],
    ['{"version":-1}\n', "corrupt"],
    ['{"version":1.5}\n', "corrupt"],
  ] as const
) {
  Deno.test(`the header ${header.slice(0, 20)} of ${header.length} bytes is ${reason}`, async () => {
    const found = await readBatch(new TextEncoder().encode(header), 1, OURS);
    assertEquals("reason" in found && found.reason, reason);
  });
}

Deno.test("an entry that the disk does not give is unreadable, and refuses", async () => {
  using home = await threeBatches();
  const { disk } = home.host;
  const failing = {
    ...disk,
    uid: disk.uid,
    openRead: (path: string) => {
      if (path.endsWith(second)) throw new Error("I/O error (os error 5)");
      return disk.openRead(path);
    },
  };
  const queue = { ...home.open(), host: { ...home.host, disk: failing } };
  const { bad, batches } = await scanQueue(queue);
  assertEquals(bad.map(({ reason }) => reason), ["unreadable"]);
  assertEquals(batches.length, 2);
  const store = logStore();
  const drain = () => drainQueue(queue, { store, binding: OURS });
  assertEquals(await endOf(drain), "refused queue/bad-entry");
  assertEquals(store.logs.get("link:main")?.length, 1);
  const show = () => showBatch(queue, "2");
  assertEquals(await endOf(show), "refused queue/unreadable-entry");
});

const TEMP = `.lnk-${"a".repeat(24)}.tmp`;

for (
  const [kind, make] of [
    ["folder", (path: string) => Deno.mkdirSync(path)],
    ["link", (path: string) => Deno.symlinkSync("/dev/null", path)],
    ["pipe", (path: string) => {
      new Deno.Command("mkfifo", { args: [path] }).outputSync();
    }],
  ] as const
) {
  Deno.test(`a ${kind} with an unfinished file's name can be set aside`, async () => {
    using home = await threeBatches();
    make(`${home.captures}/${TEMP}`);
    const queue = home.open();
    const { bad, entries } = await scanQueue(queue);
    assertEquals(bad.map(({ reason }) => reason), ["misplaced"]);
    assertEquals(entries, 4);
    const store = logStore();
    const drain = () => drainQueue(queue, { store, binding: OURS });
    assertEquals(await endOf(drain), "refused queue/bad-entry");
    const show = () => showBatch(queue, TEMP);
    assertEquals(await endOf(show), "refused queue/unreadable-entry");
    await setAside(queue, TEMP);
    assertEquals(await endOf(drain), "done");
  });
}

Deno.test("an unfinished file is no entry, whatever its mode", async () => {
  using home = await threeBatches();
  Deno.writeTextFileSync(`${home.captures}/${TEMP}`, "x", { mode: 0o644 });
  const queue = home.open();
  assertEquals((await scanQueue(queue)).clean, true);
  assertEquals(
    await endOf(() => setAside(queue, TEMP)),
    "no queue/no-such-entry",
  );
});

Deno.test("a name that is not UTF-8 is seen, and nothing goes past it", async () => {
  using home = await threeBatches();
  const { code } = new Deno.Command("sh", {
    args: ["-c", `printf x > "$1/$(printf 'a\\377')"`, "sh", home.captures],
  }).outputSync();
  assertEquals(code, 0);
  const queue = home.open();
  const { bad, entries } = await scanQueue(queue);
  assertEquals(bad.map(({ reason, state }) => [reason, state]), [
    ["misplaced", "its name is not UTF-8"],
  ]);
  assertEquals(entries, 4);
  const store = logStore();
  const drain = () => drainQueue(queue, { store, binding: OURS });
  assertEquals(await endOf(drain), "refused queue/bad-entry");
  assertEquals(store.logs.size, 0);
});

Deno.test("a name that stands wins over a batch's number", async () => {
  using home = await threeBatches();
  Deno.writeTextFileSync(`${home.captures}/2`, "x", { mode: 0o600 });
  const queue = home.open();
  assertEquals((await setAside(queue, "2")).name, "2");
  assertEquals((await setAside(queue, "2")).name, second);
});

for (const name of ["-x", "--yes", "~root", "a\nb", "it's", "$(touch pwned)"]) {
  Deno.test(`the command that is told about ${JSON.stringify(name)} names it`, async () => {
    using home = await threeBatches();
    Deno.writeTextFileSync(`${home.captures}/${name}`, "x", { mode: 0o600 });
    const queue = home.open();
    const word = shellPath(name);
    const { stdout } = new Deno.Command("bash", {
      args: ["-c", `printf %s ${word}`],
      cwd: home.home,
    }).outputSync();
    const read = new TextDecoder().decode(stdout);
    assertEquals((await setAside(queue, read)).name, name);
    assertEquals(inert(word), word);
    assert(!word.startsWith("-"));
  });
}

Deno.test("a batch that was given the name of one that is done is delivered", async () => {
  using home = await threeBatches();
  const done = second.replace("batch", "done");
  Deno.renameSync(`${home.captures}/${second}`, `${home.captures}/${done}`);
  const queue = home.open();
  const { batches } = await scanQueue(queue);
  assertEquals(batches.map(({ batch }) => batch), [1, 2, 3]);
  const store = logStore();
  const drained = await drainQueue(queue, { store, binding: OURS });
  assertEquals(drained, { batches: 3, records: 3, repeated: 0 });
});

Deno.test("what is no batch keeps no number with content", async () => {
  for (const [from, to] of [["2.batch", "7.done"], ["2.batch", "3.done"]]) {
    using home = await threeBatches();
    const path = (end: string) =>
      `${home.captures}/${second.replace("2.batch", end)}`;
    Deno.renameSync(path(from!), path(to!));
    const queue = home.open();
    const { bad } = await scanQueue(queue);
    assertEquals(bad.map(({ reason }) => reason), ["misplaced"]);
    const drain = () => drainQueue(queue, { store: logStore(), binding: OURS });
    assertEquals(await endOf(drain), "refused queue/bad-entry");
    assert(Deno.statSync(path(to!)).size > 0, "kept as it is");
  }
});

Deno.test("the last number of all is not moved away", async () => {
  using home = await threeBatches();
  const last = `${String(Number.MAX_SAFE_INTEGER).padStart(20, "0")}.done`;
  Deno.writeTextFileSync(`${home.captures}/${last}`, "", { mode: 0o600 });
  const queue = home.open();
  const move = () => setAside(queue, last);
  assertEquals(await endOf(move), "refused queue/no-number-left");
  assertEquals((await scanQueue(queue)).clean, true);
});

function bytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

function edit(path: string, from: string, to: string): void {
  Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace(from, to));
}

for (const [name, reason, spoil] of SPOILT) {
  Deno.test(`an entry that is ${name} is ${reason}`, async () => {
    using home = await threeBatches();
    const path = `${home.captures}/${second}`;
    spoil(path);
    const before = seen(path);
    const queue = home.open();

    const state = await scanQueue(queue, OURS);
    assertEquals(state.bad.map((bad) => [bad.name, bad.reason]), [
      [second, reason],
    ]);
    assertEquals(state.batches.map(({ batch }) => batch), [1, 3]);
    assertEquals(state.clean, false);

    const store = logStore();
    const drained = await endOf(() =>
      drainQueue(queue, { store, binding: OURS })
    );
    assertEquals(drained, "refused queue/bad-entry");
    assertEquals(store.logs.get("link:main")?.length, 1, "the one before it");
    assertEquals(seen(path), before, "kept as it is");

    const { to } = await setAside(queue, "2");
    assertEquals(seen(to), before, "set aside as it is");
    await drainQueue(queue, { store, binding: OURS });
    assertEquals(store.logs.get("link:main")?.length, 2);
  });
}

/** What stands at a path, without following or blocking. */
function seen(path: string): string {
  const { isFile, isSymlink, ino, size, mode } = Deno.lstatSync(path);
  const content = isSymlink
    ? Deno.readLinkSync(path)
    : isFile && size < 10_000
    ? Deno.readTextFileSync(path)
    : "";
  return JSON.stringify([ino, size, mode, content]);
}

const STRAY = [
  "notes.txt",
  "2.batch",
  "00000000000000000000.batch",
  "99999999999999999999.batch",
  "00000000000000000004.batch.bak",
  "\u001b[31m.batch",
];

for (const name of STRAY) {
  Deno.test(`the name ${JSON.stringify(name)} is misplaced`, async () => {
    using home = await threeBatches();
    Deno.writeTextFileSync(`${home.captures}/${name}`, "x", { mode: 0o600 });
    const queue = home.open();
    const { bad, batches } = await scanQueue(queue);
    assertEquals(bad.map((one) => [one.name, one.reason]), [
      [name, "misplaced"],
    ]);
    assertEquals(batches.length, 3);
    const store = logStore();
    const drained = await endOf(() =>
      drainQueue(queue, { store, binding: OURS })
    );
    assertEquals(drained, "refused queue/bad-entry");
    assertEquals(store.logs.size, 0, "it has no place, so nothing goes");
    await setAside(queue, name);
    assertEquals((await scanQueue(queue)).clean, true);
    const { batch } = await admitBatch(queue, capture(["4"]));
    assertEquals(batch, 4);
  });
}

Deno.test("batches of another agent or owner are foreign", async () => {
  using home = homeFolder();
  const queue = home.open();
  await admitBatch(queue, { ...capture(["1"]), agent: "eve" });
  await admitBatch(queue, { ...capture(["2"]), owner: "eve" });
  await admitBatch(queue, capture(["3"]));
  const { bad, batches } = await scanQueue(queue, OURS);
  assertEquals(bad.map(({ reason }) => reason), ["foreign", "foreign"]);
  assertEquals(batches.map(({ batch }) => batch), [3]);
  const blind = await scanQueue(queue);
  assertEquals(blind.bad, []);
  assertEquals(blind.clean, false, "two owners cannot both be right");
});

Deno.test("an entry of another user is foreign", {
  ignore: Deno.uid() !== 0,
}, async () => {
  using home = await threeBatches();
  Deno.chownSync(`${home.captures}/${second}`, 65534, null);
  const { bad } = await scanQueue(home.open());
  assertEquals(bad.map(({ reason }) => reason), ["foreign"]);
});

Deno.test("what is set aside twice under one name stands twice", async () => {
  using home = await threeBatches();
  const queue = home.open();
  const path = `${home.captures}/notes`;
  const moved: string[] = [];
  for (const text of ["a", "b"]) {
    Deno.writeTextFileSync(path, text, { mode: 0o600 });
    moved.push((await setAside(queue, "notes")).to);
  }
  assertEquals(moved.map((to) => Deno.readTextFileSync(to)), ["a", "b"]);
});

Deno.test("an entry moved back takes its old place", async () => {
  using home = await threeBatches();
  const queue = home.open();
  const { from, to } = await setAside(queue, "3");
  assertEquals((await admitBatch(queue, capture(["4"]))).batch, 4);
  Deno.renameSync(to, from);
  const store = logStore();
  await drainQueue(queue, { store, binding: OURS });
  assertEquals(
    store.logs.get("link:main")?.map((text) => JSON.parse(text).text),
    ["1", "2", "3", "4"],
  );
});
