// Copyright 2026 the lnk authors. MIT license.

/**
 * The text of a ledger, part by part: a step changes one part of hundreds, and
 * the others are not checked and written out again.
 *
 * @module
 */

import type { ZodMiniType } from "zod/mini";
import { MEMBERS, REQUEST, requireForm, SESSION } from "./form.ts";
import type { LedgerState } from "./types.ts";

/** Parts that were found to have their form; frozen, so that they keep it. */
const sound = new WeakSet<object>();

/** The forms of the lists that grow: each item is a part of its own. */
const ITEMS: Readonly<Record<string, ZodMiniType>> = {
  sessions: SESSION,
  requests: REQUEST,
};

/** Where a part stands. */
interface Place {
  /** The file, for the message. */
  readonly path: string;
  /** The names on the way to it. */
  readonly way: readonly PropertyKey[];
}

/**
 * Writes the members of a ledger, as JSON text without the braces.
 *
 * @param state The ledger; its parts are frozen.
 * @param path Its file, for the message.
 * @returns What `JSON.stringify` would write of it.
 * @throws {LnkError} `ledger/corrupt`: a part has not its form.
 */
export function membersOf(state: LedgerState, path: string): string {
  return Object.entries(MEMBERS).map(([name, form]) => {
    const member = state[name as keyof LedgerState];
    const place = { path, way: [name] };
    const text = Array.isArray(member) && name in ITEMS
      ? listText(member, ITEMS[name]!, place)
      : partText(member, form, place);
    return `"${name}":${text}`;
  }).join(",");
}

/**
 * Remembers that a ledger has its form.
 *
 * @param state The ledger; its parts are frozen.
 */
export function keepSound(state: LedgerState): void {
  const { sessions, requests, ...others } = state;
  const parts = [...sessions, ...requests, ...Object.values(others)];
  parts.forEach(freeze);
}

function partText(part: unknown, form: ZodMiniType, place: Place): string {
  if (!isObject(part) || !sound.has(part)) {
    requireForm(form, place.path, part, place.way);
    freeze(part);
  }
  return JSON.stringify(part);
}

/** Neighbours in a list, and their text. */
interface Run {
  readonly items: readonly object[];
  readonly text: string;
}

/** How many items have their text in common. */
const RUN = 16;

/** Each run by its first item. */
const runs = new WeakMap<object, Run>();

function listText(
  list: readonly object[],
  form: ZodMiniType,
  { path, way }: Place,
): string {
  const texts: string[] = [];
  for (let from = 0; from < list.length; from += RUN) {
    const items = list.slice(from, from + RUN);
    const known = runs.get(items[0]!);
    const run = known && hasItems(known, items) ? known : {
      items,
      text: items.map((item, i) =>
        partText(item, form, { path, way: [...way, from + i] })
      ).join(","),
    };
    runs.set(items[0]!, run);
    texts.push(run.text);
  }
  return `[${texts.join(",")}]`;
}

function hasItems(run: Run, items: readonly object[]): boolean {
  return run.items.length === items.length &&
    run.items.every((item, i) => item === items[i]);
}

function freeze(part: unknown): void {
  if (!isObject(part)) return;
  if (Array.isArray(part)) part.forEach(Object.freeze);
  sound.add(Object.freeze(part));
}

function isObject(part: unknown): part is object {
  return typeof part === "object" && part !== null;
}
