// Copyright 2026 the lnk authors. MIT license.

/**
 * What a change of grants widens and narrows, by meaning and not by text.
 *
 * @module
 */

import {
  type Access,
  access,
  type Commands,
  type Folders,
  type Grants,
  runs,
  writesNotes,
} from "./access.ts";
import { isHomeFolder, LAYOUT, NOTES, WHOLE } from "./layout.ts";

/** One grant that changed. */
export interface Change {
  /** What was granted. */
  readonly what: "program" | "folder" | "team" | "notes";
  /** An entry, a folder, `TEAM/FOLDER`, or the notes' path. */
  readonly name: string;
  /** How far it reached. */
  readonly from: Access | "run";
  /** How far it reaches. */
  readonly to: Access | "run";
}

/** All that changed, parted by direction. */
export interface Widening {
  /** What the agent may do now and could not. */
  readonly widened: readonly Change[];
  /** What the agent could do and may not now. */
  readonly narrowed: readonly Change[];
}

const REACH: Readonly<Record<Change["from"], number>> = {
  none: 0,
  read: 1,
  write: 2,
  run: 1,
};

/**
 * Compares two grants.
 *
 * @example Usage
 * ```ts
 * import { DEFAULT_FOLDERS, widening } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const before = { commands: { run: ["git"] }, folders: DEFAULT_FOLDERS, defaultFolders: true };
 * const after = { ...before, commands: { run: ["git", "make"] } };
 * assertEquals(widening(before, after).widened, [
 *   { what: "program", name: "make", from: "none", to: "run" },
 * ]);
 * ```
 *
 * @param before What was granted.
 * @param after What is granted.
 * @returns The changes, parted by direction.
 */
export function widening(before: Grants, after: Grants): Widening {
  const changes = [
    ...programChanges(before.commands, after.commands),
    ...folderChanges(before.folders, after.folders),
    ...teamChanges(before.folders, after.folders),
    ...notesChange(before.folders, after.folders),
  ];
  const grew = ({ from, to }: Change) => REACH[to] > REACH[from];
  return {
    widened: changes.filter(grew),
    narrowed: changes.filter((change) => !grew(change)),
  };
}

function programChanges(before: Commands, after: Commands): Change[] {
  const reach = (commands: Commands, entry: string) =>
    runs(commands, entry) ? "run" as const : "none" as const;
  return union(before.run, after.run).flatMap((name) =>
    changed("program", name, reach(before, name), reach(after, name))
  );
}

function folderChanges(before: Folders, after: Folders): Change[] {
  const named = union(
    [...before.write, ...before.read],
    [...after.write, ...after.read],
  );
  const change = (name: string) =>
    changed("folder", name, reachOf(before, name), reachOf(after, name));
  const [home] = change(WHOLE);
  return union(named, LAYOUT).flatMap(change).filter((found) =>
    // A folder that only follows "." is told by ".".
    found.name === WHOLE || named.includes(found.name) || !home ||
    !isHomeFolder(found.name) || found.from !== home.from ||
    found.to !== home.to
  );
}

function reachOf(folders: Folders, name: string, team?: string): Access {
  return access(folders, name, team).access;
}

function teamChanges(before: Folders, after: Folders): Change[] {
  return union([...before.teams.keys()], [...after.teams.keys()])
    .flatMap((team) => {
      const names = [before, after].flatMap(({ teams }) => {
        const granted = teams.get(team);
        return granted ? [...granted.write, ...granted.read] : [];
      });
      return union(names, []).flatMap((name) =>
        changed(
          "team",
          `${team}/${name}`,
          reachOf(before, name, team),
          reachOf(after, name, team),
        )
      );
    });
}

function notesChange(before: Folders, after: Folders): Change[] {
  const reach = (folders: Folders) => writesNotes(folders) ? "write" : "none";
  return changed("notes", NOTES, reach(before), reach(after));
}

function changed(
  what: Change["what"],
  name: string,
  from: Change["from"],
  to: Change["to"],
): Change[] {
  return from === to ? [] : [{ what, name, from, to }];
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
