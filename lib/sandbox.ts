// Copyright 2026 the lnk authors. MIT license.

/**
 * A sandbox file, `sandbox.toml`: its grants, and what is wrong with it.
 *
 * A file with an error grants nothing at all; it never falls back to a
 * default. Without `[files]` the default folders hold, without `[commands]` no
 * program.
 *
 * @module
 */

import { GRANTS_PAGES } from "./codes/grants.ts";
import { capped, type Finding } from "./finding.ts";
import {
  checkCommands,
  checkFolders,
  type Fault,
  type Grants,
  type Place,
} from "./grants.ts";
import {
  type Comment,
  locate,
  type LocatedTable,
  type Problem,
  type Range,
} from "./located.ts";
import { readGrants } from "./sandbox/read.ts";
import { hearComments } from "./silence.ts";
import { decodeSource } from "./source.ts";
import { parseToml } from "./toml.ts";

/** A sandbox file that was read. */
export interface Sandbox {
  /** The file's text, for source frames. */
  readonly text: string;
  /** What it grants; absent if it has an error. */
  readonly grants: Grants | undefined;
  /** The names in it that can be read, for checks that look further. */
  readonly named: Grants;
  /** What is wrong with it, in order of place. */
  readonly findings: readonly Finding[];
}

/** What a check of more than the text has to say. */
export interface Further {
  /** The start of the codes that it looks for, such as `placement/`. */
  readonly area: string;
  /** Looks at the grants. */
  check(named: Grants): readonly Fault[];
}

/** How a sandbox file is checked. */
export interface SandboxOptions {
  /** Whether an unknown table is an error. */
  readonly strict?: boolean;
  /** A check of the machine, beside the text. */
  readonly further?: Further;
}

/**
 * Reads and checks a sandbox file.
 *
 * @example Usage
 * ```ts
 * import { checkSandbox } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('[commands]\nrun = ["git push"]\n');
 * const { grants, findings } = checkSandbox(bytes);
 * assertEquals(grants, undefined);
 * assertEquals(findings[0]?.span?.column, 8);
 * ```
 *
 * @param bytes The whole file, at most 1 MiB.
 * @param options How strict, and what to look at beside the text.
 * @returns Its grants and findings.
 */
export function checkSandbox(
  bytes: Uint8Array<ArrayBuffer>,
  options: SandboxOptions = {},
): Sandbox {
  const source = decodeSource(bytes);
  const { text } = source;
  const document = source.whole
    ? parseToml(text)
    : { root: noTable(), comments: [], problems: [] };
  const whole = source.whole && document.problems.length === 0;
  const read = readGrants(document.root, { ...options, whole });
  const faults = [
    ...checkCommands(read.grants.commands),
    ...(read.grants.defaultFolders ? [] : checkFolders(read.grants.folders)),
    ...options.further?.check(read.grants) ?? [],
  ];
  const misread = ({ code, at }: Fault) =>
    code === "files/empty-team" && read.unclear.includes(String(at[2]));
  const problems = [
    ...source.problems,
    ...document.problems,
    ...read.problems,
    ...faults.filter((fault) => !misread(fault))
      .map((fault) => toProblem(fault, read.rangeOf)),
  ];
  const findings = finished(text, problems, {
    comments: document.comments,
    whole,
    further: options.further,
  });
  const ok = !findings.some(({ severity }) => severity === "error");
  return {
    text,
    grants: ok ? read.grants : undefined,
    named: read.grants,
    findings: capped(findings),
  };
}

/** What else is known about a file. */
interface Known {
  readonly comments: readonly Comment[];
  readonly whole: boolean;
  readonly further: Further | undefined;
}

function finished(
  text: string,
  problems: readonly Problem[],
  { comments, whole, further }: Known,
): Finding[] {
  const found = locate(text, problems);
  const looked = (code: string) =>
    whole && (!code.startsWith("placement/") ||
      (further !== undefined && code.startsWith(further.area)));
  const { kept, problems: own } = hearComments(text, comments, found, {
    pages: GRANTS_PAGES,
    looked,
  });
  return own.length === 0
    ? [...kept]
    : [...kept, ...locate(text, own)].sort(byLine);
}

function byLine(a: Finding, b: Finding): number {
  return (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
    (a.span?.column ?? 0) - (b.span?.column ?? 0);
}

function toProblem(
  { at, related, path: _ofMachine, ...fault }: Fault,
  rangeOf: (place: Place) => Range | undefined,
): Problem {
  const range = rangeOf(at);
  const other = related && rangeOf(related.at);
  return {
    ...fault,
    ...(range && { range }),
    ...(related && other && {
      related: { message: related.message, range: other },
    }),
  };
}

function noTable(): LocatedTable {
  return { kind: "table", members: new Map(), range: [0, 0] };
}
