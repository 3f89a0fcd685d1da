// Copyright 2026 the lnk authors. MIT license.

/** Standard base64 with padding. */
export declare function encodeBase64(
  data: ArrayBuffer | Uint8Array | string,
): string;
/** Throws on anything that is not standard base64. */
export declare function decodeBase64(b64: string): Uint8Array<ArrayBuffer>;
