// Copyright 2026 the lnk authors. MIT license.

/**
 * The words of `state`: plan, pack, unpack.
 *
 * @module
 */

import { buildCommand, buildRouteMap } from "@stricli/core";
import { COMMON, deed } from "../command.ts";
import type { Context } from "../context.ts";
import type { HomeFlags, PackFlags, UnpackFlags } from "./flags.ts";

const HOME = {
  ...COMMON,
  home: {
    kind: "parsed",
    parse: String,
    brief: "The harness's home, which ~ stands for",
    placeholder: "dir",
  },
} as const;

const CONTRACT = {
  kind: "tuple",
  parameters: [{
    parse: String,
    brief: "The harness's contract; - reads standard input",
    placeholder: "contract",
  }],
} as const;

const plan = buildCommand<HomeFlags, [string], Context>({
  loader: deed<HomeFlags, [string]>(() => import("./plan.ts")),
  parameters: { flags: HOME, positional: CONTRACT },
  docs: {
    brief: "List what a move would carry, and what not and why",
    customUsage: [
      { input: "goose.toml --home /home/ann", brief: "Before packing" },
    ],
  },
});

const pack = buildCommand<PackFlags, [string], Context>({
  loader: deed<PackFlags, [string]>(() => import("./pack.ts")),
  parameters: {
    flags: {
      ...HOME,
      output: {
        kind: "parsed",
        parse: String,
        brief: "The archive to write; one that is there is replaced",
        placeholder: "file",
      },
    },
    aliases: { o: "output" },
    positional: CONTRACT,
  },
  docs: {
    brief: "Pack an agent's state into a gzipped tar archive",
    customUsage: [
      {
        input: "goose.toml --home /home/ann -o ann.tar.gz",
        brief: "What the contract includes, less what it excludes",
      },
    ],
  },
});

const unpack = buildCommand<UnpackFlags, [string], Context>({
  loader: deed<UnpackFlags, [string]>(() => import("./unpack.ts")),
  parameters: {
    flags: {
      ...HOME,
      force: {
        kind: "boolean",
        brief: "Replace files that are there",
        default: false,
        withNegated: false,
      },
      maxBytes: {
        kind: "parsed",
        parse: parseBytes,
        brief: "The most bytes to unpack (8 GiB without it)",
        placeholder: "n",
        optional: true,
      },
    },
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "The archive; - reads standard input",
        placeholder: "file",
      }],
    },
  },
  docs: {
    brief: "Unpack an agent's state into a home, whole or not at all",
    customUsage: [
      { input: "ann.tar.gz --home /home/ann", brief: "Into a fresh home" },
      {
        input: "ann.tar.gz --home /home/ann --force",
        brief: "Replace files that are there",
      },
    ],
  },
});

/** A count of bytes as digits alone. */
function parseBytes(text: string): number {
  const bytes = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(bytes)) {
    throw new SyntaxError(`${text} is not a number of bytes`);
  }
  return bytes;
}

/** Routes of `state`. */
export const state = buildRouteMap({
  routes: { plan, pack, unpack },
  docs: { brief: "Move an agent's state to another machine" },
});
