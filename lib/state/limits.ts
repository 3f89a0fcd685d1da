// Copyright 2026 the lnk authors. MIT license.

/**
 * How much one archive holds: the same for plan, pack and unpack.
 *
 * @module
 */

/**
 * The most files and folders of an archive. Each is synced on its own, so that
 * a small archive of very many would keep a disk busy for hours.
 */
export const MOST_ENTRIES = 200_000;

/** The size that a header cannot hold. Beyond it readers need an override, and differ. */
export const TOO_LARGE: number = 8 * 1024 ** 3;

/** The latest time, in seconds since 1970, that a header holds: eleven octal digits. */
export const LATEST_TIME = 0o77777777777;
