// Copyright 2026 the lnk authors. MIT license.

/**
 * A process with its children: started together, ended together.
 *
 * @module
 */

/** How a process ended. */
export interface Ended {
  /** Its exit code, or what happened instead. */
  readonly how: number | string;
  /** The first 4 KiB of what it printed, both streams. */
  readonly output: string;
}

/** The most bytes of output that are kept. */
const KEPT = 4096;

/** How long output is waited for after the group was killed, in milliseconds: who left the group may hold the pipe. */
const GRACE = 200;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Runs a program in a process group of its own, and kills the group at its
 * end, at the limit, or when this process is asked to end.
 *
 * @param path The program.
 * @param input Its standard input.
 * @param limit The most milliseconds it may take.
 * @returns How it ended.
 */
export async function runGroup(
  path: string,
  input: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Ended> {
  const child = new Deno.Command(path, {
    detached: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const kept: Uint8Array[] = [];
  const outputs = [keep(child.stdout, kept), keep(child.stderr, kept)];
  const fed = feed(child.stdin, input);
  const release = passSignalsOn(child.pid);
  try {
    const how = await within(limit, child);
    killGroup(child.pid);
    await soon(Promise.all(outputs.map(({ done }) => done)));
    return { how, output: shownText(kept) };
  } finally {
    release();
    await fed.stop();
    for (const { stop } of outputs) await stop();
  }
}

async function within(
  limit: number,
  child: Deno.ChildProcess,
): Promise<number | string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`it takes more than ${limit} ms`), limit);
  });
  const how = await Promise.race([late, child.status]);
  clearTimeout(timer);
  if (typeof how !== "string") {
    return how.signal === null ? how.code : `it ends by ${how.signal}`;
  }
  killGroup(child.pid);
  await child.status;
  return how;
}

function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

/** The group is not the terminal's: without this it would outlive an interrupt. */
function passSignalsOn(pid: number): () => void {
  const handlers = SIGNALS.map((signal) => {
    const handler = () => {
      killGroup(pid);
      release();
      Deno.kill(Deno.pid, signal);
    };
    return [signal, handler] as const;
  });
  const release = () => {
    for (const [signal, handler] of handlers) {
      Deno.removeSignalListener(signal, handler);
    }
  };
  for (const [signal, handler] of handlers) {
    Deno.addSignalListener(signal, handler);
  }
  return release;
}

interface Flow {
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

/** Reads all, so that the process is never held up, and keeps the start. */
function keep(stream: ReadableStream<Uint8Array>, kept: Uint8Array[]): Flow {
  const reader = stream.getReader();
  const done = (async () => {
    let length = 0;
    for (let next = await reader.read(); !next.done;) {
      if (length < KEPT) kept.push(next.value.subarray(0, KEPT - length));
      length += next.value.length;
      next = await reader.read();
    }
  })().catch(() => {});
  return { done, stop: () => reader.cancel().catch(() => {}) };
}

/** A process that ends without reading is no failure. */
function feed(
  stream: WritableStream<Uint8Array<ArrayBuffer>>,
  input: Uint8Array<ArrayBuffer>,
): Flow {
  const writer = stream.getWriter();
  const done = writer.write(input).then(() => writer.close()).catch(() => {});
  return { done, stop: () => writer.abort().catch(() => {}) };
}

async function soon(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((done) => {
    timer = setTimeout(done, GRACE);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function shownText(kept: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const text = kept.map((part) => decoder.decode(part, { stream: true }));
  return (text.join("") + decoder.decode()).slice(0, KEPT);
}
