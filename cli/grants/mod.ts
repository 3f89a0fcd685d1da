// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about sandbox files.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { quote } from "../../lib/text.ts";
import { CHECK_FLAGS } from "../check.ts";
import { COMMON, deed, pathWord } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { TEAM } from "../teams.ts";
import type {
  CanFlags,
  CommandsFlags,
  DiffFlags,
  GrantsCheckFlags,
} from "./flags.ts";

const FILE = {
  parse: pathWord,
  brief: "A sandbox file, or - for standard input",
  placeholder: "file",
} as const;

const check = buildCommand<GrantsCheckFlags, string[], Context>({
  loader: deed<GrantsCheckFlags, string[]>(() => import("./check.ts")),
  parameters: {
    flags: {
      ...CHECK_FLAGS,
      agent: {
        kind: "parsed",
        parse: pathWord,
        brief: "Also look at this agent's folder and PATH on this machine",
        placeholder: "dir",
        optional: true,
      },
      ...TEAM,
    },
    positional: { kind: "array", parameter: FILE, minimum: 1 },
  },
  docs: {
    brief: "Check sandbox files",
    fullDescription: "Prints every finding, and exits 1 if one is an error.\n" +
      "A file has two tables, both optional but one of them there:\n\n" +
      '  [commands]\n  run = ["git", "/usr/bin/make"]   # ["*"] any, [] none\n\n' +
      '  [files]\n  write = ["work"]        # "." is all of Home\n' +
      '  read = ["chats", "skills"]\n\n' +
      '  [files.teams.design]\n  write = ["drafts"]\n\n' +
      "A comment `# lnk: allow CODE reason` silences that code on its line.",
    customUsage: [
      { input: "sandbox.toml", brief: "One file, for people" },
      { input: "--agent ~/agents/ada sandbox.toml", brief: "Its machine too" },
      { input: "--format github */sandbox.toml", brief: "Notes on a change" },
      { input: "--fail-on warning --json - < f", brief: "For a script" },
    ],
  },
});

const show = buildCommand<CommonFlags, [string], Context>({
  loader: deed<CommonFlags, [string]>(() => import("./show.ts")),
  parameters: {
    flags: COMMON,
    positional: { kind: "tuple", parameters: [FILE] },
  },
  docs: {
    brief: "Show what a sandbox file grants, defaults included",
    customUsage: [{ input: "sandbox.toml", brief: "Programs, folders, teams" }],
  },
});

function writeOrRead(word: string): "write" | "read" {
  if (word === "write" || word === "read") return word;
  throw new Error(`${quote(word)} is not "write" or "read"`);
}

const can = buildCommand<CanFlags, ["write" | "read", string], Context>({
  loader: deed<CanFlags, ["write" | "read", string]>(() => import("./can.ts")),
  parameters: {
    flags: {
      ...COMMON,
      in: {
        kind: "parsed",
        parse: pathWord,
        brief: FILE.brief,
        placeholder: "file",
      },
      team: {
        kind: "parsed",
        parse: String,
        brief: "The team whose shared folder the path is in",
        placeholder: "name",
        optional: true,
      },
    },
    positional: {
      kind: "tuple",
      parameters: [{
        parse: writeOrRead,
        proposeCompletions: () => ["write", "read"],
        brief: "write or read",
        placeholder: "write|read",
      }, {
        parse: pathWord,
        brief: "A path below the agent's folder, Home's without home/",
        placeholder: "path",
      }],
    },
  },
  docs: {
    brief: "Tell whether a path may be written or read: exit 0 or 1",
    customUsage: [
      { input: "write work/a.txt --in sandbox.toml", brief: "In Home" },
      {
        input: "read brand --team design --in sandbox.toml",
        brief: "A team's",
      },
    ],
  },
});

const commands = buildCommand<CommandsFlags, [string], Context>({
  loader: deed<CommandsFlags, [string]>(() => import("./commands.ts")),
  parameters: {
    flags: {
      ...COMMON,
      require: {
        kind: "boolean",
        brief: "Exit 1 if a program is missing",
        default: false,
        withNegated: false,
      },
    },
    positional: { kind: "tuple", parameters: [FILE] },
  },
  docs: {
    brief: "List the programs a sandbox file allows, and where they are",
    customUsage: [
      { input: "sandbox.toml", brief: "Each entry with its path" },
      { input: "--require sandbox.toml", brief: "Exit 1 if one is missing" },
    ],
  },
});

const diff = buildCommand<DiffFlags, [string, string], Context>({
  loader: deed<DiffFlags, [string, string]>(() => import("./diff.ts")),
  parameters: {
    flags: {
      ...COMMON,
      failOn: {
        kind: "enum",
        values: ["widen"],
        brief: "Exit 1 if anything is widened",
        optional: true,
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { ...FILE, placeholder: "old" },
        { ...FILE, placeholder: "new" },
      ],
    },
  },
  docs: {
    brief: "Compare what two sandbox files grant",
    customUsage: [
      { input: "old.toml new.toml", brief: "What is widened and narrowed" },
      { input: "--fail-on widen old.toml new.toml", brief: "A gate for CI" },
    ],
  },
});

/** `lnk-tool grants`. */
export const grants: RouteMap<Context> = buildRouteMap({
  routes: { check, show, can, commands, diff },
  docs: { brief: "Sandbox files: which programs and folders an agent gets" },
});
