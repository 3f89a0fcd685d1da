// Copyright 2026 the lnk authors. MIT license.

/**
 * Which path of the store is what, where it lies on disk, and who may write
 * it: one table for every driver and every command.
 *
 * Source: the specification's "Portable Context", from "What the bridge
 * checks" to "Notes".
 *
 * @module
 */

import { isTemp } from "../disk.ts";
import { LnkError } from "../errors.ts";
import {
  type Folders,
  layout,
  NOTES,
  whyNoPath,
  writes,
  writesNotes,
} from "../grants.ts";
import { isName } from "../names.ts";
import { quote } from "../text.ts";

/** What a path of the store holds. */
export type PathKind =
  | "guidance"
  | "notes"
  | "document"
  | "memory"
  | "conversation";

/** A path that the store can reach. */
export interface StorePath {
  /** As it was given. */
  readonly path: string;
  /** What it holds. */
  readonly kind: PathKind;
  /** The way down from the agent's folder on disk. */
  readonly relative: string;
}

/** The most bytes of a file, by what it holds; `memory` and `guidance` are bounded by what one request carries. */
export const LARGEST_CONTENT: Readonly<
  Record<Exclude<PathKind, "conversation">, number>
> = {
  notes: 64 * 1024,
  document: 256 * 1024,
  guidance: 16 * 1024 * 1024,
  memory: 16 * 1024 * 1024,
};

/**
 * The most bytes that a file may have.
 *
 * @param at The path.
 * @returns The limit; 0 for a conversation, which is no file.
 */
export function largestContent({ kind }: StorePath): number {
  return kind === "conversation" ? 0 : LARGEST_CONTENT[kind];
}

const FOLDERS = ["instructions", "skills", "memory", "chats"];

/**
 * Finds out what a path of the store is.
 *
 * @param path As a caller gave it.
 * @returns What it holds and where it lies.
 * @throws {LnkError} `store/path` if it is no path; `store/closed-path` if
 *   the store reaches nothing there.
 */
export function storePath(path: string): StorePath {
  requirePath(path, path);
  const kind = kindOf(path);
  if (!kind) throw closed(path, "no collection of the store holds it");
  return { path, kind, relative: onDisk(path) };
}

/**
 * Whether a path is one that the store could reach, or pass through.
 *
 * @param path A path, without a slash at its end.
 * @returns Whether it is short and plain enough.
 */
export function isReachable(path: string): boolean {
  return whyNoPath(path) === undefined;
}

/**
 * The folder, or file, that a listing starts from.
 *
 * @param prefix A path, with or without a slash at its end; "" is all.
 * @returns The way down from the agent's folder for each tree to list, with
 *   the path of the store that it stands for.
 * @throws {LnkError} As {@linkcode storePath}.
 */
export function listedTrees(
  prefix: string,
): readonly Pick<StorePath, "path" | "relative">[] {
  const path = prefix.replace(/\/$/, "");
  const paths = prefix === "" ? FOLDERS : [path];
  if (prefix !== "") requirePath(path, prefix);
  return paths.map((path) => {
    if (!FOLDERS.includes(path.split("/", 1)[0]!)) {
      throw closed(path, "no collection of the store holds it");
    }
    return { path, relative: onDisk(path) };
  });
}

/**
 * Refuses to change a file that the grants keep from it, whoever asks.
 *
 * @param at The path.
 * @param folders What the sandbox file grants.
 * @throws {LnkError} `store/not-granted`; `store/closed-path` for a
 *   conversation, which is only appended to.
 */
export function requireGrant(at: StorePath, folders: Folders): void {
  switch (at.kind) {
    case "conversation":
      throw closed(at.path, "a conversation is only read and appended to");
    case "memory":
      throw notGranted(at.path, "of memory only the notes are", NEVER);
    case "notes":
    case "document":
      if (writesNotes(folders)) return;
      throw notGranted(at.path, "memory may not write its notes", GRANT);
    case "guidance": {
      const folder = at.path.split("/", 1)[0]!;
      if (writes(folders, folder)) return;
      throw notGranted(at.path, `${quote(folder)} is not written`, GRANT);
    }
  }
}

const NEVER = `${NOTES} and memory/portable/<id>.json can be written`;
const GRANT = "lnk-tool grants show FILE tells what the sandbox file grants; " +
  "name the file with --grants";

/**
 * Where a conversation's log lies.
 *
 * @param name The conversation, a checked name.
 * @returns The way down from the agent's folder.
 */
export function logOf(name: string): string {
  return `chats/${name}.jsonl`;
}

function kindOf(path: string): PathKind | undefined {
  const parts = path.split("/");
  if (parts.length === 1 || parts.some(isTemp)) return undefined;
  switch (parts[0]) {
    case "instructions":
    case "skills":
      return "guidance";
    case "memory":
      if (path === NOTES) return "notes";
      return isDocument(parts) ? "document" : "memory";
    case "chats":
      return isLog(parts) ? "conversation" : undefined;
    default:
      return undefined;
  }
}

function isDocument([, folder, file = "", ...more]: readonly string[]) {
  return folder === "portable" && more.length === 0 &&
    file.endsWith(".json") && isName("document", file.slice(0, -5));
}

function isLog([, file = "", ...more]: readonly string[]) {
  return more.length === 0 && file.endsWith(".jsonl") &&
    isName("conversation", file.slice(0, -6));
}

function onDisk(path: string): string {
  const [folder, ...rest] = path.split("/");
  return [layout(folder!), ...rest].join("/");
}

function requirePath(path: string, shown: string): void {
  const state = path.endsWith("/") ? "it ends with a slash" : whyNoPath(path);
  if (state === undefined) return;
  throw new LnkError(
    "usage",
    "store/path",
    `${quote(shown)} is no path of the store: ${state}`,
  );
}

function closed(path: string, state: string): LnkError {
  return new LnkError(
    "no",
    "store/closed-path",
    `Cannot reach ${quote(path)}: ${state}`,
  );
}

function notGranted(path: string, state: string, help: string): LnkError {
  return new LnkError(
    "no",
    "store/not-granted",
    `Cannot change ${quote(path)}: ${state}`,
    { help },
  );
}
