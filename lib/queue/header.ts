// Copyright 2026 the lnk authors. MIT license.

/**
 * The header line of a batch: what it says, in one spelling only.
 *
 * @module
 */

import { isName } from "../names.ts";
import type { Binding } from "../store/interface.ts";

/** Where the records of a batch go and come from. */
export interface Origin extends Binding {
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The adapter that captured them. */
  readonly adapter: string;
  /** The adapter's own session. */
  readonly session: string;
}

/** The header line of a batch. */
export interface Header extends Origin {
  /** The batch's number, which is also its name. */
  readonly batch: number;
  /** How many records. */
  readonly count: number;
  /** The bytes behind the header line. */
  readonly bytes: number;
  /** The digest, in lowercase hex. */
  readonly sha256: string;
}

/** Why an entry is not taken for a batch. */
export type Reason =
  | "corrupt"
  | "incomplete"
  | "foreign"
  | "unsupported"
  | "misplaced"
  | "unreadable";

/** What is wrong with an entry. */
export interface Flaw {
  /** In one word. */
  readonly reason: Reason;
  /** In some words. */
  readonly state: string;
  /** Whose it is, where it is whole and another's. */
  readonly of?: Binding;
}

/** What the digits of the digest are while the digest is made. */
export const UNSIGNED = "0".repeat(64);
/** The most bytes of a header line. */
export const LONGEST_HEADER = 8192;
const START = new TextEncoder().encode('{"version":');

/**
 * The line of a header: its members in this order and spelling.
 *
 * @param header What it says.
 * @returns The line with its newline.
 */
export function headerLine(header: Header): string {
  const { batch, agent, owner, thread, adapter, session } = header;
  const { count, bytes, sha256 } = header;
  const from = { agent, owner, thread, adapter, session };
  const members = { version: 1, batch, ...from, count, bytes, sha256 };
  return `${JSON.stringify(members)}\n`;
}

/**
 * Where the digits of the digest stand: last in the header, before `"}` and
 * the newline.
 *
 * @param headerLength The bytes of the line.
 * @returns The offset of the first digit.
 */
export function digestAt(headerLength: number): number {
  return headerLength - 3 - UNSIGNED.length;
}

/**
 * What is wrong with a file that has no header line.
 *
 * @param file Its content.
 * @returns Whether it is cut off, or something else altogether.
 */
export function headless(file: Uint8Array): Flaw {
  const started = START.subarray(0, file.length)
    .every((byte, i) => byte === file[i]);
  if (started && file.length < LONGEST_HEADER) {
    return flaw("incomplete", "it ends within its header");
  }
  const [, version = ""] = VERSION.exec(asciiOf(file)) ?? [];
  if (started && version !== "" && version !== "1") return other(version);
  return flaw("corrupt", "it does not start with a header");
}

/** A later version may have a longer header. */
const VERSION = /^\{"version":([1-9][0-9]{0,8})[,}]/;

function asciiOf(file: Uint8Array): string {
  return String.fromCharCode(...file.subarray(0, 32));
}

function other(version: number | string): Flaw {
  return flaw("unsupported", `it is of version ${version}, not 1`);
}

/**
 * Reads a header line.
 *
 * @param line The line with its newline.
 * @returns What it says, or what is wrong with it.
 */
export function readHeader(line: Uint8Array): Header | Flaw {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(line);
    value = JSON.parse(text);
  } catch {
    return flaw("corrupt", "its first line is not JSON");
  }
  const members = Object(value) as Partial<Header> & { version?: number };
  const { version } = members;
  // What does not count was never a version.
  if (Number.isSafeInteger(version) && version! >= 0 && version !== 1) {
    return other(version!);
  }
  if (version === 1 && isHeader(members) && headerLine(members) === text) {
    return members;
  }
  return flaw("corrupt", "its first line is no header of a batch");
}

function isHeader(members: Partial<Header>): members is Header {
  const { batch, count, bytes, sha256 } = members;
  return [batch, count, bytes].every((n) =>
    Number.isSafeInteger(n) && Number(n) >= 1
  ) && isOrigin(members) && /^[0-9a-f]{64}$/.test(String(sha256));
}

function isOrigin(members: Partial<Header>): boolean {
  const { agent, owner, thread, adapter, session } = members;
  const texts = [agent, owner, thread, adapter, session];
  if (!texts.every((text) => typeof text === "string")) return false;
  return [adapter, session].every((label) => isLabel(label!)) &&
    isName("agent", agent!) && isName("owner", owner!) &&
    thread!.startsWith("link:") && isName("conversation", thread!.slice(5));
}

/** As in a record's source. */
function isLabel(text: string): boolean {
  const { length } = Array.from(text.slice(0, 513));
  return length >= 1 && length <= 256;
}

/**
 * Something that is wrong with an entry.
 *
 * @param reason In one word.
 * @param state In some words.
 * @returns Both.
 */
export function flaw(reason: Reason, state: string): Flaw {
  return { reason, state };
}
