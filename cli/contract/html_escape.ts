// Copyright 2026 the lnk authors. MIT license.

/**
 * Text in HTML.
 *
 * @module
 */

import { inert } from "../../lib/text.ts";

/**
 * Text for an element or an attribute in double quotes.
 *
 * @param text Any text.
 * @returns The same without an active character or markup.
 */
export function escapeHtml(text: string): string {
  return inert(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
