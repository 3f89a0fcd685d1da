// Copyright 2026 the lnk authors. MIT license.

/**
 * The words of `state`: plan, pack, unpack.
 *
 * @module
 */

import { buildCommand, buildRouteMap } from "@stricli/core";
import { LnkError } from "../../lib/errors.ts";
import { quote } from "../../lib/text.ts";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import type { HomeFlags, PackFlags, UnpackFlags } from "./flags.ts";

const HOME = {
  ...COMMON,
  home: {
    kind: "parsed",
    parse: pathWord,
    brief: "The harness's home, which ~ stands for",
    placeholder: "dir",
  },
} as const;

const CONTRACT = {
  kind: "tuple",
  parameters: [{
    parse: pathWord,
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
        parse: outputWord,
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
        parse: pathWord,
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

/** An archive is renamed into place when it is whole, which no stream can be. */
function outputWord(word: string): string {
  if (word !== "-") return pathWord(word);
  throw new LnkError(
    "usage",
    "usage/arguments",
    "an archive cannot go to standard output, so - is no file",
  );
}

/** A count of bytes as digits alone. */
function parseBytes(text: string): number {
  const bytes = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(bytes)) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      `${quote(text)} is not a number of bytes: it takes digits, no suffix`,
    );
  }
  return bytes;
}

/** Routes of `state`. */
export const state = buildRouteMap({
  routes: { plan, pack, unpack },
  docs: { brief: "Move an agent's state to another machine" },
});
