// Copyright 2026 the lnk authors. MIT license.

/**
 * Packs a plan into a gzipped tar archive, as a stream.
 *
 * The same state gives the same bytes: entries are sorted, and nothing of the
 * machine (owner, group, names of users, the hour of packing) is in it.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { basename, dirname, join } from "@std/path/posix";
import { type Disk, type Host, removeStaleTemps, withLock } from "../disk.ts";
import { attempt, failure, unknownOutcome } from "../disk/fault.ts";
import { lookAtFile } from "../disk/plain.ts";
import { discard } from "../disk/temp.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { tilde } from "./paths.ts";
import type { StatePlan } from "./plan.ts";
import { streamTar } from "./writer.ts";

/** What a pack left. */
export interface PackedState {
  /** The archive, without links. */
  readonly archive: string;
  /** Its bytes. */
  readonly bytes: number;
}

/**
 * Packs what a plan lists into an archive that only its owner may read.
 *
 * The archive appears when it is whole and on the medium; one of that name is
 * replaced then. On failure nothing of it remains.
 *
 * @param host The disk, and the randomness of the unfinished file's name.
 * @param plan What to pack; made just before.
 * @param target The archive.
 * @returns Where it is.
 * @throws {LnkError} `state/changed` if a file is not as the plan saw it, or
 *   changes under the reading; `state/nothing` for a plan without entries;
 *   `state/output` for a place among what moves; `disk/...` for what the
 *   operating system refuses.
 */
export async function packState(
  host: Pick<Host, "disk" | "random" | "sleep">,
  plan: StatePlan,
  target: string,
): Promise<PackedState> {
  const { disk } = host;
  const folder = folderOf(disk, target);
  const archive = join(folder, basename(target));
  refuseTarget(disk, plan, archive);
  refuseNothing(plan);
  return await withLock(host, folder, {}, async () => {
    removeStaleTemps(disk, folder);
    const temp = join(folder, `.lnk-${encodeHex(host.random(12))}.tmp`);
    const bytes = await writeArchive(disk, plan, temp);
    giveName(disk, temp, archive);
    return { archive, bytes };
  });
}

function refuseTarget(disk: Disk, plan: StatePlan, archive: string): void {
  lookAtFile(disk, archive);
  const among = plan.roots.find((root) =>
    `${archive}/`.startsWith(`${plan.home}/${root}/`)
  );
  if (among === undefined) return;
  throw new LnkError(
    "usage",
    "state/output",
    `Cannot put the archive at ${quote(archive)}: it is among what moves, ` +
      `in ${quote(tilde(among))}`,
  );
}

/** An archive of nothing is refused by unpack: it is more often a mistake than meant. */
function refuseNothing({ entries, home }: StatePlan): void {
  if (entries.length > 0) return;
  throw new LnkError(
    "no",
    "state/nothing",
    `Cannot pack from ${quote(home)}: nothing of what is included is there`,
  );
}

/** The archive's folder, without links. */
function folderOf(disk: Disk, target: string): string {
  const folder = dirname(target);
  return attempt("use", target, () => {
    if (disk.stat(folder)?.kind === "folder") return disk.realPath(folder);
    throw new LnkError(
      "unable",
      "disk/missing",
      `Cannot write ${quote(target)}: there is no folder ${quote(folder)}`,
    );
  });
}

/** Writes the whole archive under its unfinished name, and says its size. */
async function writeArchive(
  disk: Disk,
  plan: StatePlan,
  temp: string,
): Promise<number> {
  const file = attempt("write", temp, () => disk.createNew(temp));
  try {
    await streamTar(disk, plan, file);
    return attempt("write", temp, () => {
      file.sync();
      return file.entry().size;
    });
  } catch (error) {
    discard(disk, temp);
    throw error;
  } finally {
    file.close();
  }
}

function giveName(disk: Disk, temp: string, archive: string): void {
  try {
    disk.rename(temp, archive);
  } catch (error) {
    discard(disk, temp);
    throw failure("write", archive, error);
  }
  try {
    disk.syncFolder(dirname(archive));
  } catch (error) {
    throw unknownOutcome("write", archive, error);
  }
}
