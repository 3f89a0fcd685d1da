// Copyright 2026 the lnk authors. MIT license.

/**
 * Captures to measure with.
 *
 * @module
 */

import { type Host, realDisk } from "../lib/disk.ts";
import type { Capture } from "../lib/queue.ts";
import type { Bench } from "./row.ts";

/** Whose the captures are. */
export const OURS = { agent: "ada", owner: "kay" };
/** Where they come from and go to. */
export const ORIGIN = {
  ...OURS,
  thread: "link:main",
  adapter: "goose",
  session: "s1",
};

/** The machine, with relative paths from a folder on. */
export function hostIn(folder: string): Host {
  return {
    disk: realDisk(folder),
    now: () => Date.now(),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds) =>
      new Promise((done) => setTimeout(done, milliseconds)),
  };
}

/** A record whose line has about so many bytes. */
export function record(id: number, bytes: number): string {
  const source = { adapter: "goose", session: "s1", record: `r${id}` };
  const rest = JSON.stringify({ role: "user", source }).length + 12;
  return JSON.stringify({
    role: "user",
    text: "x".repeat(Math.max(0, bytes - rest)),
    source,
  });
}

/** A capture of one record. */
export function batchOf(id: number, bytes: number): Capture {
  const records = new TextEncoder().encode(`${record(id, bytes)}\n`);
  return { ...ORIGIN, records };
}

let folders = 0;

/** A new private folder of this run. */
export function fresh({ folder }: Bench, name: string): string {
  const path = `${folder}/${name}${folders++}`;
  Deno.mkdirSync(path, { mode: 0o700 });
  return path;
}
