// Copyright 2026 the lnk authors. MIT license.

/**
 * A kind of damage, and how it is done.
 *
 * @module
 */

import type { Subject } from "../../../lib/doctor.ts";

/** A conversation. */
export const LOG = "ada/chats/main.jsonl";
/** The queue's folder. */
export const QUEUE = "home/.lnk/agent-context/captures";
/** Its batch. */
export const BATCH = `${QUEUE}/00000000000000000001.batch`;
/** The name of an unfinished file. */
export const TEMP = ".lnk-0123456789abcdef01234567.tmp";

/** What is told, as `status area code`. */
export type Told = readonly string[];

/** One kind of damage. */
export interface Damage {
  readonly name: string;
  /** Does it. */
  readonly damage: (at: (path: string) => string) => void | Promise<void>;
  /** All that is told beside what is well. */
  readonly told: Told;
  /** What a message or a next command has. */
  readonly says?: RegExp;
  readonly more?: (at: (path: string) => string) => Partial<Subject>;
}

/** Writes a file. */
export const write = Deno.writeTextFileSync;
/** Writes at the end of a file. */
export const append = (path: string, text: string) =>
  write(path, text, { append: true });
/** Changes the text of a file. */
export const edit = (path: string, change: (text: string) => string) =>
  write(path, change(Deno.readTextFileSync(path)));
/** Makes a named pipe. */
export const pipe = async (path: string) => {
  await new Deno.Command("mkfifo", { args: [path] }).output();
};

/** An index is for one state of its log. */
export const INDEX = "warning logs doctor/index";
/** A log that cannot be believed. */
export const CORRUPT = "error logs store/corrupt-log";
