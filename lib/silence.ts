// Copyright 2026 the lnk authors. MIT license.

/**
 * `# lnk: allow CODE[,CODE] reason` at the end of a line: warnings that
 * somebody looked at and wants.
 *
 * Only warnings can be silenced. An error means that the file grants nothing,
 * and no comment changes that.
 *
 * @module
 */

import { COMMON_PAGES } from "./codes/common.ts";
import type { Pages } from "./codes/page.ts";
import type { Finding, Severity } from "./finding.ts";
import type { Comment, Problem, Range } from "./located.ts";
import { spans } from "./located.ts";
import { quote } from "./text.ts";

/** A code that a comment allows on its line. */
interface Allowance {
  readonly code: string;
  readonly line: number;
  readonly range: Range;
}

/** What the comments of a file may speak of. */
export interface Hearing {
  /** The pages of this kind of file; a comment may name their codes, and the common ones. */
  readonly pages: Pages;
  /**
   * Whether a code was looked for in this run: an allowance for one that was
   * not is never called unused.
   */
  looked(code: string): boolean;
}

/** Findings after the comments of their file were heard. */
export interface Heard {
  /** What was not silenced. */
  readonly kept: readonly Finding[];
  /** What the comments themselves have wrong. */
  readonly problems: readonly Problem[];
}

/**
 * Takes away the warnings that comments allow.
 *
 * @param text The whole file.
 * @param comments Its comments.
 * @param findings All findings with their lines.
 * @param hearing Which codes exist, and which were looked for.
 * @returns What is left, and problems of the comments.
 */
export function hearComments(
  text: string,
  comments: readonly Comment[],
  findings: readonly Finding[],
  { pages, looked }: Hearing,
): Heard {
  const read = readComments(text, comments, pages);
  const errors = placesOf(findings, "error");
  const warnings = placesOf(findings, "warning");
  const allowed = new Set(read.allowances.map(place));
  const problems = read.allowances.filter(({ code }) => looked(code))
    .flatMap((allowance) => {
      if (errors.has(place(allowance))) return [notSilenced(allowance)];
      return warnings.has(place(allowance)) ? [] : [unused(allowance)];
    });
  return {
    kept: findings.filter(({ code, severity, span }) =>
      severity === "error" || !span || !allowed.has(place({ code, ...span }))
    ),
    problems: [...read.problems, ...problems],
  };
}

/** A code on a line, as a key. */
function place({ code, line }: Pick<Allowance, "code" | "line">): string {
  return `${line} ${code}`;
}

function placesOf(
  findings: readonly Finding[],
  wanted: Severity,
): ReadonlySet<string> {
  return new Set(
    findings.flatMap(({ code, severity, span }) =>
      severity === wanted && span ? [place({ code, ...span })] : []
    ),
  );
}

function readComments(
  text: string,
  comments: readonly Comment[],
  pages: Pages,
): { allowances: Allowance[]; problems: Problem[] } {
  const toSpan = spans(text);
  const allowances: Allowance[] = [];
  const problems: Problem[] = [];
  for (const { text: comment, range } of comments) {
    if (!/^\s*lnk:/i.test(comment)) continue;
    const { codes, state } = readAllowance(comment);
    if (state !== undefined) problems.push(malformed(state, range));
    const { line } = toSpan(range);
    for (const code of codes) {
      if (exists(code, pages)) allowances.push({ code, line, range });
      else problems.push(unknownCode(code, range));
    }
  }
  return { allowances, problems };
}

function exists(code: string, pages: Pages): boolean {
  return Object.hasOwn(COMMON_PAGES, code) || Object.hasOwn(pages, code);
}

/** The codes that a comment allows, or why it allows none. */
function readAllowance(
  comment: string,
): { codes: readonly string[]; state?: string } {
  const found = /^\s*lnk:\s*allow\s+(\S+)\s*(.*)$/s.exec(comment);
  if (!found) {
    return {
      codes: [],
      state: /^\s*lnk:\s*allow\s/i.test(comment)
        ? "`lnk: allow` is written in lower case"
        : "A comment to lnk is not `lnk: allow CODE[,CODE] reason`",
    };
  }
  const codes = new Set(found[1]!.split(","));
  const reason = found[2]!;
  if (codes.has("")) {
    return {
      codes: [],
      state: "Codes are parted by a comma alone, without a space",
    };
  }
  if (/\blnk:/i.test(reason)) {
    return {
      codes: [],
      state: "A comment holds one `lnk: allow`, with all codes of its line",
    };
  }
  if (reason !== "") return { codes: [...codes] };
  return {
    codes: [],
    state: `The comment allows ${[...codes].map(quote).join(", ")} without a ` +
      "reason, so it has no effect",
  };
}

function malformed(message: string, range: Range): Problem {
  return { code: "allow/malformed", severity: "warning", message, range };
}

function unknownCode(code: string, range: Range): Problem {
  return {
    code: "allow/unknown-code",
    severity: "warning",
    message: `The comment allows ${quote(code)}, and there is no such code`,
    range,
  };
}

function notSilenced({ code, range }: Allowance): Problem {
  return {
    code: "allow/error",
    severity: "warning",
    message: `${quote(code)} is an error here, and a comment silences only ` +
      "warnings",
    range,
  };
}

function unused({ code, range }: Allowance): Problem {
  return {
    code: "allow/unused",
    severity: "warning",
    message:
      `The comment allows ${quote(code)}, and nothing on this line has ` +
      "that code",
    range,
  };
}
