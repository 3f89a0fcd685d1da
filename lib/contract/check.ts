// Copyright 2026 the lnk authors. MIT license.

/**
 * Contract files, TOML or JSON, with the position of everything that is wrong
 * in them.
 *
 * A contract with an error is no contract: what a harness promises is never
 * taken from a part of its file.
 *
 * @module
 */

import { byPlace, capped, type Finding } from "../finding.ts";
import { parseJson } from "../json.ts";
import { type Document, locate } from "../located.ts";
import { CONTRACT_PAGES } from "../codes/contract.ts";
import { hearComments } from "../silence.ts";
import { decodeSource } from "../source.ts";
import { parseToml } from "../toml.ts";
import type { ContractFormat } from "./names.ts";
import { readContract } from "./read.ts";
import type { Contract } from "./types.ts";

/** How a contract is checked. */
export interface ContractOptions {
  /** Its file name: `.json` and `.toml` tell the format; else the text does. */
  readonly name?: string;
  /** Whether an unknown table of the top level is an error, not a warning. */
  readonly strict?: boolean;
}

/** A contract file that was read. */
export interface ContractCheck {
  /** The file's text, for source frames. */
  readonly text: string;
  /** What it declares; absent if it has an error. */
  readonly contract: Contract | undefined;
  /** What is wrong with it, in order of place. */
  readonly findings: readonly Finding[];
}

/**
 * Checks a contract file and reads what it declares.
 *
 * All findings come in one run. A file that is not TOML is checked up to the
 * statement that is wrong, one that is not JSON not at all.
 *
 * @example A misspelt promise is an error, never a missing one
 * ```ts
 * import { checkContract } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const file = 'name = "goose"\n[state.export]\nconversation = true\n';
 * const { contract, findings } = checkContract(new TextEncoder().encode(file));
 * assertEquals(contract, undefined);
 * assertEquals(findings[0]?.code, "contract/unknown-key");
 * assertEquals(findings[0]?.span?.line, 3);
 * ```
 *
 * @param bytes The whole file, at most 1 MiB.
 * @param options Its name, and how strict to be.
 * @returns What it declares, and what was found.
 */
export function checkContract(
  bytes: Uint8Array<ArrayBuffer>,
  options: ContractOptions = {},
): ContractCheck {
  const { text, whole, problems } = decodeSource(bytes);
  const format = contractFormat(options.name ?? "", text);
  const document = whole ? parsed(text, format) : nothingOf(text);
  const read = readContract(document.root, {
    problems: [...problems, ...document.problems],
    format,
    strict: options.strict ?? false,
    whole: whole && isWhole(document),
  });
  const found = locate(text, read.problems);
  const looked = () => document.problems.length === 0;
  const heard = hearComments(text, document.comments, found, {
    pages: CONTRACT_PAGES,
    looked,
  });
  const own = locate(text, heard.problems);
  const findings = [...heard.kept, ...own].sort(byPlace);
  const broken = findings.some(({ severity }) => severity === "error");
  return {
    text,
    contract: broken ? undefined : read.contract,
    findings: capped(findings),
  };
}

function parsed(text: string, format: ContractFormat): Document {
  return format === "json" ? parseJson(text) : parseToml(text);
}

function nothingOf(text: string): Document {
  const range = [text.length, text.length] as const;
  const root = { kind: "table", members: new Map(), range } as const;
  return { root, comments: [], problems: [] };
}

/** A name that stands twice leaves the rest of a JSON file readable. */
function isWhole({ problems }: Document): boolean {
  return problems.every(({ code }) => code === "json/duplicate");
}

/** By the name, or else by the first character: TOML never starts with a brace. */
function contractFormat(name: string, text: string): ContractFormat {
  if (/\.json$/i.test(name)) return "json";
  if (/\.toml$/i.test(name)) return "toml";
  return /^\s*\{/.test(text) ? "json" : "toml";
}
