// Copyright 2026 the lnk authors. MIT license.

/** Whether two pieces hold the same bytes; compares four at a time where it can. */
export declare function equals(a: Uint8Array, b: Uint8Array): boolean;
