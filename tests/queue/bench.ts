// Copyright 2026 the lnk authors. MIT license.

/**
 * A queue in a folder of a test's own, and a store in memory.
 *
 * @module
 */

import type { Host } from "../../lib/disk.ts";
import { LnkError } from "../../lib/errors.ts";
import { openQueue, type Queue } from "../../lib/queue.ts";
import type { Store } from "../../lib/store/interface.ts";
import { machine } from "../support/machine.ts";
import { REFUSING } from "../support/refusing.ts";

/** A home with a queue. */
export interface Home extends Disposable {
  /** The home. */
  readonly home: string;
  /** The queue's folder. */
  readonly captures: string;
  /** The machine. */
  readonly host: Host;
  /** The queue, opened anew. */
  open(): Queue;
}

/**
 * Makes a home for one test.
 *
 * @returns The home, removed when it is disposed of.
 */
export function homeFolder(): Home {
  const home = Deno.realPathSync(memoryFolder());
  const host = machine();
  return {
    home,
    captures: `${home}/.lnk/agent-context/captures`,
    host,
    open: () => openQueue(host, home, { wait: 200 }),
    [Symbol.dispose]: () => Deno.removeSync(home, { recursive: true }),
  };
}

/** In memory where that is possible: a thousand syncs cost nothing there. */
function memoryFolder(): string {
  const prefix = "lnk-";
  try {
    return Deno.makeTempDirSync({ dir: "/dev/shm", prefix });
  } catch {
    return Deno.makeTempDirSync({ prefix });
  }
}

/** A store in memory, and what it was given. */
export interface LogStore extends Store {
  /** The records by conversation, in order. */
  readonly logs: Map<string, string[]>;
}

/** What a store does wrong. */
export interface StoreTrouble {
  /** Called before each record; may wait or throw. */
  readonly before?: (record: string) => void | Promise<void>;
  /** Called after each record; what it throws is a lost answer. */
  readonly after?: (record: string) => void | Promise<void>;
}

/**
 * A store of conversations only.
 *
 * @param trouble What goes wrong.
 * @returns The store.
 */
export function logStore(trouble: StoreTrouble = {}): LogStore {
  const logs = new Map<string, string[]>();
  return {
    logs,
    ...REFUSING,
    last: (thread) => Promise.resolve(logs.get(thread)?.length ?? 0),
    append: async (thread, record, seq) => {
      await trouble.before?.(record);
      const log = logs.get(thread) ?? [];
      logs.set(thread, log);
      const found = log.indexOf(record) + 1;
      if (found === 0 && seq !== log.length + 1) {
        const message = "Cannot append: another is next";
        throw new LnkError("conflict", "store/sequence-conflict", message, {
          details: { last: log.length },
        });
      }
      if (found === 0) log.push(record);
      await trouble.after?.(record);
      return { seq: found || seq, repeated: found > 0 };
    },
  };
}

/**
 * What a store throws that cannot be reached.
 *
 * @param outcome Whether the record may be there nevertheless.
 * @returns An error of code `store/unreachable`.
 */
export function unreachable(outcome?: "unknown"): LnkError {
  return new LnkError("unable", "store/unreachable", "Cannot reach the store", {
    details: outcome ? { outcome } : {},
  });
}
