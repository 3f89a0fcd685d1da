// Copyright 2026 the lnk authors. MIT license.

/**
 * Questions on a terminal.
 *
 * @module
 */

import type { Io } from "./io.ts";

/** The most bytes of an answer. */
const LONGEST = 1024;

/**
 * Reads one line that a person types.
 *
 * @param io The streams.
 * @returns The line without its newline; "" where the input ends, or where the
 *   line is longer than any answer.
 */
export async function readLine({ in: input }: Pick<Io, "in">): Promise<string> {
  const reader = input.stream().getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length <= LONGEST) {
      const { value, done } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      const end = text.indexOf("\n");
      if (end >= 0) return text.slice(0, end);
      if (done) return text;
    }
    return "";
  } finally {
    // Else the waiting read keeps the process alive.
    await reader.cancel();
  }
}
