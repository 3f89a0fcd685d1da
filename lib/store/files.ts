// Copyright 2026 the lnk authors. MIT license.

/**
 * The store in an agent's own folder: the file driver.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import { DEFAULT_FOLDERS, type Folders } from "../grants.ts";
import { conversationOf, requireName } from "../names.ts";
import { areaOf } from "./area.ts";
import { filesOf } from "./collection.ts";
import type { Binding, Store } from "./interface.ts";
import { leasesOf } from "./leases.ts";
import { appendTo, readPage } from "./log.ts";
import { openLogs } from "./place.ts";
import { requireRange, requireSequence } from "./range.ts";
import { checkRecord } from "./record.ts";
import { requireRoot } from "./root.ts";
import type { Progress } from "./scan.ts";

/** How the file driver works. */
export interface FileStoreOptions {
  /**
   * What the agent's sandbox file grants. Without it what holds where a
   * sandbox file has no `[files]`: nobody gets more by leaving it out.
   */
  readonly folders?: Folders;
  /** The most milliseconds to wait for another process. Default: 10 s. */
  readonly wait?: number;
  /** Told how many bytes of how many are read, while a whole log is. */
  readonly progress?: Progress;
  /** Where the logs' indexes are: files (default), or memory, gone with the store. */
  readonly index?: "file" | "memory";
}

/**
 * Opens the store in an agent's folder, in process.
 *
 * Reading a log makes its index; nothing else is made before something is
 * written. Any number of processes may use the same folder.
 *
 * @example Usage
 * ```ts
 * import { fileStore, MISSING, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * {
 *   using store = fileStore(host, ".", { agent: "ada", owner: "eve" });
 *   await store.append("link:main", '{"role":"user","text":"hello"}', 1);
 *   const { records } = await store.read("link:main");
 *   assertEquals(records[0]?.raw, '{"seq":1,"role":"user","text":"hello"}');
 *
 *   const notes = new TextEncoder().encode("# Notes\n");
 *   const version = await store.fileWrite("memory/notes.md", notes, MISSING);
 *   assertEquals((await store.fileRead("memory/notes.md"))?.version, version);
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param host The machine.
 * @param root The agent's folder: not a link, the user's own, and writable by
 *   nobody else.
 * @param binding Whose store it is.
 * @param options How it works.
 * @returns The store.
 * @throws {LnkError} `name/malformed`, `store/root`, `disk/missing`,
 *   `disk/link`, `disk/wrong-kind`, `disk/denied`, `disk/failed`.
 */
export function fileStore(
  host: Host,
  root: string,
  binding: Binding,
  options: FileStoreOptions = {},
): Store {
  requireName("agent", binding.agent);
  requireName("owner", binding.owner);
  const absolute = requireRoot(host, root);
  const { folders = DEFAULT_FOLDERS, wait, progress } = options;
  const index = options.index ?? "file";
  const area = areaOf(host.disk, absolute);
  const shared = { host, root: absolute, area, wait };
  const logs = openLogs({ ...shared, index, progress });
  return {
    ...filesOf({ ...shared, folders }),
    ...leasesOf(shared),
    last: async (thread) =>
      await logs.with(
        conversationOf(thread),
        "read",
        (_, log) => Promise.resolve(log?.known.last ?? 0),
      ),
    read: async (thread, range = {}) => {
      requireRange(range);
      return await logs.with(
        conversationOf(thread),
        "read",
        (_, log) =>
          Promise.resolve(
            log ? readPage(log, range) : { records: [], more: false },
          ),
      );
    },
    append: async (thread, record, seq) => {
      const name = conversationOf(thread);
      requireSequence(seq);
      const checked = checkRecord(record);
      return await logs.with(
        name,
        "write",
        (place, log) => appendTo(place, log, { thread, record: checked, seq }),
      );
    },
    [Symbol.dispose]: () => logs[Symbol.dispose](),
  };
}
