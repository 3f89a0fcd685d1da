// Copyright 2026 the lnk authors. MIT license.

/**
 * The places that say which release this is.
 *
 * @module
 */

import { dated, newest } from "./changelog.ts";

/** How a page names a release: in an address, a file's name, an action, an image. */
const NAMED = /(?<=[/@ ]v|lnk-tool[-:])\d+\.\d+\.\d+/g;

/** The files that have the version in them, and where. */
const PLACES: readonly (readonly [string, RegExp])[] = [
  ["deno.json", /(?<="version": ")[^"]+(?=")/g],
  ["lib/version.ts", /(?<=VERSION = ")[^"]+(?=")/g],
  ["install.sh", /(?<=^VERSION=).+$/gm],
  ["Dockerfile", /(?<=VERSION=)\d+\.\d+\.\d+/g],
  [".pre-commit-hooks.yaml", NAMED],
  ["README.md", NAMED],
  ["SECURITY.md", NAMED],
  ["docs/recipes.md", NAMED],
];

/** Reads a file of the tree. */
type Read = (path: string) => string;

/**
 * What each place says.
 *
 * @param read Reads a file of the tree.
 * @returns Versions by path.
 */
function versions(read: Read): Map<string, string> {
  const found = new Map([[
    "CHANGELOG.md",
    newest(read("CHANGELOG.md")).version,
  ]]);
  for (const [path, pattern] of PLACES) {
    const all = new Set(read(path).match(pattern));
    if (all.size === 0) throw new Error(`${path}: no version in it`);
    found.set(path, [...all].join(" and "));
  }
  return found;
}

/**
 * What stands against a release.
 *
 * @param read Reads a file of the tree.
 * @param tag The tag to be released, such as `v0.1.0`; without it only the
 * places are compared.
 * @returns A sentence a fault.
 */
export function versionFaults(read: Read, tag?: string): string[] {
  const found = versions(read);
  const wanted = tag === undefined ? found.get("deno.json")! : tag.slice(1);
  const faults = [...found].filter(([, version]) => version !== wanted)
    .map(([path, version]) => `${path} says ${version}, not ${wanted}`);
  if (tag === undefined) return faults;
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) faults.unshift(`"${tag}" is not vX.Y.Z`);
  if (newest(read("CHANGELOG.md")).day === undefined) {
    faults.push("CHANGELOG.md: the newest entry has no day");
  }
  return faults;
}

/**
 * The files of the next release.
 *
 * @param read Reads a file of the tree.
 * @param version Such as `0.2.0`.
 * @param day `YYYY-MM-DD`.
 * @returns New texts by path.
 */
export function prepared(
  read: Read,
  version: string,
  day: string,
): Map<string, string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`"${version}" is not X.Y.Z`);
  }
  const real = !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !real) {
    throw new Error(`"${day}" is not YYYY-MM-DD`);
  }
  const changelog = dated(read("CHANGELOG.md"), version, day);
  const texts = PLACES.map(([path, pattern]) =>
    [path, read(path).replace(pattern, version)] as const
  );
  return new Map([["CHANGELOG.md", changelog], ...texts]);
}
