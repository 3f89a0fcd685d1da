// Copyright 2026 the lnk authors. MIT license.

/**
 * The agent's notes and portable documents: size, text, form.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { within } from "../disk.ts";
import { openWithin, readWhole } from "../disk.ts";
import { layout } from "../grants.ts";
import { parseMemory } from "../memory/document.ts";
import { isName } from "../names.ts";
import { LARGEST_CONTENT } from "../store/paths.ts";
import { decodeUtf8, firstBadByte, quote } from "../text.ts";
import { counted, type Seen } from "./check.ts";
import { type Look, looking, namesIn, steadily } from "./look.ts";
import { nextFor } from "./next.ts";

const AREA = "memory";
const MEMORY = layout("memory");
const NOTES = `${MEMORY}/notes.md`;
const FOLDER = `${MEMORY}/portable`;
const ENDING = ".json";

/**
 * Looks at memory.
 *
 * @param look What the look needs.
 */
export async function lookAtMemory(look: Look): Promise<void> {
  const path = join(look.root, NOTES);
  await looking(look, { area: AREA, path, name: NOTES }, async () => {
    const limit = LARGEST_CONTENT.notes;
    const text = await steadily(look.host, () => textOf(look, NOTES, limit));
    if (typeof text === "object") return look.report.add(AREA, text);
    look.report.add(AREA, {
      status: "ok",
      path,
      message: text === undefined
        ? "there are no notes"
        : `the notes are text, of ${counted(text.length, "character")}`,
    });
  });
  const folder = join(look.root, FOLDER);
  await looking(look, { area: AREA, path: folder, name: FOLDER }, async () => {
    await lookAtDocuments(look, folder);
  });
  // Only unfinished files are looked for beside the notes.
  const beside = join(look.root, MEMORY);
  await looking(look, { area: AREA, path: beside, name: MEMORY }, () => {
    if (within(look.host.disk, look.root, NOTES)) namesIn(look, AREA, beside);
  });
}

async function lookAtDocuments(look: Look, folder: string): Promise<void> {
  const place = within(look.host.disk, look.root, `${FOLDER}/name`);
  const names = place ? namesIn(look, AREA, folder) : [];
  place?.verify();
  let [sound, deleted] = [0, 0];
  for (const name of names) {
    const path = join(folder, name);
    const way = `${FOLDER}/${name}`;
    await looking(look, { area: AREA, path, name: way }, async () => {
      const found = await steadily(
        look.host,
        () => lookAtDocument(look, name),
      );
      if (typeof found === "object") return look.report.add(AREA, found);
      if (found === "gone") return;
      sound++;
      if (found === "deleted") deleted++;
    });
  }
  look.report.add(AREA, {
    status: "ok",
    path: folder,
    message: counted(sound, "sound portable document") +
      `, ${counted(deleted, "deletion")} among them`,
  });
}

function lookAtDocument(
  look: Look,
  name: string,
): Seen | "sound" | "deleted" | "gone" {
  const way = `${FOLDER}/${name}`;
  const path = join(look.root, way);
  const id = name.slice(0, -ENDING.length);
  if (!name.endsWith(ENDING) || !isName("document", id)) {
    return {
      status: "warning",
      code: "doctor/foreign",
      path,
      message: `${quote(way)} is no document: its name is not ID.json`,
      help: nextFor("doctor/foreign", path),
    };
  }
  const text = textOf(look, way, LARGEST_CONTENT.document);
  if (typeof text === "object") return text;
  if (text === undefined) return "gone";
  return parseMemory(text, id).deleted ? "deleted" : "sound";
}

/** A file's text, or what is wrong with it; `undefined` where there is none. */
function textOf(
  { root, host: { disk } }: Look,
  way: string,
  limit: number,
): string | Seen | undefined {
  using file = openWithin(disk, root, way, "read");
  if (!file) return undefined;
  const { size } = file.entry();
  const fault = (code: string, state: string): Seen => ({
    status: code === "doctor/nul-bytes" ? "warning" : "error",
    code,
    path: file.path,
    message: `${quote(way)}: ${state}`,
    help: nextFor(code, file.path),
  });
  if (size > limit) {
    const state = `it has ${size} bytes of at most ${limit}`;
    return fault("doctor/too-large", state);
  }
  const bytes = readWhole(file, limit);
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    return fault("text/encoding", `byte ${firstBadByte(bytes)} is not UTF-8`);
  }
  if (!text.includes("\0")) return text;
  return fault("doctor/nul-bytes", "it has NUL bytes, as a power cut leaves");
}
