// Copyright 2026 the lnk authors. MIT license.

/** Exports where something odd stands in the way: named, and the others go on. */

import { assert, assertEquals } from "@std/assert";
import {
  exportMemory,
  getMemory,
  type Host,
  LnkError,
  putMemory,
  reconcileMemory,
  type Store,
} from "@lnk/tool";
import { memory } from "../support/memory_store.ts";
import {
  BINDING,
  bytesOf,
  refusedWith,
  storeFolder,
} from "../support/store.ts";

interface Place extends Disposable {
  readonly host: Host;
  readonly root: string;
  readonly store: Store;
  readonly request: Parameters<typeof exportMemory>[2];
}

function place(store: Store = memory().open(BINDING)): Place {
  const { host, root, [Symbol.dispose]: dispose } = storeFolder();
  Deno.mkdirSync(`${root}/home`, { mode: 0o700 });
  Deno.mkdirSync(`${root}/home/native`);
  const request = {
    binding: BINDING,
    adapter: "goose",
    from: `${root}/home/native`,
    home: `${root}/home`,
  };
  return { host, root, store, request, [Symbol.dispose]: dispose };
}

function native({ request }: Place, name: string, text: string): void {
  Deno.writeTextFileSync(`${request.from}/${name}`, text);
}

async function run({ host, store, request }: Place) {
  return await exportMemory(host, store, request);
}

/** Sets members of a document as another writer does; tells the new version. */
async function correct(store: Store, id: string, document: string) {
  const expect = (await getMemory(store, id))?.version ?? 0n;
  return await putMemory(store, { id, document, expect }, () => 0);
}

Deno.test("a folder or link in place of a document is named, and the others go on", async () => {
  using bench = storeFolder();
  using at = place(bench.open());
  for (const name of ["a.md", "b.md", "c.md"]) native(at, name, "x");
  const folder = `${bench.root}/home/memory/portable`;
  Deno.mkdirSync(`${folder}/goose.a.json`, { recursive: true });
  Deno.symlinkSync("/etc/passwd", `${folder}/goose.b.json`);
  const report = await run(at);
  assertEquals(report.exported.map(({ file }) => file), ["c.md"]);
  assertEquals(report.failed.map(({ file, id, code }) => [file, id, code]), [
    ["a.md", "goose.a", "disk/wrong-kind"],
    ["b.md", "goose.b", "disk/link"],
  ]);
  assertEquals(report.trouble, undefined);
});

Deno.test("a store that breaks off tells what was done, and it is remembered", async () => {
  const inner = memory().open(BINDING);
  let writes = 0;
  using at = place({
    ...inner,
    fileWrite: (path, content, expect) => {
      if (++writes < 3) return inner.fileWrite(path, content, expect);
      throw new LnkError("unable", "store/unreachable", "Cannot reach it: cut");
    },
  });
  for (const name of ["a.md", "b.md", "c.md", "d.md"]) native(at, name, "x");
  const report = await run(at);
  assertEquals(report.exported.map(({ file }) => file), ["a.md", "b.md"]);
  assertEquals(report.trouble?.code, "store/unreachable");
  const later = await exportMemory(at.host, inner, at.request);
  assertEquals(later.unchanged.length, 2);
  assertEquals(later.exported.length, 2);
});

Deno.test("a native file that cannot be read is named, and the others go on", async () => {
  using at = place();
  native(at, "a.md", "x");
  native(at, "b.md", "x");
  const { disk } = at.host;
  const host = {
    ...at.host,
    disk: {
      ...disk,
      openRead: (path: string) => {
        if (!path.endsWith("a.md")) return disk.openRead(path);
        throw Object.assign(new Error("Permission denied (os error 13)"), {
          code: "EACCES",
        });
      },
    },
  };
  const report = await exportMemory(host, at.store, at.request);
  assertEquals(report.exported.map(({ file }) => file), ["b.md"]);
  const [skipped] = report.skipped;
  assertEquals(skipped?.file, "a.md");
  assert(skipped?.why.includes("Permission denied"));
});

Deno.test("only regular files are twins", async () => {
  using at = place();
  native(at, "tw.md", "x");
  Deno.mkdirSync(`${at.request.from}/tw.txt`);
  native(at, "tx.md", "x");
  Deno.symlinkSync("tx.md", `${at.request.from}/tx.txt`);
  const report = await run(at);
  assertEquals(report.exported.map(({ file }) => file), ["tw.md", "tx.md"]);
  assertEquals(report.skipped, [
    { file: "tw.txt", why: "it is a folder" },
    { file: "tx.txt", why: "it is a link" },
  ]);
});

Deno.test("a decision holds only for the document that it was made about", async () => {
  using at = place();
  const { host, store, request } = at;
  native(at, "tea.md", "green");
  await run(at);
  native(at, "tea.md", "black");
  await correct(store, "goose.tea", '{"text":"white"}');
  const [conflict] = (await run(at)).conflicts;
  const expect = conflict!.version;
  assertEquals(expect, (await getMemory(store, "goose.tea"))!.version);
  const moved = await correct(store, "goose.tea", '{"text":"corrected"}');
  for (const take of ["native", "shared"] as const) {
    const error = await refusedWith(
      "store/version-conflict",
      () =>
        reconcileMemory(host, store, {
          ...request,
          file: "tea.md",
          take,
          expect,
        }),
    );
    assertEquals(error.details.version, moved);
  }
  assertEquals(
    (await getMemory(store, "goose.tea"))?.memory?.text,
    "corrected",
  );
});

