// Copyright 2026 the lnk authors. MIT license.

/**
 * The next step for a thing on disk, as a command that can be pasted.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { nextStep } from "../codes.ts";
import { shellPath } from "../shell.ts";

/** What to do about a path, by the code of what is wrong with it. */
const NEXT: Readonly<Record<string, (path: string, folder: string) => string>> =
  {
    "disk/link": (path) => `see where it leads: ls -ld ${path}`,
    "disk/wrong-kind": (path) => `see what it is: ls -ld ${path}`,
    "disk/many-names": (path) => `find the others: find / -samefile ${path}`,
    "disk/denied": (path) => `see who may look: ls -ld ${path}`,
    "disk/missing": (_, folder) => `see what there is: ls -la ${folder}`,
    "disk/changed": () => "somebody works on it: look again",
    "doctor/foreign": (path) =>
      `look at it, then move it away: ls -ldb ${path}`,
    "doctor/not-all": (path) => `move away what does not belong: ls ${path}`,
    "doctor/nul-bytes": (path) => `look at it: less ${path}`,
    "doctor/too-large": (path) => `shorten or split it: wc -c ${path}`,
    "doctor/others-read": (path) =>
      `if nobody else is meant to: chmod go-rwx ${path}`,
    "doctor/others-write": (path) =>
      `look at who wrote there; then: chmod go-w ${path}`,
    "key/not-private": (path) =>
      `make a new key, others may know this one: ls -l ${path}`,
    "ledger/missing": (path) =>
      "if one is meant to be there: lnk-tool ledger init --dir " +
      `${path} --agent ID --owner NAME`,
    "memory/malformed": (path) => `look at it, then mend it: less ${path}`,
    "placement/closed": (path) => `see who may look: ls -ld ${path}`,
    "placement/link": (path) => `see where it leads: ls -ld ${path}`,
    "placement/missing-folder": (path) => `if it is meant: mkdir -p ${path}`,
    "placement/no-agent": (path) => `see it: ls -la ${path}`,
    "placement/no-team-folder": (path) => `if it is meant: mkdir -p ${path}`,
    "placement/not-a-folder": (path) => `see what it is: ls -ld ${path}`,
    "store/corrupt-lease": (path) =>
      `make sure that no holder is at work, then: rm ${path}`,
    "text/encoding": (path) =>
      `see where: iconv -f UTF-8 -t UTF-8 ${path} > /dev/null`,
  };

/**
 * What to do about a path.
 *
 * @param code The code of what is wrong.
 * @param path The file or folder.
 * @returns Words and a command, quoted for a shell; what the code's page says
 *   where it needs no path.
 */
export function nextFor(code: string, path: string): string {
  const shown = shellPath(path);
  const found = Object.hasOwn(NEXT, code) ? NEXT[code] : undefined;
  return found?.(shown, shellPath(dirname(path))) ??
    nextStep(code) ?? `look at it: ls -ld ${shown}`;
}
