// Copyright 2026 the lnk authors. MIT license.

/**
 * A parsed copy of a JSON object, to look at and never to write back.
 *
 * @module
 */

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Whether a value is an object in braces.
 *
 * @param value Any JSON value.
 * @returns Whether it is neither a list nor `null` nor a scalar.
 */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses a text as a JSON object.
 *
 * @param text Any text.
 * @returns Its members; `undefined` if it is no JSON object.
 */
export function jsonObject(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
