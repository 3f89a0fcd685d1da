// Copyright 2026 the lnk authors. MIT license.

/**
 * The file of a batch: a header line, then one raw record a line.
 *
 * The header holds the digest of the whole file, itself included: no bit of
 * it can change unnoticed. docs/queue.md tells the format for other writers.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { isName } from "../names.ts";
import type { Binding } from "../store/interface.ts";
import { quote } from "../text.ts";

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
}

/** What a whole batch says. */
export interface Content {
  /** Its header. */
  readonly header: Header;
  /** The record lines, each with its newline: a view of the bytes given. */
  readonly records: Uint8Array<ArrayBuffer>;
}

/** What the digits of the digest are while the digest is made. */
const UNSIGNED = "0".repeat(64);
const NEWLINE = 10;
/** No header of ours is longer. */
const LONGEST_HEADER = 8192;
const START = new TextEncoder().encode('{"version":');

/**
 * The file of a batch.
 *
 * @param number The batch's number.
 * @param origin Where its records go and come from.
 * @param records The record lines, each with its newline, and their count.
 * @returns The whole content.
 */
export async function encodeBatch(
  number: number,
  origin: Origin,
  records: { readonly lines: Uint8Array; readonly count: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new TextEncoder().encode(headerLine({
    ...origin,
    batch: number,
    count: records.count,
    bytes: records.lines.length,
    sha256: UNSIGNED,
  }));
  const file = new Uint8Array(header.length + records.lines.length);
  file.set(header);
  file.set(records.lines, header.length);
  file.set(await digestDigits(file), digestAt(header.length));
  return file;
}

/**
 * How long the file of a batch will be.
 *
 * @param origin As {@linkcode encodeBatch} takes it.
 * @param records As {@linkcode encodeBatch} takes them.
 * @returns Its bytes, for the highest number that a batch can have.
 */
export function batchSize(
  origin: Origin,
  records: { readonly lines: Uint8Array; readonly count: number },
): (number: number) => number {
  const sized = { ...origin, count: records.count, sha256: UNSIGNED };
  const bytes = records.lines.length;
  const line = headerLine({ ...sized, bytes, batch: 0 });
  const length = new TextEncoder().encode(line).length;
  return (number) => length - 1 + String(number).length + bytes;
}

/**
 * Reads the file of a batch, and finds every way in which it is none.
 *
 * @param file The whole content; unchanged afterwards.
 * @param number The number that its name has.
 * @param binding Whose it must be, where that is asked.
 * @returns The content, or what is wrong.
 */
export async function readBatch(
  file: Uint8Array<ArrayBuffer>,
  number: number,
  binding: Binding | undefined,
): Promise<Content | Flaw> {
  const end = file.subarray(0, LONGEST_HEADER).indexOf(NEWLINE) + 1;
  if (end === 0) return headless(file);
  const header = readHeader(file.subarray(0, end));
  if ("reason" in header) return header;
  const records = file.subarray(end);
  const flaw = wrongLength(header, records) ??
    await wrongDigest(header, file, end) ?? wrongCount(header, records) ??
    wrongPlace(header, number, binding);
  return flaw ?? { header, records };
}

/**
 * The lines of a batch's records.
 *
 * @param records As {@linkcode Content} holds them.
 * @returns A view of each line, without its newline.
 */
export function* linesOf(
  records: Uint8Array<ArrayBuffer>,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < records.length;) {
    const found = records.indexOf(NEWLINE, at);
    const end = found < 0 ? records.length : found;
    yield records.subarray(at, end);
    at = end + 1;
  }
}

/** Members in this order and spelling: a header says nothing else. */
function headerLine(header: Header): string {
  const { batch, agent, owner, thread, adapter, session } = header;
  const { count, bytes, sha256 } = header;
  const from = { agent, owner, thread, adapter, session };
  const members = { version: 1, batch, ...from, count, bytes, sha256 };
  return `${JSON.stringify(members)}\n`;
}

/** The digits are the last thing in the header, before `"}` and the newline. */
function digestAt(headerLength: number): number {
  return headerLength - 3 - UNSIGNED.length;
}

async function digestDigits(file: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest("SHA-256", file);
  return new TextEncoder().encode(encodeHex(digest));
}

function headless(file: Uint8Array): Flaw {
  const started = START.subarray(0, file.length)
    .every((byte, i) => byte === file[i]);
  if (started && file.length < LONGEST_HEADER) {
    return flaw("incomplete", "it ends within its header");
  }
  return flaw("corrupt", "it does not start with a header");
}

function readHeader(line: Uint8Array): Header | Flaw {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(line);
    value = JSON.parse(text);
  } catch {
    return flaw("corrupt", "its first line is not JSON");
  }
  const members = Object(value) as Partial<Header> & { version?: unknown };
  const { version } = members;
  if (typeof version === "number" && version !== 1) {
    return flaw("unsupported", `it is of version ${version}, not 1`);
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
  return isName("agent", agent!) && isName("owner", owner!) &&
    thread!.startsWith("link:") && isName("conversation", thread!.slice(5));
}

function wrongLength({ bytes }: Header, records: Uint8Array) {
  if (records.length === bytes) return undefined;
  const state = `it has ${records.length} of ${bytes} bytes of records`;
  return records.length < bytes
    ? flaw("incomplete", state)
    : flaw("corrupt", `${state}: something follows its end`);
}

/** One call over the whole file: the digits are blank while it runs. */
async function wrongDigest(
  { sha256 }: Header,
  file: Uint8Array<ArrayBuffer>,
  end: number,
): Promise<Flaw | undefined> {
  const digits = file.subarray(digestAt(end), digestAt(end) + UNSIGNED.length);
  const written = digits.slice();
  digits.fill(UNSIGNED.charCodeAt(0));
  const found = encodeHex(await crypto.subtle.digest("SHA-256", file));
  digits.set(written);
  if (found === sha256) return undefined;
  return flaw("corrupt", "its content is not what its digest says");
}

function wrongCount({ count }: Header, records: Uint8Array) {
  let lines = 0;
  for (
    let at = records.indexOf(NEWLINE);
    at >= 0;
    at = records.indexOf(NEWLINE, at + 1)
  ) lines++;
  if (lines === count && records.at(-1) === NEWLINE) return undefined;
  return flaw("corrupt", `it has ${lines} lines of ${count} records`);
}

function wrongPlace(
  { batch, agent, owner }: Header,
  number: number,
  binding: Binding | undefined,
): Flaw | undefined {
  if (binding && (agent !== binding.agent || owner !== binding.owner)) {
    const whose = `agent ${quote(agent)} and owner ${quote(owner)}`;
    return flaw("foreign", `it is of ${whose}`);
  }
  if (batch === number) return undefined;
  return flaw("misplaced", `it is batch ${batch} by its header`);
}

function flaw(reason: Reason, state: string): Flaw {
  return { reason, state };
}
