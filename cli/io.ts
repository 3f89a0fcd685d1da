// Copyright 2026 the lnk authors. MIT license.

/**
 * The world of one run: streams, clock, randomness, environment.
 *
 * Commands take it as a parameter, so that tests can pass a world of their
 * own. Only `cli.ts` builds the real one.
 *
 * @module
 */

import type { Wire } from "../lib/endpoint.ts";
import { LnkError } from "../lib/errors.ts";

/** Where text goes. */
export interface Output {
  /** Writes all of the text or bytes; after a reader has gone it does nothing. */
  write(data: string | Uint8Array): void;
  /** Whether the reader has gone (a closed pipe): long work may stop. */
  readonly closed: boolean;
  /** Whether a person watches. */
  readonly terminal: boolean;
  /** Whether escape codes for colour are wanted. */
  readonly colour: boolean;
  /** The width to fit into, in cells. */
  readonly columns: number;
}

/** Where bytes come from. */
export interface Input {
  /** Whether a person types. */
  readonly terminal: boolean;
  /** The bytes, once. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The world of one run. */
export interface Io {
  /** Results. */
  readonly out: Output;
  /** Messages. */
  readonly err: Output;
  /** Standard input. */
  readonly in: Input;
  /** Standard input and output as one connection; in place of `in` and `out`. */
  wire(): Wire;
  /** Milliseconds since 1970, as the machine believes; it can step back. */
  now(): number;
  /** Fresh random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
  /** Lets the given milliseconds pass; signals are handled meanwhile. */
  sleep(milliseconds: number): Promise<void>;
  /** A variable of the environment. */
  env(name: string): string | undefined;
  /** Resolves when the user or the system asks the run to end; without the question, a signal ends it at once. */
  stopped(): Promise<void>;
}

/** The parts of `Deno.stdin` and `Deno.stdout` that a connection needs. */
export interface Pipes {
  /** Standard input. */
  readonly stdin: Pick<Wire, "read" | "close">;
  /** Standard output. */
  readonly stdout: Pick<Wire, "write">;
}

/**
 * Standard input and output as one connection.
 *
 * @param pipes The streams of the process.
 * @returns A connection; closing it ends what is being read or written.
 */
export function pipesWire({ stdin, stdout }: Pipes): Wire {
  let open = true;
  let giveUp = (_: Error) => {};
  return {
    read: (buffer) => stdin.read(buffer),
    // The runtime cannot call back a write that nobody takes.
    write: (bytes) =>
      new Promise((resolve, reject) => {
        giveUp = reject;
        stdout.write(bytes).then(resolve, reject);
      }),
    closeWrite: () => Promise.resolve(),
    close: () => {
      if (open) stdin.close();
      open = false;
      giveUp(new Error("closed here"));
    },
  };
}

/** How `--color` decides. */
export type ColourChoice = "auto" | "always" | "never";

/** The part of `Deno.stdout` and `Deno.stderr` that an output needs. */
export interface Sink {
  /** Writes some bytes, and says how many. */
  writeSync(bytes: Uint8Array): number;
  /** Whether a person watches. */
  isTerminal(): boolean;
}

/**
 * An output on a stream of the process.
 *
 * @param sink The stream.
 * @param env Reads the environment.
 * @param choice What `--color` said.
 * @param columns The width of the terminal.
 * @returns An output that ends quietly when its reader goes.
 */
export function streamOutput(
  sink: Sink,
  env: (name: string) => string | undefined,
  choice: ColourChoice,
  columns: () => number,
): Output {
  const encoder = new TextEncoder();
  let closed = false;
  return {
    terminal: sink.isTerminal(),
    colour: wantsColour(sink.isTerminal(), env, choice),
    get columns() {
      return columns();
    },
    get closed() {
      return closed;
    },
    write(data) {
      if (closed) return;
      const bytes = typeof data === "string" ? encoder.encode(data) : data;
      try {
        writeAll(sink, bytes);
      } catch (error) {
        if (!(error instanceof Deno.errors.BrokenPipe)) throw unwritable(error);
        closed = true;
      }
    },
  };
}

/** Whether a stream gets colour: the flag wins, then NO_COLOR, then FORCE_COLOR, then what the stream is. */
function wantsColour(
  terminal: boolean,
  env: (name: string) => string | undefined,
  choice: ColourChoice,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (env("NO_COLOR")) return false;
  const force = env("CLICOLOR_FORCE") || env("FORCE_COLOR");
  if (force) return force !== "0";
  return terminal && env("TERM") !== "dumb";
}

function writeAll(sink: Sink, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    try {
      done += sink.writeSync(bytes.subarray(done));
    } catch (error) {
      // Another holder of the pipe made it non-blocking and it is full.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function unwritable(cause: unknown): LnkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LnkError(
    "unable",
    "output/failed",
    `Cannot write the output: ${reason}`,
    { cause },
  );
}
