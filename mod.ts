// Copyright 2026 the lnk authors. MIT license.

/**
 * The library of `lnk-tool`: everything around an agent's run.
 *
 * @module
 */

export {
  EXIT,
  type Kind,
  LnkError,
  type LnkErrorOptions,
} from "./lib/errors.ts";
export type { Finding, Related, Severity, Span } from "./lib/finding.ts";
export { inert, quote } from "./lib/text.ts";
