// Copyright 2026 the lnk authors. MIT license.

/**
 * From the values of a TOML file to grants: shapes and names, no rules.
 *
 * @module
 */

import {
  type Commands,
  DEFAULT_FOLDERS,
  type Folders,
  type Grants,
  type Place,
  type TeamFolders,
} from "../grants.ts";
import type { LocatedTable, Member, Problem, Range } from "../located.ts";
import { quote } from "../text.ts";
import {
  asTable,
  type Reading,
  readLists,
  readNames,
  type ReadOptions,
  refuseUnknown,
} from "./shapes.ts";
import { unknownRoot } from "./unknown.ts";

/** What was read. */
export interface Read {
  /** All names that could be read. */
  readonly grants: Grants;
  /** What has the wrong shape or an unknown name. */
  readonly problems: readonly Problem[];
  /** The teams whose table has something that cannot be read: they may grant more than was read. */
  readonly unclear: readonly string[];
  /** Where the value of a place stands. */
  rangeOf(place: Place): Range | undefined;
}

/**
 * Reads the grants of a file.
 *
 * @param root The file's values.
 * @param options How strict, and whether the file could be parsed.
 * @returns The grants, problems and places.
 */
export function readGrants(root: LocatedTable, options: ReadOptions): Read {
  const reading: Reading = {
    ...options,
    problems: [],
    ranges: [],
    unclear: [],
  };
  const commandsMember = root.members.get("commands");
  const commands = readCommands(reading, commandsMember);
  const files = root.members.get("files");
  const folders = readFolders(reading, files);
  for (const member of root.members.values()) {
    const problem = unknownRoot(member, options.strict ?? false);
    if (problem) reading.problems.push(problem);
  }
  const misspelt = reading.problems.some(({ severity }) =>
    severity === "error"
  );
  if (options.whole && !files && !commandsMember && !misspelt) {
    reading.problems.push(emptyFile());
  }
  return {
    grants: {
      commands,
      folders: folders ?? DEFAULT_FOLDERS,
      defaultFolders: files === undefined,
    },
    problems: reading.problems,
    unclear: reading.unclear,
    rangeOf: lookUp(reading.ranges),
  };
}

/** Made only when the first place is asked for: most files have no fault. */
function lookUp(
  ranges: readonly [Place, Range][],
): (place: Place) => Range | undefined {
  let index: Map<string, Range> | undefined;
  return (place) => {
    index ??= new Map(ranges.map(([at, range]) => [JSON.stringify(at), range]));
    return index.get(JSON.stringify(place));
  };
}

function emptyFile(): Problem {
  return {
    code: "sandbox/empty",
    severity: "error",
    message: "The file has neither [commands] nor [files], so it says nothing",
  };
}

function readCommands(
  reading: Reading,
  member: Member | undefined,
): Commands {
  const table = member && asTable(reading, member, "[commands]");
  if (!table) return { run: [] };
  const run = table.members.get("run");
  if (!run && reading.whole) {
    reading.problems.push({
      code: "sandbox/missing-key",
      severity: "error",
      message: '[commands] has no "run"',
      range: member.nameRange,
      help: 'write run = ["git"], or run = [] for no program at all',
    });
  }
  refuseUnknown(reading, table, ["commands"]);
  return { run: readNames(reading, run, ["commands", "run"]) };
}

function readFolders(
  reading: Reading,
  member: Member | undefined,
): Folders | undefined {
  if (!member) return undefined;
  const table = asTable(reading, member, "[files]");
  if (!table) return { write: [], read: [], teams: new Map() };
  refuseUnknown(reading, table, ["files"]);
  const lists = readLists(reading, table, ["files"]);
  const teams = table.members.get("teams");
  if (reading.whole && table.members.size === 0) {
    reading.problems.push({
      code: "files/nothing",
      severity: "warning",
      message:
        "[files] is empty, so the agent writes nothing, not even its work",
      range: member.nameRange,
      help:
        'write = ["work"] and read = ["chats"] is what holds without [files]',
    });
  }
  return { ...lists, teams: readTeams(reading, teams) };
}

function readTeams(
  reading: Reading,
  member: Member | undefined,
): Map<string, TeamFolders> {
  const teams = new Map<string, TeamFolders>();
  const table = member && asTable(reading, member, "[files.teams]");
  for (const team of table?.members.values() ?? []) {
    const place: Place = ["files", "teams", team.name];
    reading.ranges.push([place, team.nameRange]);
    const before = reading.problems.length;
    const granted = teamTable(reading, team);
    if (!granted) continue;
    refuseUnknown(reading, granted, place);
    teams.set(team.name, readLists(reading, granted, place));
    if (reading.problems.length > before) reading.unclear.push(team.name);
  }
  return teams;
}

function teamTable(reading: Reading, team: Member): LocatedTable | undefined {
  const list = team.name === "write" || team.name === "read";
  if (!list || team.value.kind === "table") {
    return asTable(reading, team, `[files.teams.${team.name}]`);
  }
  reading.problems.push({
    code: "sandbox/wrong-type",
    severity: "error",
    message: `${quote(team.name)} stands in [files.teams] without a team`,
    range: team.nameRange,
    help: "name the team in the line above: [files.teams.NAME]",
  });
  return undefined;
}
