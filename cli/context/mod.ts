// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about conversations.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { COMMON, deed } from "../command.ts";
import type { Context } from "../context.ts";
import { STORE, type StoreFlags } from "../store_flags.ts";
import { DASH } from "../text_input.ts";
import {
  type AppendFlags,
  type LogFlags,
  READ_FORMATS,
  type ReadFlags,
} from "./flags.ts";

const FLAGS = { ...COMMON, ...STORE };

const THREAD = {
  kind: "parsed",
  parse: String,
  brief: "The conversation, as link:NAME",
  placeholder: "thread",
} as const;

const RANGE = {
  after: {
    kind: "parsed",
    parse: count,
    brief: "Only records with a greater sequence",
    placeholder: "seq",
    optional: true,
  },
  last: {
    kind: "parsed",
    parse: count,
    brief: "Only the last so many records",
    placeholder: "count",
    optional: true,
  },
} as const;

function count(text: string): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new Error(`${text} is not a number of records`);
}

const AT = "--store file:ada --agent ada --owner eve";

const append = buildCommand<AppendFlags, [string?], Context>({
  loader: deed<AppendFlags, [string?]>(() => import("./append.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      thread: THREAD,
      source: {
        kind: "parsed",
        parse: String,
        brief: "Native ADAPTER/SESSION/RECORD, so that giving it again is safe",
        placeholder: "source",
        optional: true,
      },
    },
    positional: { kind: "tuple", parameters: [DASH] },
  },
  docs: {
    brief: "Append a record from standard input to a conversation",
    fullDescription:
      "The record is one JSON object without a seq; its text is kept as it\n" +
      "is. Prints its sequence: the first one if the same record is given\n" +
      "again with the same source.",
    customUsage: [
      {
        input: `--thread link:main --source goose/s1/r1 ${AT} < record.json`,
        brief: "Once, also if the answer is lost",
      },
    ],
  },
});

/** The words of {@linkcode ReadFlags}. */
export const READ = {
  ...FLAGS,
  thread: THREAD,
  ...RANGE,
  memory: {
    kind: "parsed",
    parse: String,
    brief: "Also these portable documents (ID,...)",
    placeholder: "ids",
    optional: true,
  },
  allMemory: {
    kind: "boolean",
    brief: "Also all portable documents",
    default: false,
    withNegated: false,
  },
  format: {
    kind: "enum",
    values: READ_FORMATS,
    brief: "How to print (default: text); markdown seeds a new session",
    optional: true,
  },
} as const;

const read = buildCommand<ReadFlags, [], Context>({
  loader: deed<ReadFlags, []>(() => import("./read.ts")),
  parameters: {
    flags: READ,
  },
  docs: {
    brief: "Read a conversation and memory up to now",
    fullDescription:
      "JSON has a cursor: keep it, and ask `context current` on return.\n" +
      "What a tool did is history: nothing is run again.",
    customUsage: [
      { input: `--thread link:main --last 20 ${AT}`, brief: "A transcript" },
      {
        input: `--thread link:main --all-memory --json ${AT}`,
        brief: "All, with a cursor",
      },
      {
        input: `--thread link:main --format markdown ${AT}`,
        brief: "To seed a new session",
      },
    ],
  },
});

const current = buildCommand<StoreFlags, [string?], Context>({
  loader: deed<StoreFlags, [string?]>(() => import("./current.ts")),
  parameters: {
    flags: FLAGS,
    positional: { kind: "tuple", parameters: [DASH] },
  },
  docs: {
    brief: "Tell what happened since a cursor was made",
    fullDescription:
      "Reads the cursor from standard input: what `context read --json`\n" +
      "printed, or its `cursor` alone. Exits 1 if anything changed.",
    customUsage: [{ input: `${AT} < cursor.json`, brief: "On return" }],
  },
});

const log = buildCommand<LogFlags, [], Context>({
  loader: deed<LogFlags, []>(() => import("./log.ts")),
  parameters: {
    flags: {
      ...FLAGS,
      thread: THREAD,
      ...RANGE,
      skipCorrupt: {
        kind: "boolean",
        brief: "Name lines that are no records, and print the others (file:)",
        default: false,
        withNegated: false,
      },
    },
  },
  docs: {
    brief: "Print a conversation's lines as they are stored",
    customUsage: [
      { input: `--thread link:main ${AT}`, brief: "Byte for byte" },
      {
        input: `--thread link:main --skip-corrupt ${AT}`,
        brief: "What is left of a damaged log",
      },
    ],
  },
});

/** `lnk-tool context`. */
export const context: RouteMap<Context> = buildRouteMap({
  routes: { append, read, current, log },
  docs: { brief: "Conversations that any adapter can read and add to" },
});
