// Copyright 2026 the lnk authors. MIT license.

/**
 * The refusals of a change of what another has changed meanwhile.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { RecordContent } from "./canonical.ts";
import { MISSING } from "./interface.ts";

/**
 * The refusal of a change that names another version than the one there.
 *
 * @param path The file.
 * @param version Its version.
 * @param expect The version that the change names.
 * @returns An error of code `store/version-conflict` (details: `path`,
 *   `version`).
 */
export function versionConflict(
  path: string,
  version: bigint,
  expect: bigint,
): LnkError {
  const gone = version === MISSING;
  return new LnkError(
    "conflict",
    "store/version-conflict",
    `Cannot change ${quote(path)}: ${stateOf(version, expect)}`,
    {
      details: { path, version },
      ...(gone &&
        { help: "it is gone, or never was: version 0 makes it anew" }),
    },
  );
}

function stateOf(version: bigint, expect: bigint): string {
  if (version === MISSING) return "there is no such file";
  if (expect === MISSING) return `it stands already, at version ${version}`;
  return `its version is ${version}, not ${expect}`;
}

/**
 * The refusal of a record that is meant for another place than the next.
 *
 * @param path The log.
 * @param seq The sequence that was asked for.
 * @param last The last one that is taken.
 * @returns An error of code `store/sequence-conflict` (details: `last`).
 */
export function sequenceConflict(
  path: string,
  seq: number,
  last: number,
): LnkError {
  return new LnkError(
    "conflict",
    "store/sequence-conflict",
    `Cannot append record ${seq} to ${quote(path)}: record ${last + 1} is next`,
    { details: { last } },
  );
}

/** Two records of one source. */
export interface SourceClash {
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The sequence of the record that stands there. */
  readonly seq: number;
  /** What names the source. */
  readonly source: string;
  /** What it says. */
  readonly there: RecordContent;
  /** What the record says that was given. */
  readonly given: RecordContent;
}

/** How many members are named. */
const NAMED = 4;
/** Longer names are shown cut, and told to no program. */
const LONGEST_NAME = 64;

/**
 * The refusal of a record whose source is used with other content.
 *
 * @param clash Both records.
 * @returns An error of code `store/source-conflict` (details: `thread`, `seq`,
 *   `differs`, `digest`, `given_digest`).
 */
export function sourceConflict(
  { thread, seq, source, there, given }: SourceClash,
): LnkError {
  const differs = differingMembers(there, given);
  const named = differs.slice(0, NAMED);
  const more = differs.length - named.length;
  const names = named.map(quote).join(", ") +
    (more > 0 ? ` and ${more} more` : "");
  const label = quote((JSON.parse(source) as string[]).join("/"));
  return new LnkError(
    "conflict",
    "store/source-conflict",
    `Cannot append the record: its source ${label} is that of record ${seq} ` +
      `of ${quote(thread)}, which differs in ${names}`,
    {
      details: {
        thread,
        seq,
        differs: named.filter((name) => name.length <= LONGEST_NAME),
        digest: there.digest,
        given_digest: given.digest,
      },
    },
  );
}

/** The names of the members in which two records differ, sorted. */
function differingMembers(
  one: RecordContent,
  other: RecordContent,
): readonly string[] {
  const said = ({ members }: RecordContent, name: string) =>
    members.get(name)?.join() ?? "";
  return [...new Set([...one.members.keys(), ...other.members.keys()])]
    .filter((name) => said(one, name) !== said(other, name))
    .sort();
}
