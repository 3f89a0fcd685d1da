// Copyright 2026 the lnk authors. MIT license.

/**
 * Content that tells whether it is whole.
 *
 * @module
 */

/**
 * The content of an item's file: its name, and a block that is full of it.
 *
 * @param item The item.
 * @returns More than one page of the disk.
 */
export function content(item: string): Uint8Array {
  return new TextEncoder().encode(`${item}\n${`${item} `.repeat(2000)}end\n`);
}

/**
 * The item whose file this is.
 *
 * @param bytes What stands in the file.
 * @returns The item, or `undefined` where the content is not whole.
 */
export function itemOf(bytes: Uint8Array): string | undefined {
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
