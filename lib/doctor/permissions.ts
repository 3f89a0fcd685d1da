// Copyright 2026 the lnk authors. MIT license.

/**
 * Who else could reach what must be the user's alone.
 *
 * The store's own corner is private, each folder and file; what an agent
 * keeps may be readable by others, and is told then, but never writable.
 *
 * @module
 */

import { dirname, join } from "@std/path/posix";
import { lookAtPrivate, requirePrivateFolder } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { Entry } from "../disk.ts";
import { quote } from "../text.ts";
import { isIndexName } from "../store/index.ts";
import { layout } from "../grants.ts";
import { isName } from "../names.ts";
import { counted } from "./check.ts";
import { type Look, looking, MOST_NAMES, namesIn, steadily } from "./look.ts";
import { nextFor } from "./next.ts";

const AREA = "permissions";

/** What stands in the store's own corner, by what its folder is called. */
const OWN: Readonly<Record<string, (name: string) => boolean>> = {
  ".lnk": (name) => name === "store" || name === "agent-context",
  ".lnk/store": (name) => ["files", "logs", "leases"].includes(name),
  ".lnk/store/files": () => false,
  ".lnk/store/logs": (name) => isName("conversation", name),
  ".lnk/store/leases": (name) => name.endsWith(".json"),
};

/**
 * Looks at modes and owners in the agent's folder.
 *
 * @param look What the look needs.
 */
export async function lookAtPermissions(look: Look): Promise<void> {
  const seen = await lookAtCorner(look);
  if (seen > 0 && !hasFault(look)) {
    look.report.add(AREA, {
      status: "ok",
      path: join(look.root, ".lnk"),
      message: `the store's own corner is private: ` +
        counted(seen, "folder or file", "folders and files"),
    });
  }
  await lookAtFile(look);
  const kept = await lookAtKept(look);
  if (kept === 0 || hasFault(look)) return;
  look.report.add(AREA, {
    status: "ok",
    path: look.root,
    message: counted(kept, "folder or file", "folders and files") +
      " besides: " +
      "others write none, and read no conversation and no memory",
  });
}

function hasFault({ report }: Look): boolean {
  return report.all().some(({ area, status }) =>
    area === AREA && status !== "ok"
  );
}

async function lookAtCorner(look: Look): Promise<number> {
  const rest = [".lnk"];
  let seen = 0;
  for (let way = rest.pop(); way !== undefined; way = rest.pop()) {
    const path = join(look.root, way);
    const name = way;
    await looking(look, { area: AREA, path, name }, async () => {
      const { disk } = look.host;
      const entry = at(look, path);
      if (!entry) return;
      seen++;
      if (entry.kind !== "folder" || isLeaf(way)) {
        await steadily(look.host, () => lookAtPrivate(disk, path));
        return;
      }
      // What is in it is looked at all the same.
      rest.push(...below(look, way, path));
      requirePrivateFolder(disk, path);
    });
  }
  return seen;
}

/** Whether only a file can stand there. */
function isLeaf(way: string): boolean {
  return way.split("/").length > 4 || /^\.lnk\/store\/leases\/./.test(way);
}

function below(look: Look, way: string, path: string): string[] {
  const belongs = OWN[way] ??
    ((name: string) => isIndexName(name.replace(/-(wal|shm|journal)$/, "")));
  const names = namesIn(look, AREA, path);
  for (const name of names.filter((name) => !belongs(name))) {
    const path = join(look.root, way, name);
    look.report.add(AREA, {
      status: "warning",
      code: "doctor/foreign",
      path,
      message: `${quote(`${way}/${name}`)} is nothing of the store's`,
      help: nextFor("doctor/foreign", path),
    });
  }
  // The queue's own folders are looked at with the queue.
  return names.filter((name) => belongs(name) && name !== "agent-context")
    .map((name) => `${way}/${name}`);
}

/** What an agent keeps, and whether others are not meant to read it. */
const KEPT: readonly (readonly [way: string, secret: boolean])[] = [
  ["chats", true],
  ["home", false],
  [layout("memory"), true],
  [`${layout("memory")}/portable`, true],
  ["instructions", false],
  ["skills", false],
];

/** The sandbox file: who writes it decides what the agent gets. */
async function lookAtFile(look: Look): Promise<void> {
  const { root, sandbox: path } = look;
  await looking(look, { area: AREA, path, name: path }, () => {
    const entry = at(look, path);
    if (entry?.kind !== "file") return;
    const own = dirname(path) === root;
    const others = own ? enters(look, root) : 0o077;
    lookAtOne(look, path, entry, { others, secret: false });
  });
}

async function lookAtKept(look: Look): Promise<number> {
  let seen = 0;
  for (const [way, secret] of KEPT) {
    const folder = join(look.root, way);
    await looking(look, { area: AREA, path: folder, name: way }, () => {
      // What is none or a link is told with the layout.
      if (at(look, folder)?.kind !== "folder") return;
      const inside = way === "home" ? [] : namesOf(look, folder);
      const reach = reachOf(look, way);
      const within = reach & enters(look, folder);
      for (const name of ["", ...inside]) {
        const path = join(folder, name);
        const entry = at(look, path);
        if (!entry || entry.kind === "link") continue;
        seen++;
        const others = name === "" ? reach : within;
        lookAtOne(look, path, entry, { others, secret });
      }
    });
  }
  return seen;
}

/** The bits of those besides the owner who get as far as a folder's names. */
function reachOf(look: Look, way: string): number {
  const parts = way.split("/").slice(0, -1);
  const folders = ["", ...parts.map((_, i) => parts.slice(0, i + 1).join("/"))];
  return folders.map((folder) => enters(look, join(look.root, folder)))
    .reduce((all, one) => all & one);
}

/** The bits of those besides the owner who may enter a folder. */
function enters(look: Look, folder: string): number {
  const mode = at(look, folder)?.mode ?? 0;
  return ((mode & 0o010) !== 0 ? 0o070 : 0) |
    ((mode & 0o001) !== 0 ? 0o007 : 0);
}

function at({ host: { disk } }: Look, path: string): Entry | undefined {
  return attempt("look at", path, () => disk.lstat(path));
}

/** Unfinished files and too many names are told where the folder's content is. */
function namesOf({ host: { disk } }: Look, folder: string): string[] {
  return attempt("list", folder, () => disk.list(folder)).slice(0, MOST_NAMES);
}

interface Reach {
  /** The bits of those who get to the name. */
  readonly others: number;
  /** Whether they are not meant to read it. */
  readonly secret: boolean;
}

function lookAtOne(
  { root, host: { disk }, report }: Look,
  path: string,
  { uid, mode }: Entry,
  { others, secret }: Reach,
): void {
  const below = path.startsWith(`${root}/`);
  const name = quote(below ? path.slice(root.length + 1) : path);
  const own = attempt("tell the user of", path, () => disk.uid);
  const shown = `its mode is ${(mode & 0o7777).toString(8).padStart(4, "0")}`;
  const add = (
    status: "error" | "warning",
    code: string,
    state: string,
    next = code,
  ) =>
    report.add(AREA, {
      ...{ status, code, path, message: `${name}: ${state}` },
      help: nextFor(next, path),
    });
  if (uid !== own) {
    const state = `its owner is user ${uid}, not ${own}`;
    add("error", "doctor/others-write", state, "disk/wrong-kind");
  } else if ((mode & others & 0o022) !== 0) {
    add("error", "doctor/others-write", `others may write it, ${shown}`);
  } else if (secret && (mode & others & 0o044) !== 0) {
    add("warning", "doctor/others-read", `others may read it, ${shown}`);
  }
}
