// Copyright 2026 the lnk authors. MIT license.

/**
 * Refusals of what stands at a path.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { shellPath } from "../shell.ts";
import { quote } from "../text.ts";
import type { Entry, EntryKind } from "./interface.ts";

/**
 * The refusal of a link.
 *
 * @param path Where it stands.
 * @returns An error of code `disk/link`.
 */
export function linked(path: string): LnkError {
  return refused(
    "disk/link",
    path,
    "it is a link",
    `see where it leads: ls -ld ${shellPath(path)}`,
  );
}

const WORDS: Readonly<Record<EntryKind, string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "a pipe, socket or device",
};

/**
 * The refusal of another kind of thing.
 *
 * @param path Where it stands.
 * @param wanted What should stand there.
 * @param entry What does.
 * @returns An error of code `disk/wrong-kind`.
 */
export function wrongKind(
  path: string,
  wanted: "file" | "folder",
  entry: Entry,
): LnkError {
  return refused(
    "disk/wrong-kind",
    path,
    `it is ${WORDS[entry.kind]}, not ${WORDS[wanted]}`,
    `see what it is: ls -ld ${shellPath(path)}`,
  );
}

/**
 * The refusal of a file with a second name.
 *
 * @param path The name that was asked for.
 * @param entry The file.
 * @returns An error of code `disk/many-names`.
 */
export function manyNames(path: string, entry: Entry): LnkError {
  return refused(
    "disk/many-names",
    path,
    `it has ${entry.links} names`,
    `find the others: find / -samefile ${shellPath(path)}`,
  );
}

/**
 * The refusal of a path that led to another thing at a second look.
 *
 * @param path Which one.
 * @returns An error of code `disk/changed`.
 */
export function changed(path: string): LnkError {
  return refused("disk/changed", path, "it was replaced while it was opened");
}

/**
 * The error for something that must stand, and does not.
 *
 * @param path Where it should.
 * @param wanted What it should be.
 * @returns An error of code `disk/missing`.
 */
export function missing(path: string, wanted: "file" | "folder"): LnkError {
  return new LnkError(
    "unable",
    "disk/missing",
    `Cannot use ${quote(path)}: there is no such ${wanted}`,
    { path },
  );
}

/**
 * A refusal to use a path.
 *
 * @param code The error's code.
 * @param path Which one.
 * @param state What is wrong with it.
 * @param help The command that mends it.
 * @returns An error of kind `refused`.
 */
export function refused(
  code: string,
  path: string,
  state: string,
  help?: string,
): LnkError {
  return new LnkError(
    "refused",
    code,
    `Cannot use ${quote(path)}: ${state}`,
    help === undefined ? { path } : { path, help },
  );
}
