// Copyright 2026 the lnk authors. MIT license.

/**
 * Instructions and skills: what of them the store and the agent do not get.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { within } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { whyNoPath } from "../grants.ts";
import { LARGEST_CONTENT } from "../store/paths.ts";
import { quote } from "../text.ts";
import { counted } from "./check.ts";
import { type Look, looking, MOST_NAMES, namesIn } from "./look.ts";
import { nextFor } from "./next.ts";

const AREA = "guidance";

/** What a walk has seen. */
interface Walk {
  /** Folders that are still to be listed. */
  readonly rest: string[];
  /** Files that can be read. */
  files: number;
  /** All that was looked at. */
  seen: number;
}

/**
 * Looks at every file of instructions and skills, without reading one.
 *
 * @param look What the look needs.
 */
export async function lookAtGuidance(look: Look): Promise<void> {
  const walk: Walk = { rest: ["skills", "instructions"], files: 0, seen: 0 };
  while (walk.rest.length > 0 && walk.seen <= MOST_NAMES) {
    const way = walk.rest.pop()!;
    const path = join(look.root, way);
    await looking(look, { area: AREA, path, name: way }, async () => {
      const place = within(look.host.disk, look.root, `${way}/name`);
      if (place) await lookInFolder(look, way, walk);
    });
  }
  if (walk.seen > MOST_NAMES) {
    look.report.add(AREA, {
      status: "warning",
      code: "doctor/not-all",
      path: look.root,
      message: `only the first ${MOST_NAMES} files and folders were looked at`,
      help: nextFor("doctor/not-all", look.root),
    });
  }
  look.report.add(AREA, {
    status: "ok",
    path: look.root,
    message: counted(walk.files, "file") +
      " of instructions and skills can be read",
  });
}

async function lookInFolder(
  look: Look,
  way: string,
  walk: Walk,
): Promise<void> {
  const { disk } = look.host;
  const folder = join(look.root, way);
  for (const name of namesIn(look, AREA, folder)) {
    if (++walk.seen > MOST_NAMES) return;
    const path = join(folder, name);
    const entryAt = () => attempt("look at", path, () => disk.lstat(path));
    let entry = entryAt();
    // A file has a second name for a moment while it is written.
    if (entry?.kind === "file" && entry.links > 1) {
      await look.host.sleep(1);
      entry = entryAt();
    }
    if (!entry) continue;
    const fault = faultOf(`${way}/${name}`, entry);
    if (fault) {
      const { code, state } = fault;
      look.report.add(AREA, {
        status: "warning",
        code,
        path,
        message: `${quote(`${way}/${name}`)} is passed over: ${state}`,
        help: nextFor(code, path),
      });
    } else if (entry.kind === "folder") walk.rest.push(`${way}/${name}`);
    else walk.files++;
  }
}

/** Why a thing cannot be read by its path. */
function faultOf(
  way: string,
  { kind, links, size }: {
    readonly kind: string;
    readonly links: number;
    readonly size: number;
  },
): { readonly code: string; readonly state: string } | undefined {
  const no = whyNoPath(way);
  if (no !== undefined) return { code: "doctor/foreign", state: no };
  if (kind === "folder") return undefined;
  if (kind === "link") return { code: "disk/link", state: "it is a link" };
  if (kind !== "file") {
    const state = "it is a pipe, socket or device";
    return { code: "disk/wrong-kind", state };
  }
  if (links > 1) {
    return { code: "disk/many-names", state: `it has ${links} names` };
  }
  if (size <= LARGEST_CONTENT.guidance) return undefined;
  const state = `it has ${size} bytes of at most ${LARGEST_CONTENT.guidance}`;
  return { code: "doctor/too-large", state };
}
