// Copyright 2026 the lnk authors. MIT license.

/**
 * Captures of tests.
 *
 * @module
 */

import type { Capture } from "../../lib/queue.ts";

/** Whose they are. */
export const OURS = { agent: "ada", owner: "kay" };

/** Where they come from and go to. */
export const ORIGIN = {
  ...OURS,
  thread: "link:main",
  adapter: "goose",
  session: "s1",
};

/**
 * A record.
 *
 * @param item Its native id.
 * @param session Its native session.
 * @param text What it says.
 * @returns Its line without the newline.
 */
export function recordText(item: string, session = "s1", text = item): string {
  const source = { adapter: "goose", session, record: item };
  return JSON.stringify({ role: "user", text, source });
}

/**
 * A capture of some records.
 *
 * @param items Their native ids.
 * @param session Their native session.
 * @returns The capture.
 */
export function capture(items: readonly string[], session = "s1"): Capture {
  const lines = items.map((item) => `${recordText(item, session)}\n`);
  const records = new TextEncoder().encode(lines.join(""));
  return { ...ORIGIN, session, records };
}
