// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the program itself: completions, explain, schema, version.
 *
 * @module
 */

import { buildCommand, type Command } from "@stricli/core";
import { quote } from "../../lib/text.ts";
import { COMMON, deed } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import type { Shell } from "./completion_scripts.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

const completions = buildCommand<CommonFlags, [Shell], Context>({
  loader: deed<CommonFlags, [Shell]>(() => import("./completions.ts")),
  parameters: {
    flags: COMMON,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: toShell,
        proposeCompletions: () => SHELLS,
        brief: "One of bash, zsh, fish",
        placeholder: "shell",
      }],
    },
  },
  docs: {
    brief: "Print a script that completes commands in a shell",
    customUsage: [
      {
        input: "bash",
        brief: "In ~/.bashrc: source <(lnk-tool completions bash)",
      },
      {
        input: "zsh",
        brief: "In ~/.zshrc: source <(lnk-tool completions zsh)",
      },
      {
        input: "fish",
        brief: "In config.fish: lnk-tool completions fish | source",
      },
    ],
  },
});

function toShell(word: string): Shell {
  const shell = SHELLS.find((one) => one === word);
  if (shell !== undefined) return shell;
  throw new Error(`${quote(word)} is none of ${SHELLS.join(", ")}`);
}

const explain = buildCommand<CommonFlags, [string?], Context>({
  loader: deed<CommonFlags, [string?]>(() => import("./explain.ts")),
  parameters: {
    flags: COMMON,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        proposeCompletions: async () =>
          (await import("../../lib/codes.ts")).codes(),
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
  docs: {
    brief: "Print the release",
    customUsage: [
      { input: "", brief: "For people" },
      { input: "--json", brief: "With what it was built from" },
    ],
  },
});

/** Routes of the root that are about the program itself. */
export const about: Readonly<Record<string, Command<Context>>> = {
  completions,
  explain,
  schema,
  version,
};
