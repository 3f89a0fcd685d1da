// Copyright 2026 the lnk authors. MIT license.

/**
 * Words in lines of a width.
 *
 * @module
 */

/**
 * Fills lines with words; one that is wider than a line stands alone.
 *
 * @param words What is never broken.
 * @param width The most characters of a line.
 * @returns The lines.
 */
export function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) {
      lines.push(word);
    } else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
