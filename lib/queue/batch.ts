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
import type { Binding } from "../store/interface.ts";
import { quote } from "../text.ts";
import {
  digestAt,
  type Flaw,
  flaw,
  type Header,
  headerLine,
  headless,
  LONGEST_HEADER,
  type Origin,
  readHeader,
  UNSIGNED,
} from "./header.ts";
import { countRecords, type RecordFault } from "./records.ts";

/** What a whole batch says. */
export interface Content {
  /** Its header. */
  readonly header: Header;
  /** The record lines, each with its newline: a view of the bytes given. */
  readonly records: Uint8Array<ArrayBuffer>;
}

const NEWLINE = 10;

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
  const cut = wrongLength(header, records);
  if (cut) return cut;
  // The digest is made by another thread meanwhile.
  const [digest, counted] = await Promise.all([
    blankDigest(file, end),
    countRecords(records, header),
  ]);
  const flaw = wrongDigest(header, digest) ??
    wrongCount(header, records, counted) ??
    wrongPlace(header, number, binding) ?? wrongRecord(counted);
  return flaw ?? { header, records };
}

async function digestDigits(file: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest("SHA-256", file);
  return new TextEncoder().encode(encodeHex(digest));
}

function wrongLength({ bytes }: Header, records: Uint8Array) {
  if (records.length === bytes) return undefined;
  const state = `it has ${records.length} of ${bytes} bytes of records`;
  return records.length < bytes
    ? flaw("incomplete", state)
    : flaw("corrupt", `${state}: something follows its end`);
}

/** One call over the whole file: the digits are blank while it runs. */
async function blankDigest(
  file: Uint8Array<ArrayBuffer>,
  end: number,
): Promise<string> {
  const digits = file.subarray(digestAt(end), digestAt(end) + UNSIGNED.length);
  const written = digits.slice();
  digits.fill(UNSIGNED.charCodeAt(0));
  const found = encodeHex(await crypto.subtle.digest("SHA-256", file));
  digits.set(written);
  return found;
}

function wrongDigest({ sha256 }: Header, found: string) {
  if (found === sha256) return undefined;
  return flaw("corrupt", "its content is not what its digest says");
}

function wrongCount(
  { count }: Header,
  records: Uint8Array,
  counted: number | RecordFault,
) {
  if (counted === count && records.at(-1) === NEWLINE) return undefined;
  let lines = 0;
  for (
    let at = records.indexOf(NEWLINE);
    at >= 0;
    at = records.indexOf(NEWLINE, at + 1)
  ) lines++;
  if (lines === count && records.at(-1) === NEWLINE) return undefined;
  return flaw("corrupt", `it has ${lines} lines of ${count} records`);
}

/** A digest proves what was written, not who wrote it: other writers may err. */
function wrongRecord(counted: number | RecordFault): Flaw | undefined {
  if (typeof counted === "number") return undefined;
  const { line, state } = counted;
  return flaw("corrupt", `its record ${line}: ${state}`);
}

function wrongPlace(
  { batch, agent, owner }: Header,
  number: number,
  binding: Binding | undefined,
): Flaw | undefined {
  if (binding && (agent !== binding.agent || owner !== binding.owner)) {
    const whose = `agent ${quote(agent)} and owner ${quote(owner)}`;
    return {
      ...flaw("foreign", `it is of ${whose}`),
      of: { agent, owner },
    };
  }
  if (batch === number) return undefined;
  return flaw("misplaced", `it is batch ${batch} by its header`);
}
