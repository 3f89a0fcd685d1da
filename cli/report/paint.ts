// Copyright 2026 the lnk authors. MIT license.

/**
 * Colours for people. Without colour every function returns its text as it is.
 *
 * @module
 */

/** The colours in use. */
export interface Paint {
  /** For headings and codes. */
  bold(text: string): string;
  /** For frames and line numbers. */
  blue(text: string): string;
  /** For help. */
  cyan(text: string): string;
  /** For what is well. */
  green(text: string): string;
  /** For errors. */
  red(text: string): string;
  /** For warnings. */
  yellow(text: string): string;
  /** For what matters less. */
  dim(text: string): string;
}

/**
 * The colours of one stream.
 *
 * @param colour Whether it wants any.
 * @returns Functions that wrap a text.
 */
export function paint(colour: boolean): Paint {
  const wrap = (open: number, close: number) => (text: string) =>
    colour ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    blue: wrap(34, 39),
    cyan: wrap(36, 39),
  };
}
