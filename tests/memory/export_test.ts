// Copyright 2026 the lnk authors. MIT license.

/** Exports of native memory: one outcome for each cell of the table. */

import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  deleteMemory,
  EXPORT_TABLE,
  exportMemory,
  type ExportReport,
  getMemory,
  type Host,
  LnkError,
  type NativeState,
  type Outcome,
  putMemory,
  reconcileMemory,
  type SharedState,
  type Store,
} from "@lnk/tool";
import { nativeId } from "../../lib/memory/native.ts";
import { memory } from "../support/memory_store.ts";
import { BINDING, refusedWith, storeFolder } from "../support/store.ts";

const ID = "goose.tea";
const PATH = `memory/portable/${ID}.json`;

/** An adapter's home and native folder, and a store. */
interface Place extends Disposable {
  readonly host: Host;
  readonly root: string;
  readonly store: Store;
  readonly request: {
    readonly binding: typeof BINDING;
    readonly adapter: string;
    readonly from: string;
    readonly home: string;
  };
  run(): Promise<ExportReport>;
  native(text: string | undefined): void;
  text(): Promise<string | undefined>;
}

function place(): Place {
  const { host, root, [Symbol.dispose]: dispose } = storeFolder();
  const store = memory().open(BINDING);
  const from = `${root}/native`;
  Deno.mkdirSync(from);
  Deno.mkdirSync(`${root}/home`, { mode: 0o700 });
  const request = {
    binding: BINDING,
    adapter: "goose",
    from,
    home: `${root}/home`,
  };
  return {
    host,
    root,
    store,
    request,
    run: () => exportMemory(host, store, request),
    native: (text) => {
      if (text === undefined) Deno.removeSync(`${from}/tea.md`);
      else Deno.writeTextFileSync(`${from}/tea.md`, text);
    },
    text: async () => (await getMemory(store, ID))?.memory?.text,
    [Symbol.dispose]: dispose,
  };
}

async function putText(store: Store, text: string): Promise<void> {
  const expect = (await getMemory(store, ID))?.version ?? 0n;
  const document = JSON.stringify({ text, tag: 1 });
  await putMemory(store, { id: ID, document, expect }, () => 0);
}

/** Brings a place into a cell of the table. */
async function arrange(
  { store, run, native }: Place,
  nativeState: NativeState,
  sharedState: SharedState,
): Promise<void> {
  native("green");
  if (nativeState !== "new") await run();
  else if (sharedState !== "missing") {
    await putText(store, sharedState === "same" ? "green" : "other");
  }
  const { version } = await getMemory(store, ID) ?? {};
  if (sharedState === "changed") await putText(store, "corrected");
  if (sharedState === "deleted") {
    await deleteMemory(store, { id: ID, expect: version! }, () => 0);
  }
  if (sharedState === "missing" && version) {
    await store.fileDelete(PATH, version);
  }
  if (nativeState === "changed") native("black");
  if (nativeState === "gone") native(undefined);
}

function listOf(report: ExportReport, outcome: Outcome) {
  return report[outcome === "conflict" ? "conflicts" : outcome];
}

for (const native of ["same", "changed", "gone", "new"] as const) {
  for (const shared of ["same", "changed", "deleted", "missing"] as const) {
    const { outcome, why } = EXPORT_TABLE[native][shared];
    Deno.test(`native ${native}, shared ${shared}: ${outcome}`, async () => {
      using at = place();
      await arrange(at, native, shared);
      const before = await getMemory(at.store, ID);
      const folder = filesOf(at.request.from);
      const report = await at.run();
      const [item] = listOf(report, outcome);
      assertEquals(
        [item?.native, item?.shared, item?.why, item?.file, item?.id],
        [native, shared, why, "tea.md", ID],
      );
      const { exported, unchanged, preserved, conflicts } = report;
      const all = [exported, unchanged, preserved, conflicts].flat();
      assertEquals(all.length, 1);
      // Nothing but an export writes, and it writes the native text.
      const after = await getMemory(at.store, ID);
      if (outcome === "exported") {
        assertEquals(after?.memory?.text, native === "new" ? "green" : "black");
      } else assertEquals(after, before);
      assertEquals(filesOf(at.request.from), folder);
      // A second run finds the same, or that it is done.
      const again = await at.run();
      const next = outcome === "exported" ? "unchanged" : outcome;
      assertEquals(listOf(again, next).length, 1);
    });

    Deno.test(`native ${native}, shared ${shared}: the native side can be taken`, async () => {
      using at = place();
      await arrange(at, native, shared);
      const expect = (await getMemory(at.store, ID))?.version ?? 0n;
      const decision = { file: "tea.md", take: "native", expect } as const;
      if (native === "gone" && shared === "missing") {
        await reconcileMemory(at.host, at.store, {
          ...at.request,
          ...decision,
        });
        assertEquals(await at.text(), undefined);
        return;
      }
      const report = await reconcileMemory(at.host, at.store, {
        ...at.request,
        ...decision,
      });
      assertEquals(report.exported.length, 1);
      const { memory } = (await getMemory(at.store, ID))!;
      assertEquals(memory?.deleted, native === "gone");
      const text = { gone: "", changed: "black" }[native as string] ?? "green";
      assertEquals(memory?.text, text);
      assertEquals((await at.run()).unchanged.length, 1);
    });

    Deno.test(`native ${native}, shared ${shared}: the shared side can be taken`, async () => {
      using at = place();
      await arrange(at, native, shared);
      const before = await getMemory(at.store, ID);
      const folder = filesOf(at.request.from);
      const report = await reconcileMemory(at.host, at.store, {
        ...at.request,
        file: "tea.md",
        take: "shared",
        expect: before?.version ?? 0n,
      });
      assertEquals(report.preserved.length, 1);
      assertEquals(await getMemory(at.store, ID), before);
      assertEquals(filesOf(at.request.from), folder);
      assertEquals((await at.run()).conflicts, []);
    });
  }
}

