// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the files of a store.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import { STORE, type StoreFlags } from "../store_flags.ts";
import type { PutFlags, RemoveFlags } from "./flags.ts";
import { serve } from "./serve_words.ts";
import { version } from "./version.ts";

const FLAGS = { ...COMMON, ...STORE };

const PATH = {
  parse: pathWord,
  brief: "A path of the store, such as memory/notes.md",
  placeholder: "path",
} as const;

const EXPECT = {
  kind: "parsed",
  parse: version,
  brief: "The version that is replaced; 0: there must be no file",
  placeholder: "version",
} as const;

const AT = "--store file:ada --agent ada --owner eve";

const get = buildCommand<StoreFlags, [string], Context>({
  loader: deed<StoreFlags, [string]>(() => import("./get.ts")),
  parameters: {
    flags: FLAGS,
    positional: { kind: "tuple", parameters: [PATH] },
  },
  docs: {
    brief: "Print a file of the store",
    customUsage: [
      { input: `memory/notes.md ${AT}`, brief: "The bytes, as they are" },
      { input: `--json memory/notes.md ${AT}`, brief: "With its version" },
    ],
  },
});

const put = buildCommand<PutFlags, [string], Context>({
  loader: deed<PutFlags, [string]>(() => import("./put.ts")),
  parameters: {
    flags: { ...FLAGS, expect: { ...EXPECT, optional: true } },
    positional: { kind: "tuple", parameters: [PATH] },
  },
  docs: {
    brief: "Write a file of the store from standard input",
    fullDescription:
      "Prints the new version. Notes and portable documents are written with\n" +
      "--expect only: the version that `store get --json` told, or 0.",
    customUsage: [
      {
        input: `memory/notes.md --expect 0 ${AT} < notes.md`,
        brief: "A new file",
      },
    ],
  },
});

const ls = buildCommand<StoreFlags, [string?], Context>({
  loader: deed<StoreFlags, [string?]>(() => import("./ls.ts")),
  parameters: {
    flags: FLAGS,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: pathWord,
        brief: "A folder of the store; all without it",
        placeholder: "prefix",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "List the files of the store with their versions",
    customUsage: [
      { input: AT, brief: "All" },
      { input: `memory/portable ${AT}`, brief: "One folder" },
    ],
  },
});

const rm = buildCommand<RemoveFlags, [string], Context>({
  loader: deed<RemoveFlags, [string]>(() => import("./rm.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      expect: {
        ...EXPECT,
        brief: "The version that is removed, as `store ls` tells it",
      },
    },
    positional: { kind: "tuple", parameters: [PATH] },
  },
  docs: {
    brief: "Remove a file of the store",
    customUsage: [
      {
        input: `skills/old.md --expect 16988388895920384512 ${AT}`,
        brief: "If that is its version",
      },
    ],
  },
});

/** `lnk-tool store`. */
export const store: RouteMap<Context> = buildRouteMap({
  routes: { get, put, ls, rm, serve },
  docs: { brief: "Portable storage: files with compare-and-swap" },
});
