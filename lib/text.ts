// Copyright 2026 the lnk authors. MIT license.

/**
 * Text from outside, made safe to show and to compare.
 *
 * Whatever a file or a peer said is shown inert: nothing in it can move a
 * cursor, change a colour, hide or reorder what stands beside it.
 *
 * @module
 */

import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

// Controls, format characters (bidi marks, zero-width, tags, BOM), line and
// paragraph separators, lone surrogates; what no font draws or each draws
// otherwise: ignorable, private and never assigned; every space but the one.
// Built when it is needed: the classes cost a millisecond of every start.
const active = () =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\p{NChar}\u2800]|(?! )\p{Zs}/gu;

/**
 * Shows control and format characters as escapes, and all else as it is.
 *
 * @example Usage
 * ```ts
 * import { inert } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(inert("a\u001b[31mb\u202e"), "a\\u{1b}[31mb\\u{202e}");
 * ```
 *
 * @param text Any text.
 * @returns One line without an active character.
 */
export function inert(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(active(), escapeOne);
}

function escapeOne(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** How much of a value a message shows, in characters. */
const SHOWN = 100;
/** How much of its start stays where it is cut; of a path the end says more. */
const START = 40;
const CUT = "...";

/**
 * Puts a value in quotes for a message: inert, and cut in its middle where it is
 * long: of a path, both where it starts and what it is are told.
 *
 * @example Usage
 * ```ts
 * import { quote } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(quote('say "hi"'), '"say \\"hi\\""');
 * ```
 *
 * @param value Any text.
 * @returns The value in double quotes.
 */
export function quote(value: string): string {
  const shown = cut(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${inert(shown)}"`;
}

/** The ends are taken first: a hostile value can be as long as its file. */
function cut(value: string): string {
  const head = Array.from(value.slice(0, 2 * SHOWN + 1));
  if (head.length <= SHOWN && value.length <= 2 * SHOWN) return value;
  const tail = Array.from(value.slice(-2 * SHOWN));
  const kept = SHOWN - START - CUT.length;
  return head.slice(0, START).join("") + CUT + tail.slice(-kept).join("");
}

/**
 * The word of a list that a misspelt one most likely stands for.
 *
 * @param word What was written.
 * @param known What could have been meant.
 * @returns The nearest known word at most two edits away (one for words of up
 *   to three letters), case aside; `undefined` if none is near.
 */
export function nearest(
  word: string,
  known: readonly string[],
): string | undefined {
  if (known.length === 0 || word.length > 64) return undefined;
  const best = closestString(word, known);
  const distance = levenshteinDistance(word.toLowerCase(), best.toLowerCase());
  return distance <= (best.length > 3 ? 2 : 1) ? best : undefined;
}

/**
 * Decodes bytes as strict UTF-8; a byte order mark stays in the text.
 *
 * @param bytes The whole content.
 * @returns The text, or `undefined` if the bytes are not UTF-8:
 *   {@linkcode firstBadByte} tells where.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = REPLACING.decode(bytes);
    // Several times as quick, and wrong only where this character stands.
    return text.includes("\ufffd") ? STRICT.decode(bytes) : text;
  } catch {
    return undefined;
  }
}

const REPLACING = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Where bytes stop being UTF-8.
 *
 * @param bytes Bytes that are not UTF-8.
 * @returns The 0-based offset of the first byte of the broken character.
 */
export function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (startsWithUtf8(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function startsWithUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream` lets a character end beyond the cut.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Where lists and objects of a JSON text nest too deep. Whatever is no JSON is
 * left to its reader: this only counts brackets outside of strings.
 *
 * @param text Any text.
 * @param deepest How deep they may nest.
 * @returns The place of the first bracket that is too deep.
 */
export function tooDeepAt(text: string, deepest: number): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(TOKENS)) {
    if (found === "[" || found === "{") depth++;
    else if (found === "]" || found === "}") depth--;
    if (depth > deepest) return index;
  }
  return undefined;
}

/** Brackets, and strings as a whole, so that a bracket in one is not seen. */
const TOKENS = /[[\]{}]|"(?:[^"\\\n]|\\.)*"?/g;

/**
 * Whether a text is one JSON value (RFC 8259), by the runtime's own reader.
 *
 * @param text Any text.
 * @returns Whether nothing stands beside the value.
 */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
