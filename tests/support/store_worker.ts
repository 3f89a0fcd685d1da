// Copyright 2026 the lnk authors. MIT license.

/** A process that appends to a log and counts in a file, beside others: ROOT NAME COUNT. */

import { LnkError } from "../../lib/errors.ts";
import { fileStore } from "../../lib/store/files.ts";
import { machine } from "./machine.ts";
import { BINDING } from "./store.ts";

const [root = "", name = "", count = "0"] = Deno.args;
const host = machine();
using store = fileStore(host, root, BINDING, { wait: 60_000 });

/** Does something again until no other process was first. */
async function insist(act: () => Promise<unknown>): Promise<void> {
  while (true) {
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof LnkError && error.kind === "conflict")) {
        throw error;
      }
    }
  }
}

for (let i = 0; i < Number(count); i++) {
  const source = { adapter: "test", session: name, record: String(i) };
  const record = JSON.stringify({ text: `${name} ${i}`, source });
  await insist(async () =>
    await store.append("link:main", record, await store.last("link:main") + 1)
  );
  await insist(async () => {
    const file = await store.fileRead("memory/notes.md");
    const before = file ? Number(new TextDecoder().decode(file.content)) : 0;
    const next = new TextEncoder().encode(String(before + 1));
    await store.fileWrite("memory/notes.md", next, file?.version ?? 0n);
  });
}