Deno.test("a writer that comes in between a decision and its write wins", async () => {
  using at = place();
  native(at, "tea.md", "green");
  await run(at);
  const expect = await correct(at.store, "goose.tea", '{"text":"white"}');
  const store: Store = {
    ...at.store,
    fileWrite: async (path, content, expect) => {
      await correct(at.store, "goose.tea", '{"text":"corrected"}');
      return await at.store.fileWrite(path, content, expect);
    },
  };
  const decision = { file: "tea.md", take: "native", expect } as const;
  await refusedWith(
    "store/version-conflict",
    () => reconcileMemory(at.host, store, { ...at.request, ...decision }),
  );
  assertEquals(
    (await getMemory(at.store, "goose.tea"))?.memory?.text,
    "corrected",
  );
});

Deno.test("another folder is refused, and a home that moved is not", async () => {
  using at = place();
  native(at, "tea.md", "green");
  await run(at);
  const other = `${at.root}/other`;
  Deno.mkdirSync(other);
  Deno.writeTextFileSync(`${other}/tea.md`, "black");
  await refusedWith(
    "memory/other-folder",
    () => exportMemory(at.host, at.store, { ...at.request, from: other }),
  );
  assertEquals(
    (await getMemory(at.store, "goose.tea"))?.memory?.text,
    "green",
  );
  const home = `${at.root}/moved`;
  Deno.renameSync(at.request.home, home);
  const request = { ...at.request, home, from: `${home}/native` };
  const report = await exportMemory(at.host, at.store, request);
  assertEquals(report.unchanged.length, 1);
});

Deno.test("a native file that got another name is still the one of its document", async () => {
  using at = place();
  native(at, "tea.md", "green");
  await run(at);
  const { version, path } = (await getMemory(at.store, "goose.tea"))!;
  await at.store.fileDelete(path, version);
  Deno.renameSync(`${at.request.from}/tea.md`, `${at.request.from}/Tea.txt`);
  const [item] = (await run(at)).preserved;
  assertEquals([item?.file, item?.native, item?.shared], [
    "Tea.txt",
    "same",
    "missing",
  ]);
  assertEquals(await getMemory(at.store, "goose.tea"), undefined);
  const decision = { file: "tea.md", take: "native", expect: 0n } as const;
  await refusedWith(
    "memory/no-native",
    () => reconcileMemory(at.host, at.store, { ...at.request, ...decision }),
  );
});

Deno.test("a change of other members alone is no change of the document's text", async () => {
  using at = place();
  native(at, "tea.md", "green");
  await run(at);
  await correct(at.store, "goose.tea", '{"tag":1}');
  native(at, "tea.md", "black");
  assertEquals((await run(at)).exported.length, 1);
  const { document, version } = (await getMemory(at.store, "goose.tea"))!;
  assert(document!.includes('"tag":1') && document!.includes("black"));
  // Also after the shared side was taken.
  const expect = await correct(at.store, "goose.tea", '{"text":"white"}');
  assert(expect !== version);
  const decision = { file: "tea.md", take: "shared", expect } as const;
  await reconcileMemory(at.host, at.store, { ...at.request, ...decision });
  await correct(at.store, "goose.tea", '{"tag":2}');
  native(at, "tea.md", "red");
  assertEquals((await run(at)).exported.length, 1);
});

Deno.test("the state is written now and then, not once for each file", async () => {
  using at = place();
  for (let i = 0; i < 200; i++) native(at, `n${i}.md`, "x");
  let renames = 0;
  const { disk } = at.host;
  const host = {
    ...at.host,
    disk: {
      ...disk,
      rename: (from: string, to: string) => {
        renames++;
        disk.rename(from, to);
      },
    },
  };
  const report = await exportMemory(host, at.store, at.request);
  assertEquals(report.exported.length, 200);
  assert(renames <= 4, `${renames} times`);
  assertEquals((await run(at)).unchanged.length, 200);
});

Deno.test("taking the native side of a malformed document keeps what others wrote", async () => {
  using at = place();
  native(at, "tea.md", "green");
  const path = "memory/portable/goose.tea.json";
  const odd = '{"id":7,"text":1,"tag":12345678901234567890,"x":{"y":1.0}}';
  const expect = await at.store.fileWrite(path, bytesOf(odd), 0n);
  const decision = { file: "tea.md", take: "native", expect } as const;
  await reconcileMemory(at.host, at.store, { ...at.request, ...decision });
  const { document, memory: read } = (await getMemory(at.store, "goose.tea"))!;
  assertEquals(read?.text, "green");
  assert(document!.includes('"tag":12345678901234567890,"x":{"y":1.0}'));
});
