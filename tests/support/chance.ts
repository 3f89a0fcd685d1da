// Copyright 2026 the lnk authors. MIT license.

/**
 * Output without what differs from run to run.
 *
 * @module
 */

const RANDOM: readonly (readonly [string, RegExp])[] = [
  ["FOLDER", /(?<=")\/[^"]*\/lnk-tour\.\w+|(?<= )\/.*\/lnk-tour\.\w+/g],
  ["PORT", /(?<=127\.0\.0\.1:)\d+/g],
  ["ID", /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
  ["VERSION", /^\d{5,20}$|(?<=version is |Version: |, not )\d+/gm],
  ["TIME", /\b\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC \(.*\))/g],
  ["SIZE", /(?<=tar\.gz, )\d+ B$/gm],
];

/**
 * Replaces what differs by its kind and which one of that kind it is:
 * `<ID-1>` stands wherever the same id stood.
 *
 * @param text What was printed.
 * @returns The same, without folders of the tour, ports, ids, versions of
 * documents, times and sizes of archives.
 */
export function withoutChance(text: string): string {
  return RANDOM.reduce((told, [name, pattern]) => {
    const seen: string[] = [];
    return told.replace(pattern, (found) => {
      if (!seen.includes(found)) seen.push(found);
      return `<${name}-${seen.indexOf(found) + 1}>`;
    });
  }, text);
}
