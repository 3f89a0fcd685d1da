// Copyright 2026 the lnk authors. MIT license.

/** The value of a YAML document. */
export declare function parse(content: string): unknown;
