// Copyright 2026 the lnk authors. MIT license.

/**
 * Content that tells whether it is whole.
 *
 * @module
 */

import { recordText } from "../queue/captures.ts";

/**
 * The content of an item's file: its name, and a block that is full of it.
 *
 * @param item The item.
 * @returns More than one page of the disk.
 */
export function content(item: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${item}\n${`${item} `.repeat(2000)}end\n`);
}

/**
 * The item whose file this is.
 *
 * @param bytes What stands in the file.
 * @returns The item, or `undefined` where the content is not whole.
 */
function itemOf(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  const item = text.slice(0, text.indexOf("\n"));
  return text === new TextDecoder().decode(content(item)) ? item : undefined;
}

/**
 * A line of a log.
 *
 * @param item The item.
 * @returns The line with its newline.
 */
export function line(item: string): string {
  return `item=${item} sum=${item} ${"x".repeat(600)}\n`;
}

/**
 * The whole lines at the start of a log.
 *
 * @param log Its text.
 * @returns Their items.
 */
export function wholeLines(log: string): string[] {
  const items: string[] = [];
  for (const part of log.split(/(?<=\n)/)) {
    const item = /^item=(\d+) sum=\1 x{600}\n$/.exec(part)?.[1];
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

/**
 * The records that a conversation gets, in their order.
 *
 * @param steps How many steps; each appends two.
 * @returns Their native ids.
 */
export function logItems(steps: number): string[] {
  const numbers = Array.from({ length: steps }, (_, i) => i + 1);
  return numbers.flatMap((step) => [`${step}a`, `${step}b`]);
}

/**
 * The line of a conversation that a record gets.
 *
 * @param item Its native id.
 * @param seq Its sequence.
 * @returns The line without the newline.
 */
export function logLine(item: string, seq: number): string {
  return `{"seq":${seq},${recordText(item).slice(1)}`;
}

/**
 * The whole lines of a file; none where it is not there. What stands behind
 * the last newline is an interrupted append.
 *
 * @param path The file.
 * @returns The lines without their newlines.
 */
export function wholeLogLines(path: string): string[] {
  return orNone(() => Deno.readTextFileSync(path).split("\n").slice(0, -1));
}

/**
 * The names in a folder; none where it is not there.
 *
 * @param folder The folder.
 * @returns Them, sorted.
 */
export function namesIn(folder: string): string[] {
  return orNone(() =>
    [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
  );
}

function orNone<T>(look: () => T[]): T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/**
 * A file's item.
 *
 * @param path The file.
 * @returns The item; `undefined` where it is not there, "" where it is damaged.
 */
export function found(path: string): string | undefined {
  try {
    return itemOf(Deno.readFileSync(path)) ?? "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
