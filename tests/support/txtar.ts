// Copyright 2026 the lnk authors. MIT license.

/**
 * Several files in one text, as txtar has them.
 *
 * @module
 */

/** A script with the files it starts from. */
export interface Archive {
  /** The lines of the script. */
  readonly lines: readonly string[];
  /** The contents by name, in the order of the text. */
  readonly files: Map<string, string>;
}

/**
 * Takes a text apart.
 *
 * @param text Lines, then each file behind its name as `-- NAME --`.
 * @returns The script and its files.
 */
export function parseArchive(text: string): Archive {
  const [script, ...parts] = text.split(/^-- (.+) --\n/m);
  const files = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) files.set(parts[i]!, parts[i + 1]!);
  return { lines: script!.split("\n"), files };
}

/**
 * Puts a text together.
 *
 * @param archive The script and its files.
 * @returns What {@linkcode parseArchive} takes apart.
 */
export function printArchive({ lines, files }: Archive): string {
  const parts = Array.from(files, ([name, text]) => `-- ${name} --\n${text}`);
  return lines.join("\n") + parts.join("");
}
