// Copyright 2026 the lnk authors. MIT license.

/**
 * The words of `lnk-tool contract`.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { CHECK_FLAGS, type CheckFlags } from "../check.ts";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import {
  type DiffFlags,
  MATRIX_FORMATS,
  type MatrixFlags,
  type SwitchFlags,
} from "./flags.ts";

const FROM_TO = {
  kind: "tuple",
  parameters: [
    {
      parse: pathWord,
      brief: "The contract of the old harness",
      placeholder: "from",
    },
    {
      parse: pathWord,
      brief: "The contract of the new harness",
      placeholder: "to",
    },
  ],
} as const;

const check = buildCommand<CheckFlags, string[], Context>({
  loader: deed<CheckFlags, string[]>(() => import("./check.ts")),
  parameters: {
    flags: CHECK_FLAGS,
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: pathWord,
        brief: "Contracts, TOML or JSON; `-` is standard input",
        placeholder: "file",
      },
    },
  },
  docs: {
    brief: "Check the contracts of harnesses",
    customUsage: [
      { input: "goose.toml", brief: "One contract, for people" },
      { input: "--format github contracts/*.toml", brief: "In CI" },
    ],
  },
});

const diff = buildCommand<DiffFlags, [string, string], Context>({
  loader: deed<DiffFlags, [string, string]>(() => import("./diff.ts")),
  parameters: {
    flags: {
      ...COMMON,
      exitCode: {
        kind: "boolean",
        brief: "Exit 1 if something is left behind",
        default: false,
        withNegated: false,
      },
    },
    positional: FROM_TO,
  },
  docs: {
    brief: "Tell what a switch carries and what it leaves behind",
    customUsage: [
      { input: "goose.toml pi.toml", brief: "From Goose to Pi" },
      { input: "--exit-code a.toml b.json", brief: "Exit 1 if anything stays" },
    ],
  },
});

const switchRoute = buildCommand<SwitchFlags, [string, string], Context>({
  loader: deed<SwitchFlags, [string, string]>(() => import("./switch.ts")),
  parameters: {
    flags: {
      ...COMMON,
      yes: {
        kind: "boolean",
        brief: "Agree ahead to what is left behind",
        default: false,
        withNegated: false,
      },
    },
    positional: FROM_TO,
  },
  docs: {
    brief: "Ask for consent before a switch leaves something behind",
    fullDescription:
      "Exits 0 when nothing is left behind or it is agreed to, " +
      "1 otherwise.\nIt asks on a terminal only, and changes nothing.",
    customUsage: [
      { input: "goose.toml pi.toml", brief: "Lists and asks" },
      { input: "--yes goose.toml pi.toml", brief: "For a script that agrees" },
    ],
  },
});

const matrix = buildCommand<MatrixFlags, string[], Context>({
  loader: deed<MatrixFlags, string[]>(() => import("./matrix.ts")),
  parameters: {
    flags: {
      ...COMMON,
      format: {
        kind: "enum",
        values: MATRIX_FORMATS,
        brief: "How the matrix is printed (default: text)",
        optional: true,
      },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: pathWord,
        brief: "Contracts, TOML or JSON; `-` is standard input",
        placeholder: "file",
      },
    },
  },
  docs: {
    brief: "Tell what every switch between some harnesses leaves behind",
    customUsage: [
      { input: "contracts/*.toml", brief: "A table for the terminal" },
      { input: "--format html contracts/*.toml", brief: "One page to look at" },
    ],
  },
});

/** What a harness exports, imports and leaves behind. */
export const contract: RouteMap<Context> = buildRouteMap({
  routes: { check, diff, switch: switchRoute, matrix },
  docs: { brief: "Check contracts, and tell what a switch leaves behind" },
});
