// Copyright 2026 the lnk authors. MIT license.

/**
 * What a release is called and what it brings, from CHANGELOG.md.
 *
 * @module
 */

/** The day of what is built before its first release. */
const FIRST_DAY = "2026-12-01";

/** The newest entry. */
export interface Entry {
  /** Such as `0.1.0`. */
  readonly version: string;
  /** `YYYY-MM-DD`; absent while it is unreleased. */
  readonly day?: string;
  /** What is below the heading. */
  readonly notes: string;
}

const HEADING =
  /^## \[(\d+\.\d+\.\d+)\] - (?:(\d{4}-\d{2}-\d{2})|unreleased)$/m;

/**
 * Reads the newest entry.
 *
 * @param changelog The text of CHANGELOG.md.
 * @returns The entry; an error where the first heading is none.
 */
export function newest(changelog: string): Entry {
  const start = changelog.search(/^## /m);
  const [, title = "", body = ""] =
    /^(## .*)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog.slice(start)) ?? [];
  const [, version, day] = HEADING.exec(title) ?? [];
  if (start < 0 || version === undefined) {
    throw new Error(
      'CHANGELOG.md: the first "##" is not "## [X.Y.Z] - YYYY-MM-DD" or ' +
        '"- unreleased"',
    );
  }
  return {
    version,
    ...day !== undefined && { day },
    notes: body.trim() + "\n",
  };
}

/**
 * The day that stands in what is built, so that building again gives the same.
 *
 * @param changelog The text of CHANGELOG.md.
 * @returns Midnight of the newest released day, UTC.
 */
export function buildDay(changelog: string): Date {
  const [, day = FIRST_DAY] =
    /^## \[[^\]]+\] - (\d{4}-\d{2}-\d{2})$/m.exec(changelog) ?? [];
  return new Date(`${day}T00:00:00Z`);
}

/**
 * Dates the newest entry.
 *
 * @param changelog The text of CHANGELOG.md.
 * @param version What is released.
 * @param day `YYYY-MM-DD`.
 * @returns The text with that heading in place of an unreleased one.
 */
export function dated(changelog: string, version: string, day: string): string {
  const entry = newest(changelog);
  if (entry.day !== undefined) {
    throw new Error(`CHANGELOG.md: ${entry.version} is released already`);
  }
  return changelog.replace(HEADING, `## [${version}] - ${day}`);
}
