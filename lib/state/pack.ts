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
import { MOST_ENTRIES } from "./header.ts";
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

/** The size that a header cannot hold. Beyond it readers need an override, and differ. */
const TOO_LARGE = 8 * 1024 ** 3;

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
 *   changes under the reading; `state/too-large`, `state/too-much`;
 *   `state/output` for a place among what moves; `disk/...` for what the
 *   operating system refuses.
 */
export async function packState(
  host: Pick<Host, "disk" | "random" | "sleep">,
  plan: StatePlan,
  target: string,
): Promise<PackedState> {
  const { disk } = host;
  const folder = attempt("use", target, () => disk.realPath(dirname(target)));
  const archive = join(folder, basename(target));
  refuseTarget(disk, plan, archive);
  refuseSizes(plan);
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

function refuseSizes({ entries }: StatePlan): void {
  if (entries.length > MOST_ENTRIES) {
    throw new LnkError(
      "refused",
      "state/too-much",
      `Cannot pack ${entries.length} files and folders: ` +
        `an archive holds at most ${MOST_ENTRIES}`,
    );
  }
  const large = entries.find(({ bytes }) => bytes >= TOO_LARGE);
  if (!large) return;
  throw new LnkError(
    "refused",
    "state/too-large",
    `Cannot pack ${quote(tilde(large.path))}: it has 8 GiB or more`,
    { details: { path: tilde(large.path) } },
  );
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
