// Copyright 2026 the lnk authors. MIT license.

/**
 * A store in memory, for tests of what stands between a store and its user.
 *
 * @module
 */

import {
  type Binding,
  type Lease,
  LnkError,
  type LogRecord,
  type Store,
  type StoredFile,
} from "@lnk/tool";

/** What the stores of a test hold, by agent and owner. */
export interface Memory {
  /** The store of an agent and owner; all of one see the same. */
  open(binding: Binding): Store;
  /** How many are open. */
  readonly count: number;
}

/** What a memory can be told to do. */
export interface MemoryOptions {
  /** Called before every operation; may wait or throw. */
  readonly before?: (op: string) => void | Promise<void>;
}

/**
 * Makes a memory.
 *
 * @param options What happens before an operation.
 * @returns The memory, empty.
 */
export function memory({ before = () => {} }: MemoryOptions = {}): Memory {
  const all = new Map<string, Store>();
  let open = 0;
  return {
    get count() {
      return open;
    },
    open: ({ agent, owner }) => {
      const name = `${agent} ${owner}`;
      const store = all.get(name) ?? memoryStore(before);
      all.set(name, store);
      open++;
      return { ...store, [Symbol.dispose]: () => void open-- };
    },
  };
}

function memoryStore(before: (op: string) => void | Promise<void>): Store {
  const files = new Map<string, StoredFile>();
  const logs = new Map<string, LogRecord[]>();
  const leases = new Map<string, Lease>();
  let version = 2n ** 64n - 1000n;
  const logOf = (thread: string) => logs.get(thread) ?? [];
  const expectVersion = (path: string, expect: bigint | undefined) => {
    const now = files.get(path)?.version ?? 0n;
    if (expect === undefined || expect === now) return;
    throw new LnkError(
      "conflict",
      "store/version-conflict",
      `Cannot write "${path}": its version is ${now}`,
      { details: { version: now } },
    );
  };
  const held = (name: string, holder: string) => {
    const lease = leases.get(name);
    if (lease?.holder === holder) return lease;
    throw new LnkError("conflict", "store/lease-lost", "Cannot renew it: lost");
  };
  return {
    fileRead: async (path) => {
      await before("file_read");
      return files.get(path);
    },
    fileWrite: async (path, content, expect) => {
      await before("file_write");
      expectVersion(path, expect);
      files.set(path, { path, version: ++version, content });
      return version;
    },
    fileDelete: async (path, expect) => {
      await before("file_delete");
      expectVersion(path, expect);
      files.delete(path);
    },
    fileList: async (prefix = "") => {
      await before("file_list");
      return [...files.values()].filter(({ path }) => path.startsWith(prefix))
        .map(({ path, version }) => ({ path, version }));
    },
    last: async (thread) => {
      await before("last");
      return logOf(thread).length;
    },
    read: async (thread, { after = 0, through, limit = 1000 } = {}) => {
      await before("read");
      const range = logOf(thread).slice(after, through);
      return {
        records: range.slice(0, limit),
        more: range.length > limit,
      };
    },
    append: async (thread, record, seq) => {
      await before("append");
      const log = logOf(thread);
      if (seq !== log.length + 1) {
        throw new LnkError(
          "conflict",
          "store/sequence-conflict",
          `Cannot append at ${seq}: the last is ${log.length}`,
          { details: { last: log.length } },
        );
      }
      const raw = `{"seq":${seq},${record.slice(1)}`;
      logs.set(thread, [...log, { seq, raw }]);
      return { seq, repeated: false };
    },
    leaseAcquire: async (name, holder, ttl) => {
      await before("lease_acquire");
      const lease = leases.get(name);
      if (lease && lease.holder !== holder) {
        throw new LnkError(
          "conflict",
          "store/lease-held",
          `Cannot take the lease "${name}": it is held`,
          { details: { holder: lease.holder, expires: lease.expires } },
        );
      }
      const taken = { name, holder, expires: ttl };
      leases.set(name, taken);
      return taken;
    },
    leaseRenew: async (name, holder, ttl) => {
      await before("lease_renew");
      const renewed = { ...held(name, holder), expires: ttl };
      leases.set(name, renewed);
      return renewed;
    },
    leaseRelease: async (name, holder) => {
      await before("lease_release");
      held(name, holder);
      leases.delete(name);
    },
    [Symbol.dispose]: () => {},
  };
}
