// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about portable documents.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { quote } from "../../lib/text.ts";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import { version } from "../store/version.ts";
import { STORE, type StoreFlags } from "../store_flags.ts";
import { DASH } from "../text_input.ts";
import type { DeleteFlags, ExportFlags, PutFlags } from "./flags.ts";

const FLAGS = { ...COMMON, ...STORE };

const ID = {
  kind: "tuple",
  parameters: [
    { parse: String, brief: "The document's id", placeholder: "id" },
  ],
} as const;

const TEXT = {
  ...DASH,
  parse: (text: string) => {
    if (text === "-") return text;
    throw new Error(
      `${quote(text)} is one word too many: give the text with --text, or a ` +
        "JSON object on standard input",
    );
  },
} as const;

const EXPECT = {
  kind: "parsed",
  parse: version,
  brief: "The version that is changed; 0: there must be no document",
  placeholder: "version",
} as const;

const AT = "--store file:ada --agent ada --owner eve";

const put = buildCommand<PutFlags, [string, string?], Context>({
  loader: deed<PutFlags, [string, string?]>(() => import("./put.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      expect: EXPECT,
      text: {
        kind: "parsed",
        parse: String,
        brief: "The text; without it, members to set as a JSON object on stdin",
        placeholder: "text",
        optional: true,
      },
    },
    positional: { kind: "tuple", parameters: [...ID.parameters, TEXT] },
  },
  docs: {
    brief: "Make or change a portable document",
    fullDescription:
      "Prints the new version. Members that are not given stay as they are\n" +
      "spelled; text for a deletion brings the document back.",
    customUsage: [
      { input: `tea --text green --expect 0 ${AT}`, brief: "A new one" },
      {
        input: `tea --expect 16988388895920384512 ${AT} < tea.json`,
        brief: "Change one",
      },
    ],
  },
});

const get = buildCommand<StoreFlags, [string], Context>({
  loader: deed<StoreFlags, [string]>(() => import("./get.ts")),
  parameters: { flags: FLAGS, positional: ID },
  docs: {
    brief: "Print a portable document",
    customUsage: [
      { input: `tea ${AT}`, brief: "Its JSON" },
      { input: `tea --json ${AT}`, brief: "With its version" },
    ],
  },
});

const list = buildCommand<StoreFlags, [], Context>({
  loader: deed<StoreFlags, []>(() => import("./list.ts")),
  parameters: { flags: FLAGS },
  docs: {
    brief: "List the portable documents, deletions too",
    customUsage: [{ input: AT, brief: "Version, id, first line" }],
  },
});

const remove = buildCommand<DeleteFlags, [string], Context>({
  loader: deed<DeleteFlags, [string]>(() => import("./delete.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      expect: {
        ...EXPECT,
        brief: "The version that is deleted, as `memory list` tells it",
      },
    },
    positional: ID,
  },
  docs: {
    brief: "Delete a portable document, visibly",
    fullDescription:
      "It keeps id, source and evidence, so that every reader learns of the\n" +
      "deletion. Prints the new version. `store rm` removes the file.",
    customUsage: [
      {
        input: `tea --expect 16988388895920384512 ${AT}`,
        brief: "If that is its version",
      },
    ],
  },
});

const exportVerb = buildCommand<ExportFlags, [], Context>({
  loader: deed<ExportFlags, []>(() => import("./export.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      adapter: {
        kind: "parsed",
        parse: String,
        brief: "The adapter: its documents are ADAPTER.NAME",
        placeholder: "name",
      },
      from: {
        kind: "parsed",
        parse: pathWord,
        brief: "The folder with its own memory files, *.md and *.txt",
        placeholder: "dir",
      },
      home: {
        kind: "parsed",
        parse: pathWord,
        brief: "Its home, where what was exported is remembered",
        placeholder: "dir",
      },
      take: {
        kind: "enum",
        values: ["native", "shared"],
        brief: "Decide about --file: whose text holds",
        optional: true,
      },
      file: {
        kind: "parsed",
        parse: pathWord,
        brief: "The native file that --take is about",
        placeholder: "name",
        optional: true,
      },
      expect: {
        ...EXPECT,
        brief: "The version that a decision is about, as the conflict tells it",
        optional: true,
      },
    },
  },
  docs: {
    brief: "Export a harness's own memory files to portable documents",
    fullDescription:
      "The native files are read and never written. A shared correction or\n" +
      "deletion stays where the native file did not change; where both did,\n" +
      "nothing is done and the exit code is 4.",
    customUsage: [
      {
        input: `--adapter goose --from ~/.goose/memory --home ~ ${AT}`,
        brief: "All files",
      },
      {
        input: "--take shared --file tea.md --expect 169883 --adapter goose " +
          `--from ~/.goose/memory --home ~ ${AT}`,
        brief: "Decide about one",
      },
    ],
  },
});

/** `lnk-tool memory`. */
export const memory: RouteMap<Context> = buildRouteMap({
  routes: { put, get, list, delete: remove, export: exportVerb },
  docs: { brief: "Notes that any adapter can read and change" },
});
