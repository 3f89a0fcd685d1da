// Copyright 2026 the lnk authors. MIT license.

/**
 * One text for all spellings of the same JSON value, so that two records can
 * be told apart or known again by a digest.
 *
 * It is RFC 8785 wherever that loses nothing. Where it would: a number that a
 * double cannot hold keeps its exact decimal value, names that stand twice
 * all stay in their order, and half of a surrogate pair stays an escape.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";

/** A list or object whose end is not reached yet. */
interface Open {
  readonly names: string[] | undefined;
  readonly values: string[];
}

/**
 * The canonical text of a value.
 *
 * @param json Valid JSON of any depth.
 * @param without A member of the outermost object to leave out.
 * @returns The same text for the same value, and for no other.
 */
export function canonicalText(json: string, without?: string): string {
  const outer: Open[] = [];
  let open: Open = { names: undefined, values: [] };
  for (const token of tokensOf(json)) {
    if (token === "{" || token === "[") {
      outer.push(open);
      open = { names: token === "{" ? [] : undefined, values: [] };
    } else if (token === "}" || token === "]") {
      const text = closed(open, outer.length === 1 ? without : undefined);
      open = outer.pop()!;
      open.values.push(text);
    } else if (open.names && open.names.length === open.values.length) {
      open.names.push(JSON.parse(token));
    } else open.values.push(scalar(token));
  }
  return open.values[0]!;
}

/**
 * The digest of a record's content: what it says, not where it stands in the
 * log.
 *
 * @param json A record or a line of the log.
 * @returns The SHA-256 of its canonical text without `seq`, in lowercase hex.
 */
export async function recordDigest(json: string): Promise<string> {
  const text = new TextEncoder().encode(canonicalText(json, "seq"));
  return encodeHex(await crypto.subtle.digest("SHA-256", text));
}

function closed({ names, values }: Open, without: string | undefined): string {
  if (!names) return `[${values.join(",")}]`;
  const members = names.map((name, i) => ({ name, value: values[i]! }))
    .filter(({ name }) => name !== without)
    // By UTF-16 units, as RFC 8785 wants; names that stand twice keep their order.
    .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    .map(({ name, value }) => `${JSON.stringify(name)}:${value}`);
  return `{${members.join(",")}}`;
}

function scalar(token: string): string {
  if (token[0] === '"') return JSON.stringify(JSON.parse(token));
  return /^[tfn]/.test(token) ? token : canonicalNumber(token);
}

/** As RFC 8785 writes it if that is the same number, else its exact digits and exponent. */
function canonicalNumber(token: string): string {
  const exact = exactNumber(token);
  const double = Number(token);
  if (!Number.isFinite(double)) return exact;
  const short = String(double);
  return exactNumber(short) === exact ? short : exact;
}

/** Digits without a zero at either end, and the power of ten that they are multiplied by. */
function exactNumber(token: string): string {
  const [mantissa = "", power = "0"] = token.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", part = ""] = mantissa.slice(sign.length).split(".");
  const digits = whole + part;
  let first = 0;
  while (digits[first] === "0") first++;
  if (first === digits.length) return "0";
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const exponent = BigInt(power) + BigInt(digits.length - end - part.length);
  return `${sign}${digits.slice(first, end)}e${exponent}`;
}

const SEPARATORS = " \t\n\r,:";
const SINGLE = "{}[]";

/** The brackets, strings, numbers and words of valid JSON. */
function* tokensOf(json: string): Generator<string> {
  for (let at = 0; at < json.length;) {
    const character = json[at]!;
    const end = SINGLE.includes(character) || SEPARATORS.includes(character)
      ? at + 1
      : character === '"'
      ? stringEnd(json, at)
      : wordEnd(json, at);
    if (!SEPARATORS.includes(character)) yield json.slice(at, end);
    at = end;
  }
}

function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function wordEnd(json: string, start: number): number {
  let at = start;
  while (
    at < json.length && !SINGLE.includes(json[at]!) &&
    !SEPARATORS.includes(json[at]!)
  ) at++;
  return at;
}
