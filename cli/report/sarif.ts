// Copyright 2026 the lnk authors. MIT license.

/**
 * SARIF 2.1.0, for code scanning.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { page } from "../../lib/codes.ts";
import type { CheckedFile, Finding, Span } from "../../lib/finding.ts";
import { NAME, VERSION } from "../../lib/version.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/**
 * Builds a log with one run.
 *
 * @param files Checked files.
 * @param relative Turns a file name into one below the checkout.
 * @returns The log as one line of JSON.
 */
export async function sarifReport(
  files: readonly CheckedFile[],
  relative: (file: string) => string,
): Promise<string> {
  const rules = [
    ...new Set(files.flatMap(({ findings }) => findings.map((f) => f.code))),
  ].sort();
  const results = await Promise.all(
    files.flatMap(({ file, text, findings }) => {
      const uri = toUri(relative(file));
      const lines = text.split("\n");
      return findings.map((found) => result({ found, uri, lines, rules }));
    }),
  );
  return JSON.stringify({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{
      tool: { driver: driver(rules) },
      columnKind: "unicodeCodePoints",
      results: numbered(results),
    }],
  }) + "\n";
}

function driver(rules: readonly string[]): Record<string, unknown> {
  return {
    name: NAME,
    semanticVersion: VERSION,
    rules: rules.map((id) => {
      const { title = id, why = "", next = "" } = page(id) ?? {};
      return {
        id,
        name: id.replace(/(^|[/-])(.)/g, (_, __, c) => c.toUpperCase()),
        shortDescription: { text: title },
        fullDescription: { text: why || title },
        help: { text: `${why}\n\nWhat to do: ${next}` },
      };
    }),
  };
}

/** What a result is made from. */
interface Ingredients {
  readonly found: Finding;
  readonly uri: string;
  readonly lines: readonly string[];
  readonly rules: readonly string[];
}

interface Result {
  readonly partialFingerprints: { "lnk/v1": string };
}

async function result(
  { found, uri, lines, rules }: Ingredients,
): Promise<Result> {
  const { code, severity, message, span, related, help } = found;
  const line = lines[(span?.line ?? 1) - 1]?.slice(0, 500).trim() ?? "";
  const relatedLocations = related && [{
    id: 1,
    message: { text: related.message },
    ...location(uri, related.span),
  }];
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: severity,
    message: { text: help === undefined ? message : `${message}. ${help}` },
    locations: [location(uri, span)],
    ...(relatedLocations && { relatedLocations }),
    partialFingerprints: { "lnk/v1": await digest(`${code}\n${uri}\n${line}`) },
  } as Result;
}

/** Every result has a place, or the whole log would be refused. */
function location(uri: string, span: Span | undefined): {
  physicalLocation: Record<string, unknown>;
} {
  return {
    physicalLocation: {
      artifactLocation: uri.includes(":")
        ? { uri }
        : { uri, uriBaseId: "%SRCROOT%" },
      region: span
        ? {
          startLine: span.line,
          startColumn: span.column,
          endLine: span.endLine,
          endColumn: Math.max(span.endColumn, 1),
        }
        : { startLine: 1 },
    },
  };
}

/** The same finding on equal lines gets a number, so that each keeps its own identity. */
function numbered(results: readonly Result[]): Result[] {
  const seen = new Map<string, number>();
  return results.map((one) => {
    const print = one.partialFingerprints["lnk/v1"];
    const number = (seen.get(print) ?? 0) + 1;
    seen.set(print, number);
    const partialFingerprints = { "lnk/v1": `${print}:${number}` };
    return { ...one, partialFingerprints };
  });
}

async function digest(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 32);
}

function toUri(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${encoded}` : encoded;
}
