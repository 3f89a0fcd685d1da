// Copyright 2026 the lnk authors. MIT license.

/**
 * How much the queue holds.
 *
 * Source: the specification's "Portable Context", "The queue's limits". What
 * is counted are the files as they stand, header lines too, so that `ls -l`
 * tells the same.
 *
 * @module
 */

/** The most batches that wait at a time. */
export const MOST_BATCHES = 1024;
/** The most bytes of all batches together. */
export const MOST_BYTES = 64 * 1024 * 1024;
/** The most bytes of one batch. */
export const LARGEST_BATCH = 16 * 1024 * 1024;
