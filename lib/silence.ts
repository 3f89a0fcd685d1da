// Copyright 2026 the lnk authors. MIT license.

/**
 * `# lnk: allow CODE reason` at the end of a line: a warning that somebody
 * looked at and wants.
 *
 * Only warnings can be silenced. An error means that the file grants nothing,
 * and no comment changes that.
 *
 * @module
 */

import { page } from "./codes.ts";
import type { Finding } from "./finding.ts";
import type { Comment, Problem, Range } from "./located.ts";
import { spans } from "./located.ts";
import { quote } from "./text.ts";

/** A comment that allows a code on its line. */
interface Allowance {
  readonly code: string;
  readonly line: number;
  readonly range: Range;
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
 * @param looked Whether a code was looked for in this run: an allowance for
 *   one that was not is never called unused.
 * @returns What is left, and problems of the comments.
 */
export function hearComments(
  text: string,
  comments: readonly Comment[],
  findings: readonly Finding[],
  looked: (code: string) => boolean,
): Heard {
  const toSpan = spans(text);
  const problems: Problem[] = [];
  const allowances: Allowance[] = [];
  for (const { text: comment, range } of comments) {
    const words = /^\s*lnk:\s*(.*)$/s.exec(comment)?.[1]?.trim();
    if (words === undefined) continue;
    const [, code, reason] = /^allow\s+(\S+)\s*(.*)$/s.exec(words) ?? [];
    const problem = misread(code, reason, range);
    if (problem) problems.push(problem);
    else allowances.push({ code: code!, line: toSpan(range).line, range });
  }
  const silences = ({ code, line }: Allowance, found: Finding) =>
    found.severity === "warning" && found.code === code &&
    found.span?.line === line;
  for (const allowance of allowances) {
    if (!looked(allowance.code)) continue;
    const error = findings.some(({ code, severity, span }) =>
      severity === "error" && code === allowance.code &&
      span?.line === allowance.line
    );
    if (error) problems.push(notSilenced(allowance));
    else if (!findings.some((found) => silences(allowance, found))) {
      problems.push(unused(allowance));
    }
  }
  return {
    kept: findings.filter((found) =>
      !allowances.some((allowance) => silences(allowance, found))
    ),
    problems,
  };
}

function misread(
  code: string | undefined,
  reason: string | undefined,
  range: Range,
): Problem | undefined {
  if (code === undefined || !reason) {
    return {
      code: "allow/malformed",
      severity: "warning",
      message: code === undefined
        ? "A comment to lnk is not `lnk: allow CODE reason`"
        : `The comment allows ${quote(code)} without a reason, so it has no ` +
          "effect",
      range,
    };
  }
  if (page(code)) return undefined;
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
