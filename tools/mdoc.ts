// Copyright 2026 the lnk authors. MIT license.

/**
 * Text as mdoc(7) takes it: no word of it can become a macro or an escape.
 *
 * @module
 */

const WIDTH = 72;

/**
 * Escapes the characters that roff would act on.
 *
 * @param words One line of text.
 * @returns The line, to be printed as it stood.
 */
export function escaped(words: string): string {
  return words.replaceAll("\\", "\\e").replace(/^[.']/, "\\&$&");
}

/**
 * A paragraph: a sentence begins a line, as roff wants it.
 *
 * @param words Sentences in one line.
 * @returns Lines of running text.
 */
export function text(words: string): string {
  return words.split(/(?<=[.?!][)"']?) +(?=[A-Z`"(])/)
    .flatMap((sentence) => wrapped(sentence.trim()))
    .map((line) => escaped(line))
    .join("\n");
}

function wrapped(sentence: string): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/**
 * A block that keeps its lines and spaces.
 *
 * @param block The lines.
 * @returns A literal display.
 */
export function literal(block: string): string {
  const indented = block.split("\n").every((line) => /^( {2}|$)/.test(line));
  const lines = block.trimEnd().split("\n")
    .map((line) => escaped(indented ? line.slice(2) : line));
  return [".Bd -literal -offset indent", ...lines, ".Ed"].join("\n");
}
