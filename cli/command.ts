// Copyright 2026 the lnk authors. MIT license.

/**
 * What all commands share: common flags, examples in the help, and one way to
 * end, well or badly.
 *
 * @module
 */

import type { BaseArgs, CommandFunction } from "@stricli/core";
import { LnkError, retold } from "../lib/errors.ts";
import type { CommonFlags, Context } from "./context.ts";
import { reportError, withHint } from "./failure.ts";
import { jsonDocument } from "./report/json.ts";

/** The words of the flags that every command has. */
export const COMMON = {
  json: {
    kind: "boolean",
    brief: "Print one JSON document on standard output, on failure too",
    default: false,
    withNegated: false,
  },
} as const;

/**
 * Takes a word that names a file, a folder or another place.
 *
 * An empty one is most often a variable that is not set, and would otherwise
 * be the current folder.
 *
 * @param word The word as it was given.
 * @returns The same word.
 * @throws {LnkError} `usage/arguments` for an empty one.
 */
export function pathWord(word: string): string {
  if (word !== "") return word;
  throw new LnkError(
    "usage",
    "usage/arguments",
    "it is empty, which names no file or folder: a variable may not be set",
  );
}

/** One line of a help text's examples. */
export interface Example {
  /** The words after `lnk-tool`. */
  readonly input: string;
  /** What they do. */
  readonly brief: string;
}

type Deed<F extends CommonFlags, A extends BaseArgs> = CommandFunction<
  F,
  A,
  Context
>;

/**
 * Loads a deed only when its command runs, and turns what it throws into the
 * documented text or JSON and exit code.
 *
 * @param load Imports the deed's module.
 * @returns A loader for `buildCommand`.
 */
export function deed<F extends CommonFlags, A extends BaseArgs>(
  load: () => Promise<{ default: Deed<F, A> }>,
): () => Promise<Deed<F, A>> {
  return () =>
    Promise.resolve(async function (this: Context, flags: F, ...args: A) {
      try {
        await (await load()).default.call(this, flags, ...args);
      } catch (error) {
        const told = withHint(error, this.helpHint);
        this.process.exitCode = await reportError(
          this,
          told,
          flags.json,
          flags,
        );
      }
    });
}

/**
 * Prints what a command found out, once: as a document or for people.
 *
 * @param context The command's `this`.
 * @param flags Whether JSON is asked for.
 * @param document The fields beside `version`.
 * @param text What people read, with its newlines.
 * @param done What the command changed before; nothing without it.
 * @throws {LnkError} `output/failed`, which says what was done.
 */
export function answer(
  context: Context,
  flags: CommonFlags,
  document: Readonly<Record<string, unknown>>,
  text: string,
  done?: Done,
): void {
  try {
    context.io.out.write(flags.json ? jsonDocument(document) : text);
  } catch (error) {
    throw done ? doneUnprinted(error, done) : error;
  }
}

/** What a command changed before it printed anything. */
export interface Done {
  /** Such as `batch 1 was admitted`. */
  readonly did: string;
  /** What remains to do, and whether the same command again is safe. */
  readonly next: string;
}

/**
 * The failure of an output that was to tell what was done.
 *
 * @param error What was thrown where it was written.
 * @param done What was done.
 * @returns An error that says so; what is no failed output as it is.
 */
export function doneUnprinted(error: unknown, { did, next }: Done): unknown {
  if (!(error instanceof LnkError && error.code === "output/failed")) {
    return error;
  }
  return retold(error, {
    message: `${error.message}; ${did}`,
    help: next,
    details: { outcome: "done" },
  });
}
