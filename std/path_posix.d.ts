// Copyright 2026 the lnk authors. MIT license.

/** Joins parts with `/` and normalizes the result. */
export declare function join(...parts: string[]): string;
/** The last part of a path, less an optional suffix. */
export declare function basename(path: string, suffix?: string): string;
/** The path without its last part. */
export declare function dirname(path: string): string;
/** Whether a path starts with `/`. */
export declare function isAbsolute(path: string): boolean;
/** The way from one path to another. */
export declare function relative(from: string, to: string): string;
/** An absolute path out of parts, right to left. */
export declare function resolve(...parts: string[]): string;
