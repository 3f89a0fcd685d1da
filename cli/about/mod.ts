// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the program itself: explain, schema, version.
 *
 * @module
 */

import { buildCommand, type Command } from "@stricli/core";
import { COMMON, deed } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";

const explain = buildCommand<CommonFlags, [string?], Context>({
  loader: deed<CommonFlags, [string?]>(() => import("./explain.ts")),
  parameters: {
    flags: COMMON,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief:
          "Such as commands/not-a-program; all codes are listed without it",
        placeholder: "code",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "Explain a code that a check or an error printed",
    customUsage: [
      { input: "commands/not-a-program", brief: "One code" },
      { input: "", brief: "Every code with its title" },
    ],
  },
});

const schema = buildCommand<CommonFlags, [string?], Context>({
  loader: deed<CommonFlags, [string?]>(() => import("./schema.ts")),
  parameters: {
    flags: COMMON,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Such as sandbox; all schemas are listed without it",
        placeholder: "name",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "Print the JSON Schema of a format",
    customUsage: [
      { input: "sandbox > sandbox.schema.json", brief: "For an editor" },
      { input: "", brief: "Every schema" },
    ],
  },
});

const version = buildCommand<CommonFlags, [], Context>({
  loader: deed<CommonFlags, []>(() => import("./version.ts")),
  parameters: { flags: COMMON },
  docs: { brief: "Print the release" },
});

/** Routes of the root that are about the program itself. */
export const about: Readonly<Record<string, Command<Context>>> = {
  explain,
  schema,
  version,
};
