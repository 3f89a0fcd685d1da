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
import {
  called,
  type Located,
  type LocatedTable,
  type Member,
  type Problem,
  type Range,
} from "../located.ts";
import { quote } from "../text.ts";
import { unknownKey, unknownRoot } from "./unknown.ts";

/** How a file is read. */
export interface ReadOptions {
  /** Whether an unknown table is an error. */
  readonly strict?: boolean;
  /** Whether all of the file could be parsed; else nothing is called missing. */
  readonly whole: boolean;
}

/** What was read. */
export interface Read {
  /** All names that could be read. */
  readonly grants: Grants;
  /** What has the wrong shape or an unknown name. */
  readonly problems: readonly Problem[];
  /** Where the value of a place stands. */
  rangeOf(place: Place): Range | undefined;
}

/** A reading under way. */
interface Reading extends ReadOptions {
  readonly problems: Problem[];
  readonly ranges: [Place, Range][];
}

/**
 * Reads the grants of a file.
 *
 * @param root The file's values.
 * @param options How strict, and whether the file could be parsed.
 * @returns The grants, problems and places.
 */
export function readGrants(root: LocatedTable, options: ReadOptions): Read {
  const reading: Reading = { ...options, problems: [], ranges: [] };
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
    const granted = asTable(reading, team, `[files.teams.${team.name}]`);
    if (!granted) continue;
    refuseUnknown(reading, granted, place);
    teams.set(team.name, readLists(reading, granted, place));
  }
  return teams;
}

function readLists(
  reading: Reading,
  table: LocatedTable,
  place: Place,
): TeamFolders {
  const list = (name: "write" | "read") =>
    readNames(reading, table.members.get(name), [...place, name]);
  return { write: list("write"), read: list("read") };
}

/** The strings of a list; what is none is reported, and holds its place as a name of its own would. */
function readNames(
  reading: Reading,
  member: Member | undefined,
  place: Place,
): string[] {
  if (!member) return [];
  const { value } = member;
  if (value.kind !== "list") {
    reading.problems.push(
      wrongType(value, quote(member.name), "a list", value),
    );
    return [];
  }
  const names: string[] = [];
  for (const item of value.items) {
    if (item.kind === "string") {
      reading.ranges.push([[...place, names.length], item.range]);
      names.push(item.value);
    } else {
      reading.problems.push(
        wrongType(item, `An entry of ${quote(member.name)}`, "a string"),
      );
    }
  }
  return names;
}

function asTable(
  reading: Reading,
  member: Member,
  header: string,
): LocatedTable | undefined {
  if (member.value.kind === "table") return member.value;
  reading.problems.push({
    ...wrongType(member.value, quote(member.name), "a table"),
    range: member.nameRange,
    help: `write ${header} on a line of its own, and its keys below`,
  });
  return undefined;
}

function wrongType(
  value: Located,
  what: string,
  wanted: string,
  single?: Located,
): Problem {
  return {
    code: "sandbox/wrong-type",
    severity: "error",
    message: `${what} is ${called(value)}, and must be ${wanted}`,
    range: value.range,
    ...(single?.kind === "string" && {
      help: `put brackets around it: [${quote(single.value)}]`,
    }),
  };
}

function refuseUnknown(
  reading: Reading,
  table: LocatedTable,
  place: Place,
): void {
  for (const member of table.members.values()) {
    const problem = unknownKey(member, place);
    if (problem) reading.problems.push(problem);
  }
}
