// Copyright 2026 the lnk authors. MIT license.

/**
 * What a page about a code holds.
 *
 * @module
 */

/** What there is to say about a code. */
export interface Page {
  /** What is wrong, in a few words. */
  readonly title: string;
  /** Why it matters. */
  readonly why: string;
  /** The next step. */
  readonly next: string;
  /** A file that gets this code. */
  readonly bad?: string;
  /** The same file, mended. */
  readonly good?: string;
}

/** Pages by code; each area has a file of its own. */
export type Pages = Readonly<Record<string, Page>>;
