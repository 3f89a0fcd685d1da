// Copyright 2026 the lnk authors. MIT license.

/** Lowercase hex. */
export declare function encodeHex(
  src: string | Uint8Array | ArrayBuffer,
): string;
/** Throws on an odd length or a character that is not hex. */
export declare function decodeHex(src: string): Uint8Array<ArrayBuffer>;
