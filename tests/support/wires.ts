// Copyright 2026 the lnk authors. MIT license.

/**
 * Two ends of a connection in memory.
 *
 * @module
 */

import type { Wire } from "@lnk/tool";

/** How many bytes are on the way before a writer waits. */
const ROOM = 64 * 1024;

/** One direction. */
interface Pipe {
  read(into: Uint8Array<ArrayBuffer>): Promise<number | null>;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  /** Lets the reader finish, then see the end. */
  end(): void;
  /** Fails the writer. */
  break(): void;
}

/**
 * Makes a connection.
 *
 * @returns Its two ends.
 */
export function wirePair(): [Wire, Wire] {
  const there = pipe();
  const back = pipe();
  return [endOf(back, there), endOf(there, back)];
}

function endOf(incoming: Pipe, outgoing: Pipe): Wire {
  return {
    read: incoming.read,
    write: outgoing.write,
    closeWrite: () => Promise.resolve(outgoing.end()),
    close: () => {
      outgoing.end();
      incoming.break();
    },
  };
}

function pipe(): Pipe {
  let kept: Uint8Array<ArrayBuffer> = new Uint8Array();
  let ended = false;
  let broken = false;
  const wake: (() => void)[] = [];
  const changed = () => {
    for (const one of wake.splice(0)) one();
  };
  const wait = () => new Promise<void>((resolve) => wake.push(resolve));
  return {
    read: async (into) => {
      while (kept.length === 0 && !ended && !broken) await wait();
      if (broken) throw new Deno.errors.BadResource("closed here");
      if (kept.length === 0) return null;
      const got = Math.min(into.length, kept.length);
      into.set(kept.subarray(0, got));
      kept = kept.slice(got);
      changed();
      return got;
    },
    write: async (bytes) => {
      while (kept.length >= ROOM && !ended && !broken) await wait();
      if (ended || broken) throw new Deno.errors.BrokenPipe("nobody reads");
      const went = bytes.subarray(0, ROOM - kept.length);
      const joined = new Uint8Array(kept.length + went.length);
      joined.set(kept);
      joined.set(went, kept.length);
      kept = joined;
      changed();
      return went.length;
    },
    end: () => {
      ended = true;
      changed();
    },
    break: () => {
      broken = true;
      changed();
    },
  };
}
