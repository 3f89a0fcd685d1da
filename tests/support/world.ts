// Copyright 2026 the lnk authors. MIT license.

/**
 * A world of a test's own: streams in memory, a fixed clock, chosen variables.
 *
 * @module
 */

import type { World } from "../../cli/context.ts";
import type { Output } from "../../cli/io.ts";
import { realDisk } from "../../lib/disk.ts";
import type { Wire } from "../../lib/endpoint.ts";

/** What a test chooses; all else is empty. */
export interface WorldOptions {
  /** Where relative paths start. */
  readonly base: string;
  /** Standard input; without it, a terminal where nobody types. */
  readonly stdin?: Uint8Array<ArrayBuffer> | undefined;
  /** The environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now?: number;
  /** Whether both outputs are an 80-column terminal with colour. */
  readonly terminal?: boolean;
  /** Whether nobody asks the run to end; else it is asked at once. */
  readonly undisturbed?: boolean;
}

/** A world and what was written in it. */
export interface TestWorld extends World {
  /** All of standard output so far. */
  stdout(): Uint8Array<ArrayBuffer>;
  /** All of standard error so far. */
  stderr(): Uint8Array<ArrayBuffer>;
}

/**
 * Builds a world.
 *
 * @param options What the test chooses.
 * @returns A world on the real disk.
 */
export function testWorld(options: WorldOptions): TestWorld {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const { env = {}, stdin, now = 0, terminal = false } = options;
  return {
    stdout: () => joined(out),
    stderr: () => joined(err),
    disk: realDisk(options.base),
    io: {
      out: memoryOutput(out, terminal),
      err: memoryOutput(err, terminal),
      in: {
        terminal: stdin === undefined,
        stream: () => new Blob([stdin ?? new Uint8Array()]).stream(),
      },
      wire: () => memoryWire(stdin, out),
      now: () => now,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      sleep: (milliseconds) =>
        new Promise((done) => setTimeout(done, milliseconds)),
      env: (name) => env[name],
      // A server that is asked to end at once: a script sees it start and stop.
      stopped: () =>
        options.undisturbed ? new Promise(() => {}) : Promise.resolve(),
    },
  };
}

/** A client that says all of standard input, then no more. */
function memoryWire(
  stdin = new Uint8Array(),
  out: Uint8Array[],
): Wire {
  let rest = stdin;
  return {
    read: (buffer) => {
      const got = Math.min(buffer.length, rest.length);
      buffer.set(rest.subarray(0, got));
      rest = rest.subarray(got);
      return Promise.resolve(got === 0 ? null : got);
    },
    write: (bytes) => {
      out.push(bytes.slice());
      return Promise.resolve(bytes.length);
    },
    closeWrite: () => Promise.resolve(),
    close: () => {},
  };
}

function memoryOutput(chunks: Uint8Array[], terminal: boolean): Output {
  return {
    terminal,
    colour: terminal,
    columns: 80,
    closed: false,
    write(data) {
      chunks.push(
        typeof data === "string"
          ? new TextEncoder().encode(data)
          : data.slice(),
      );
    },
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(
    chunks.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
