// Copyright 2026 the lnk authors. MIT license.

/**
 * Logs of many records, as rows of the table read them.
 *
 * @module
 */

import { realDisk } from "../lib/disk.ts";
import { fileStore } from "../lib/store/files.ts";
import type { Store } from "../lib/store/interface.ts";

/** The thread of every log. */
export const THREAD = "link:main";

/**
 * A record as an adapter captures it, some 250 bytes.
 *
 * @param item Its number; no two records have the same source.
 * @returns Its text.
 */
export function recordOf(item: number): string {
  const source = { adapter: "bench", session: "one", record: `r-${item}` };
  const text = `What was said in turn ${item}, `.repeat(4);
  const at = "2026-01-01T00:00:00Z";
  return JSON.stringify({ role: "user", text, at, source });
}

/**
 * Makes an agent's folder whose log has many records.
 *
 * @param root The folder to make.
 * @param count How many records.
 * @returns Its store, which knows the log already.
 */
export async function filledStore(root: string, count: number): Promise<Store> {
  Deno.mkdirSync(`${root}/chats`, { recursive: true });
  writeLog(`${root}/chats/main.jsonl`, count);
  const store = openBench(root);
  await store.last(THREAD);
  return store;
}

/**
 * Opens a store on this machine.
 *
 * @param root The agent's folder.
 * @returns The store.
 */
function openBench(root: string): Store {
  const host = {
    disk: realDisk("/"),
    now: () => Date.now(),
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds: number) =>
      new Promise<void>((done) => setTimeout(done, milliseconds)),
  };
  return fileStore(host, root, { agent: "ada", owner: "eve" });
}

function writeLog(path: string, count: number): void {
  using file = Deno.openSync(path, { write: true, create: true });
  let lines = "";
  for (let item = 1; item <= count; item++) {
    lines += `{"seq":${item},${recordOf(item).slice(1)}\n`;
    if (lines.length < 1 << 20 && item < count) continue;
    const bytes = new TextEncoder().encode(lines);
    for (let done = 0; done < bytes.length;) {
      done += file.writeSync(bytes.subarray(done));
    }
    lines = "";
  }
}