function filesOf(folder: string): string[][] {
  return [...Deno.readDirSync(folder)]
    .map(({ name }) => [name, Deno.readTextFileSync(`${folder}/${name}`)])
    .sort();
}

Deno.test("docs/memory.md has the table of the code", () => {
  const page = Deno.readTextFileSync(
    new URL("../../docs/memory.md", import.meta.url),
  );
  const rows = page.split("\n").filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()).slice(1, -1));
  for (const [native, row] of Object.entries(EXPORT_TABLE)) {
    for (const [shared, { outcome, why }] of Object.entries(row)) {
      const found = rows.filter(([one, two]) =>
        one === native && two === shared
      );
      assertEquals(found, [[native, shared, outcome, why]]);
    }
  }
});

Deno.test("an export keeps what others wrote into the document", async () => {
  using at = place();
  at.native("green");
  await at.run();
  const { version, document } = (await getMemory(at.store, ID))!;
  assert(
    document!.includes(
      '"source":{"adapter":"goose","session":"memory","record":"tea.md"}',
    ),
  );
  const tagged = '{"tag":12345678901234567890}';
  const change = { id: ID, document: tagged, expect: version };
  await putMemory(at.store, change, () => 0);
  // The text is as it was exported: the tag is no divergence.
  assertEquals((await at.run()).unchanged.length, 1);
  at.native("black");
  assertEquals((await at.run()).exported.length, 1);
  const text = (await getMemory(at.store, ID))!.document!;
  assert(text.includes('"tag":12345678901234567890'));
});

Deno.test("an export that died before its state was kept is found done", async () => {
  using at = place();
  at.native("green");
  await at.run();
  const state = `${at.root}/home/.lnk/agent-context/exports/goose.json`;
  const before = Deno.readTextFileSync(state);
  at.native("black");
  await at.run();
  Deno.writeTextFileSync(state, before);
  const [item] = (await at.run()).exported;
  assertEquals([item?.native, item?.shared], ["changed", "same"]);
  assertEquals((await at.run()).unchanged.length, 1);
});

Deno.test("a native file that cannot be read is not taken for gone", async () => {
  using at = place();
  at.native("green");
  await at.run();
  Deno.writeFileSync(`${at.request.from}/tea.md`, new Uint8Array([0xff]));
  const report = await at.run();
  assertEquals(report.skipped, [{ file: "tea.md", why: "it is not UTF-8" }]);
  assertEquals(report.preserved, []);
});

Deno.test("what is no native document is named and left", async () => {
  using at = place();
  const { from } = at.request;
  Deno.mkdirSync(`${from}/sub`);
  Deno.writeTextFileSync(`${from}/a b.md`, "x");
  Deno.writeTextFileSync(`${from}/.dot.md`, "x");
  Deno.writeTextFileSync(`${from}/code.js`, "x");
  Deno.writeTextFileSync(`${from}/One.md`, "x");
  Deno.writeTextFileSync(`${from}/one.txt`, "x");
  Deno.writeTextFileSync(`${from}/large.md`, "x".repeat(256 * 1024 + 1));
  Deno.writeTextFileSync(`${from}/good.txt`, "x");
  Deno.symlinkSync("/etc/passwd", `${from}/link.md`);
  const report = await at.run();
  assertEquals(report.exported.map(({ id }) => id), ["goose.good"]);
  assertEquals(
    Object.fromEntries(report.skipped.map(({ file, why }) => [file, why])),
    {
      ".dot.md": "its name makes no document's id",
      "One.md": "another file has the same document, goose.one",
      "a b.md": "its name makes no document's id",
      "code.js": "it is neither .md nor .txt",
      "large.md": "more than 262144 bytes",
      "link.md": "it is a link",
      "one.txt": "another file has the same document, goose.one",
      "sub": "it is a folder",
    },
  );
});

