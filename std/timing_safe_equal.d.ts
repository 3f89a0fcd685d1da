// Copyright 2026 the lnk authors. MIT license.

/** Compares without telling by its duration where they differ; throws a TypeError on unequal lengths. */
export declare function timingSafeEqual(
  a: ArrayBufferView | ArrayBufferLike,
  b: ArrayBufferView | ArrayBufferLike,
): boolean;
