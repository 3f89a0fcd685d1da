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
  const writer = canonicalWriter(without);
  for (const token of tokensOf(json)) writer.take(token);
  return writer.text();
}

/** Tokens between two pauses, in which other tasks get their turn. */
const PAUSE = 100_000;

/**
 * The digest of a record's content: what it says, not where it stands in the
 * log. Others get their turn while a long one is read.
 *
 * @param json A record or a line of the log.
 * @returns The SHA-256 of its canonical text without `seq`, in lowercase hex.
 */
export async function recordDigest(json: string): Promise<string> {
  return (await recordContent(json)).digest;
}

/** What a record says, for a comparison. */
export interface RecordContent {
  /** As {@linkcode recordDigest} tells. */
  readonly digest: string;
  /** The canonical values of its members by name, in the order of a name that stands twice. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/**
 * The digest of a record's content, and the members that it was made of.
 *
 * @param json A record or a line of the log.
 * @returns Both, without `seq`.
 */
export async function recordContent(json: string): Promise<RecordContent> {
  const writer = canonicalWriter("seq");
  let taken = 0;
  for (const token of tokensOf(json)) {
    writer.take(token);
    if (++taken % PAUSE === 0) await new Promise((go) => setTimeout(go, 0));
  }
  const text = new TextEncoder().encode(writer.text());
  const digest = encodeHex(await crypto.subtle.digest("SHA-256", text));
  return { digest, members: writer.members() };
}

/** Takes tokens in order, and gives the canonical text after the last. */
function canonicalWriter(without: string | undefined) {
  const outer: Open[] = [];
  let open: Open = { names: undefined, values: [] };
  let outermost: Open = open;
  return {
    take: (token: string) => {
      if (token === "{" || token === "[") {
        outer.push(open);
        open = { names: token === "{" ? [] : undefined, values: [] };
      } else if (token === "}" || token === "]") {
        if (outer.length === 1) outermost = open;
        const text = closed(open, outer.length === 1 ? without : undefined);
        open = outer.pop()!;
        open.values.push(text);
      } else if (open.names && open.names.length === open.values.length) {
        open.names.push(JSON.parse(token));
      } else open.values.push(scalar(token));
    },
    text: () => open.values[0]!,
    members: () => {
      const { names = [], values } = outermost;
      const members = new Map<string, string[]>();
      for (const [i, name] of names.entries()) {
        if (name === without) continue;
        const known = members.get(name);
        if (known) known.push(values[i]!);
        else members.set(name, [values[i]!]);
      }
      return members;
    },
  };
}

function closed({ names, values }: Open, without: string | undefined): string {
  if (!names) return `[${joined(values)}]`;
  const members = names.map((name, i) => ({ name, value: values[i]! }))
    .filter(({ name }) => name !== without)
    // By UTF-16 units, as RFC 8785 wants; names that stand twice keep their order.
    .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    .map(({ name, value }) => `${JSON.stringify(name)}:${value}`);
  return `{${joined(members)}}`;
}

/** Longer values are linked instead of copied: each level around a deep value would copy it once more. */
const COPIED = 64;

function joined(values: readonly string[]): string {
  let text = "";
  let run: string[] = [];
  for (const value of values) {
    if (value.length < COPIED) {
      run.push(value);
      continue;
    }
    text = linked(linked(text, run.join(",")), value);
    run = [];
  }
  return linked(text, run.join(","));
}

function linked(left: string, right: string): string {
  return left === "" || right === "" ? left + right : `${left},${right}`;
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
  const exponent = decimalSum(power, digits.length - end - part.length);
  return `${sign}${digits.slice(first, end)}e${exponent}`;
}

/** Digits that a number of the language holds exactly. */
const EXACT = 15;

/** A decimal integer of any length and a small one: the language's own take the square of the length. */
function decimalSum(decimal: string, small: number): string {
  const sign = decimal.startsWith("-") ? "-" : "";
  const digits = stripped(decimal.replace(/^[+-]/, ""));
  if (digits.length <= EXACT) return String(Number(sign + digits) + small);
  const head = digits.slice(0, -EXACT);
  const tail = Number(digits.slice(-EXACT)) + (sign === "" ? small : -small);
  const carry = tail < 0 ? -1 : tail >= 10 ** EXACT ? 1 : 0;
  const rest = String(tail - carry * 10 ** EXACT).padStart(EXACT, "0");
  return sign + stripped(carried(head, carry) + rest);
}

/** A positive decimal integer and one more, one less, or the same. */
function carried(digits: string, carry: -1 | 0 | 1): string {
  if (carry === 0) return digits;
  const [passed, left] = carry === 1 ? ["9", "0"] : ["0", "9"];
  let at = digits.length - 1;
  while (digits[at] === passed) at--;
  const turned = String(Number(digits[at] ?? "0") + carry);
  const zeros = left!.repeat(digits.length - 1 - at);
  return digits.slice(0, Math.max(at, 0)) + turned + zeros;
}

function stripped(digits: string): string {
  let first = 0;
  while (first < digits.length - 1 && digits[first] === "0") first++;
  return digits.slice(first);
}

/**
 * How many lists and objects a text opens; they are what costs a parser most.
 *
 * @param json JSON, or what claims to be.
 * @returns The number of opening brackets outside strings.
 */
export function countOpened(json: string): number {
  let opened = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(json, at) - 1;
    else if (unit === 0x5b || unit === 0x7b) opened++;
  }
  return opened;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** By code unit: 1 stands between tokens, 2 is a token by itself. */
const CLASSES = new Uint8Array(128);
for (const unit of " \t\n\r,:") CLASSES[unit.charCodeAt(0)] = 1;
for (const unit of "{}[]") CLASSES[unit.charCodeAt(0)] = 2;

/** The brackets, strings, numbers and words of valid JSON. */
function* tokensOf(json: string): Generator<string> {
  for (let at = 0; at < json.length;) {
    const unit = json.charCodeAt(at);
    const end = CLASSES[unit]! > 0
      ? at + 1
      : unit === QUOTE
      ? stringEnd(json, at)
      : wordEnd(json, at);
    if (CLASSES[unit] !== 1) yield json.slice(at, end);
    at = end;
  }
}

function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) {
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function wordEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length && CLASSES[json.charCodeAt(at)] === 0) at++;
  return at;
}
