// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether standard output goes anywhere.
 *
 * @module
 */

import type { Disk } from "../../lib/disk.ts";

/** The lower two bits of a descriptor's flags. */
const ACCESS = 3;
const READ = 0;
const READ_WRITE = 2;

/**
 * Whether whatever is written on standard output is lost without a word: the
 * runtime drops writes to a descriptor that is for reading only, and puts
 * /dev/null, for reading and writing, in the place of a closed one.
 *
 * @param disk The real one.
 * @returns `false` also where the system does not tell.
 */
export function outputIsLost(disk: Disk): boolean {
  try {
    const text = new TextDecoder().decode(
      disk.read("/proc/self/fdinfo/1", 999),
    );
    const flags = parseInt(/^flags:\s*([0-7]+)$/m.exec(text)?.[1] ?? "1", 8);
    if ((flags & ACCESS) === READ) return true;
    return (flags & ACCESS) === READ_WRITE &&
      disk.readLink("/proc/self/fd/1") === "/dev/null";
  } catch {
    return false;
  }
}
