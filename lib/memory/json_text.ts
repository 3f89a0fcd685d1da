// Copyright 2026 the lnk authors. MIT license.

/**
 * Changes members of a JSON object in its text, so that all else keeps its
 * spelling: numbers that a double cannot hold, order, white space, names that
 * stand twice.
 *
 * @module
 */

import { createScanner } from "jsonc-parser";

/** A member of the outermost object. */
export interface Member {
  /** Its name, unescaped. */
  readonly name: string;
  /** Where its value starts. */
  readonly start: number;
  /** Where its value ends. */
  readonly end: number;
}

/**
 * The members of a JSON object.
 *
 * @param json The valid text of a JSON object, nested to any depth.
 * @returns Its members in their order; a name may stand twice.
 */
export function membersOf(json: string): readonly Member[] {
  const scanner = createScanner(json, true);
  const members: Member[] = [];
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  for (scanner.scan();; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const token = json[at];
    if (token === undefined) return members;
    const end = at + scanner.getTokenLength();
    const opens = token === "{" || token === "[";
    if (token === "}" || token === "]") depth--;
    const inside = depth === 1 && token !== "," && token !== ":";
    if (inside && name === undefined && token === '"') {
      name = JSON.parse(json.slice(at, end)) as string;
    } else if (inside && name !== undefined) {
      if (start < 0) start = at;
      if (!opens) {
        members.push({ name, start, end });
        [name, start] = [undefined, -1];
      }
    }
    if (opens) depth++;
  }
}

/**
 * Sets members of a JSON object in its text.
 *
 * @param json The valid text of a JSON object.
 * @param changes The JSON text of each member to set, by its name.
 * @returns The text with these values in the places of the old ones, or before
 *   the closing brace where the name is new.
 */
export function setMembers(
  json: string,
  changes: ReadonlyMap<string, string>,
): string {
  const members = membersOf(json);
  let text = "";
  let at = 0;
  for (const { name, start, end } of members) {
    const value = changes.get(name);
    if (value === undefined) continue;
    text += json.slice(at, start) + value;
    at = end;
  }
  const known = new Set(members.map(({ name }) => name));
  const added = [...changes].filter(([name]) => !known.has(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  if (added.length === 0) return text + json.slice(at);
  const last = members.at(-1)?.end ?? json.indexOf("{") + 1;
  const comma = members.length > 0 ? "," : "";
  return text + json.slice(at, last) + comma + added.join(",") +
    json.slice(last);
}