Deno.test.each([
  ["MEMORY.md", "goose.memory"],
  ["a.b-c_d.txt", "goose.a.b-c_d"],
  ["9.md", "goose.9"],
  [".md", undefined],
  ["x.md.bak", undefined],
  ["ä.md", undefined],
  ["a/b.md", undefined],
  ["a\n.md", undefined],
  [`${"x".repeat(122)}.md`, `goose.${"x".repeat(122)}`],
  [`${"x".repeat(123)}.md`, undefined],
])("the document of %j is %j", (file, id) => {
  assertEquals(nativeId("goose", file), id);
});

Deno.test("a wrong folder, adapter or file is refused, and makes nothing", async () => {
  using at = place();
  const { host, store, request } = at;
  const wrong = (change: object) =>
    exportMemory(host, store, {
      ...request,
      ...change,
    });
  await refusedWith("disk/missing", () => wrong({ from: `${at.root}/none` }));
  await refusedWith("memory/adapter", () => wrong({ adapter: "a.b" }));
  await refusedWith("memory/adapter", () => wrong({ adapter: "../x" }));
  await refusedWith("disk/missing", () => wrong({ home: `${at.root}/none` }));
  assertThrows(
    () => Deno.lstatSync(`${request.home}/.lnk`),
    Deno.errors.NotFound,
  );
  const decision = { file: "none.md", take: "native", expect: 0n } as const;
  await refusedWith(
    "memory/no-native",
    () => reconcileMemory(host, store, { ...request, ...decision }),
  );
});

Deno.test("the state is private, and refused where it is not as written", async () => {
  using at = place();
  at.native("green");
  await at.run();
  const folder = `${at.root}/home/.lnk/agent-context/exports`;
  const state = `${folder}/goose.json`;
  assertEquals(Deno.statSync(state).mode! & 0o777, 0o600);
  assertEquals(Deno.statSync(folder).mode! & 0o777, 0o700);
  const good = Deno.readTextFileSync(state);
  const before = await getMemory(at.store, ID);
  for (
    const bad of [
      "",
      "{",
      "[]",
      "null",
      good.replace('"version":1', '"version":2'),
      good.replace('"ada"', '"bob"'),
      good.replace('"eve"', '"bob"'),
      good.replace('"goose"', '"duck"'),
      good.replace('"digest":"', '"digest":1,"x":"'),
      good.replace(/"version":"\d+"/, '"version":"x"'),
      good.replace('[["tea.md"', "[[7"),
      good.replace(/"files":.*/, '"files":{}}'),
    ]
  ) {
    Deno.writeTextFileSync(state, bad);
    await refusedWith("memory/state", at.run);
  }
  Deno.writeTextFileSync(state, good);
  Deno.chmodSync(state, 0o644);
  await refusedWith("disk/not-private", at.run);
  assertEquals(await getMemory(at.store, ID), before);
});

Deno.test("another writer in between is looked at anew", async () => {
  using at = place();
  at.native("green");
  await at.run();
  at.native("black");
  let races = 1;
  const store: Store = {
    ...at.store,
    fileWrite: async (path, content, expect) => {
      if (races-- > 0) await putText(at.store, "corrected");
      return await at.store.fileWrite(path, content, expect);
    },
  };
  const report = await exportMemory(at.host, store, at.request);
  assertEquals(report.conflicts.length, 1);
  assertEquals(await at.text(), "corrected");
});

Deno.test("a document that would be too large is named, and the others go on", async () => {
  using at = place();
  at.native("green");
  Deno.writeTextFileSync(`${at.request.from}/big.md`, "x");
  const store: Store = {
    ...at.store,
    fileWrite: (path, content, expect) =>
      path.includes("big")
        ? Promise.reject(new LnkError("usage", "store/too-large", "Cannot"))
        : at.store.fileWrite(path, content, expect),
  };
  const report = await exportMemory(at.host, store, at.request);
  assertEquals(report.exported.map(({ file }) => file), ["tea.md"]);
  assertEquals(report.skipped.map(({ file }) => file), ["big.md"]);
});
