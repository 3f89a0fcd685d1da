// Copyright 2026 the lnk authors. MIT license.

/**
 * A call as an owner reads it: nothing in it can move the cursor, reorder the
 * text, or push a part of it out of sight without a word about it.
 *
 * @module
 */

import type { ShownRequest } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";

/** How many characters of long arguments are shown from their start and end. */
const HEAD = 1600;
const TAIL = 400;

/**
 * The lines about a request.
 *
 * @param request The request.
 * @returns Lines with their newlines.
 */
export function callText(request: ShownRequest): string {
  const { tool, attempt, status, recovery_required } = request;
  return `request    ${request.request}\n` +
    `attempt    ${inert(attempt)}, generation ${request.generation}\n` +
    `status     ${status}${recovery_required ? ", recovery required" : ""}\n` +
    `tool       ${inert(tool)}\n` +
    argumentsText(request.arguments);
}

function argumentsText(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  const escaped = countEscapes(text);
  const left = text.length - HEAD - TAIL;
  const facts = [
    `${bytes} bytes`,
    ...escaped > 0 ? [`${escaped} characters shown as escapes`] : [],
    ...left > 0 ? [`${left} characters in the middle NOT SHOWN`] : [],
  ];
  const parts = left > 0 ? [text.slice(0, HEAD), text.slice(-TAIL)] : [text];
  return `arguments  ${facts.join(", ")}\n` +
    parts.map((part) => `  ${squeezed(inert(part))}\n`).join("  [...]\n");
}

/** Long runs of spaces would push what follows out of sight. */
function squeezed(text: string): string {
  return text.replace(/ {9,}/g, (run) => `[${run.length} spaces]`);
}

function countEscapes(text: string): number {
  let count = 0;
  for (const character of text) if (inert(character) !== character) count++;
  return count;
}
