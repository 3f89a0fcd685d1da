// Copyright 2026 the lnk authors. MIT license.

/**
 * The errors of system calls, as Deno throws them.
 *
 * @module
 */

/** Makes an error of its class, where Deno has one. */
type Make = new (message: string) => Error;

/** Number, text and class; those without a class and in {@linkcode BARE} have no `code` either. */
const ERRORS: Readonly<Record<string, readonly [number, string, Make?]>> = {
  ENOENT: [2, "No such file or directory", Deno.errors.NotFound],
  EINTR: [4, "Interrupted system call", Deno.errors.Interrupted],
  EIO: [5, "Input/output error"],
  EACCES: [13, "Permission denied", Deno.errors.PermissionDenied],
  EEXIST: [17, "File exists", Deno.errors.AlreadyExists],
  EXDEV: [18, "Invalid cross-device link"],
  ENOTDIR: [20, "Not a directory", Deno.errors.NotADirectory],
  EISDIR: [21, "Is a directory", Deno.errors.IsADirectory],
  EINVAL: [22, "Invalid argument", TypeError],
  EFBIG: [27, "File too large"],
  ENOSPC: [28, "No space left on device"],
  EROFS: [30, "Read-only file system"],
  ENOTEMPTY: [39, "Directory not empty"],
  ELOOP: [40, "Too many levels of symbolic links", Deno.errors.FilesystemLoop],
  ESTALE: [116, "Stale file handle"],
  EDQUOT: [122, "Disk quota exceeded"],
};

/** Deno gives these no `code`: only the number in the text tells. */
const BARE = new Set(["EFBIG", "ESTALE", "EDQUOT"]);

/** The errors that a sweep puts at every call. */
export const SWEPT = [
  "EIO",
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EROFS",
  "EINTR",
  "EACCES",
  "ESTALE",
] as const;

/**
 * The error of a system call.
 *
 * @param code Such as `ENOSPC`.
 * @param call What was called.
 * @returns It, as Deno throws it.
 */
export function systemError(code: string, call: string): Error {
  const [number, text, Class = Error] = ERRORS[code]!;
  const error = new Class(`${text} (os error ${number}): ${call}`);
  return BARE.has(code) ? error : Object.assign(error, { code });
}
