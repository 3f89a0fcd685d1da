// Copyright 2026 the lnk authors. MIT license.

/**
 * Changes that outlive a power cut once they return.
 *
 * Each either changed nothing, or is done for good, or says that nobody can
 * know: `disk/unknown-outcome`, where the change already shows but the folder
 * could not be synced. A claim in that state counts as used.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { attempt, failure, faultOf, unknownOutcome } from "./fault.ts";
import type { Host } from "./host.ts";
import type { Disk } from "./interface.ts";
import { entryOf, openPlain } from "./plain.ts";
import { linked, missing, wrongKind } from "./refusal.ts";
import { discard, type Temp, writeTemp } from "./temp.ts";

/** What a durable write may be asked beside. */
export interface WriteOptions {
  /**
   * Refuse where something stands already. Hold the folder's lock: another
   * writer's file that appears after the look is replaced.
   */
  readonly expectAbsent?: boolean;
  /**
   * Looks at the unfinished file, before the content is in it and again before
   * it gets its name; what this throws ends the write without a change. And a
   * last time when it has its name: then the outcome is unknown.
   */
  readonly verify?: (temp: Temp) => void;
}

/**
 * Writes a whole file: the old content or the new, never a mixture, and the
 * new one for good once this returns.
 *
 * @example Usage
 * ```ts
 * import { durableWrite, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const disk = realDisk(folder);
 * const random = (n: number) => crypto.getRandomValues(new Uint8Array(n));
 * durableWrite({ disk, random }, "note", new TextEncoder().encode("hello"));
 * assertEquals(await Deno.readTextFile(`${folder}/note`), "hello");
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param host The disk, and the randomness of the unfinished file's name.
 * @param path The file; mode 0600 afterwards, whatever it was.
 * @param bytes The whole content.
 * @param options What must hold before.
 * @throws {LnkError} `disk/exists`, `disk/link`, `disk/wrong-kind`,
 *   `disk/full`, `disk/read-only`, `disk/denied`, `disk/missing`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: see above.
 */
export function durableWrite(
  host: Pick<Host, "disk" | "random">,
  path: string,
  bytes: Uint8Array,
  options: WriteOptions = {},
): void {
  const { disk } = host;
  refuseStanding(disk, path, options.expectAbsent ?? false);
  const verify = options.verify ?? (() => {});
  using temp = writeTemp(host, path, bytes, verify);
  try {
    verify(temp);
    disk.rename(temp.path, path);
  } catch (error) {
    if (mayStandAt(disk, path, temp.id)) {
      throw unknownOutcome("write", path, error);
    }
    discard(disk, temp.path);
    throw failure("write", path, error);
  }
  syncNames(disk, "write", path);
  try {
    if (disk.lstat(path)?.id !== temp.id) throw takenAway();
    verify({ path, id: temp.id });
  } catch (error) {
    throw unknownOutcome("write", path, error);
  }
}

/** A rename asks for a name only: whoever may write there can put another thing behind it meanwhile. */
function takenAway(): Error {
  return new Error("something else took its name meanwhile");
}

/**
 * Removes a file for good: it does not come back after a power cut.
 *
 * @param disk Where.
 * @param path The file.
 * @throws {LnkError} `disk/missing`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: it is gone now, but
 *   may come back.
 */
export function durableRemove(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch (error) {
    const found = faultOf(error) !== "missing";
    if (found && mayStandAt(disk, path, undefined)) {
      throw unknownOutcome("removal", path, error);
    }
    throw failure("remove", path, error);
  }
  syncNames(disk, "removal", path);
}

/**
 * Gives a file another name for good, in the same folder or another of the
 * same file system. Hold the locks: a file that appears there is replaced.
 *
 * @param disk Where.
 * @param from Its name.
 * @param to Its new name, where nothing stands.
 * @throws {LnkError} `disk/exists`, `disk/link`, `disk/wrong-kind`,
 *   `disk/missing`, `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: it may stand at
 *   either name after a power cut, never at none.
 */
export function durableMove(disk: Disk, from: string, to: string): void {
  refuseStanding(disk, to, true);
  // Kept open: as long as it is, no other file can get its inode.
  using file = openPlain(disk, from, "read");
  if (!file) throw missing(from, "file");
  const moved = entryOf(file);
  try {
    disk.rename(from, to);
  } catch (error) {
    if (mayStandAt(disk, to, moved.id)) {
      throw unknownOutcome("move", from, error);
    }
    throw failure("move", from, error);
  }
  syncNames(disk, "move", to);
  if (!mayStandAt(disk, to, moved.id)) {
    throw unknownOutcome("move", from, takenAway());
  }
  if (dirname(from) !== dirname(to)) syncNames(disk, "move", from);
}

function refuseStanding(disk: Disk, path: string, absent: boolean): void {
  const standing = attempt("look at", path, () => disk.lstat(path));
  if (!standing) return;
  if (standing.kind === "link") throw linked(path);
  if (standing.kind !== "file") throw wrongKind(path, "file", standing);
  if (!absent) return;
  throw new LnkError(
    "conflict",
    "disk/exists",
    `Cannot create ${quote(path)}: it stands already`,
  );
}

/** After a call that failed: whether a name may nevertheless be as the call would have left it, as the lost answer of a file server leaves it. */
function mayStandAt(
  disk: Disk,
  path: string,
  id: string | undefined,
): boolean {
  try {
    return disk.lstat(path)?.id === id;
  } catch {
    return true;
  }
}

function syncNames(disk: Disk, action: string, path: string): void {
  try {
    disk.syncFolder(dirname(path));
  } catch (error) {
    throw unknownOutcome(action, path, error);
  }
}
