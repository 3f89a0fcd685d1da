// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about an endpoint's proof: challenge, answer, check.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { COMMON, deed, pathWord } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { KEY, type KeyFlags } from "../key.ts";

const key = buildCommand<CommonFlags, [string], Context>({
  loader: deed<CommonFlags, [string]>(() => import("./key.ts")),
  parameters: {
    flags: COMMON,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: pathWord,
        brief: "The file to make; one that is there is never replaced",
        placeholder: "file",
      }],
    },
  },
  docs: {
    brief: "Make a key in a private file of its own",
    customUsage: [
      { input: "agent.key", brief: "For an endpoint, for good" },
      { input: "run/start.key", brief: "For one start of a ledger or store" },
    ],
  },
});

const CHALLENGE = {
  parse: String,
  brief: "32 to 128 hex digits",
  placeholder: "challenge",
} as const;

const challenge = buildCommand<CommonFlags, [], Context>({
  loader: deed<CommonFlags, []>(() => import("./challenge.ts")),
  parameters: { flags: COMMON },
  docs: {
    brief: "Make a fresh challenge",
    customUsage: [{ input: "", brief: "64 random hex digits" }],
  },
});

const answer = buildCommand<KeyFlags, [string], Context>({
  loader: deed<KeyFlags, [string]>(() => import("./answer.ts")),
  parameters: {
    flags: { ...COMMON, ...KEY },
    positional: { kind: "tuple", parameters: [CHALLENGE] },
  },
  docs: {
    brief: "Print the proof that answers a challenge",
    customUsage: [
      {
        input: "00112233445566778899aabbccddeeff --key-file agent.key",
        brief: "With a key from a private file",
      },
      {
        input: "00112233445566778899aabbccddeeff --key-file - < agent.key",
        brief: "With a key from standard input",
      },
    ],
  },
});

const check = buildCommand<KeyFlags, [string, string], Context>({
  loader: deed<KeyFlags, [string, string]>(() => import("./check.ts")),
  parameters: {
    flags: { ...COMMON, ...KEY },
    positional: {
      kind: "tuple",
      parameters: [CHALLENGE, {
        parse: String,
        brief: "64 lowercase hex digits",
        placeholder: "proof",
      }],
    },
  },
  docs: {
    brief: "Tell whether a proof answers a challenge: exit 0, or 1 if not",
    customUsage: [{
      input: '"$challenge" "$proof" --key-file agent.key',
      brief: "In a script",
    }],
  },
});

/** Everything about the proof itself; no network. */
export const proof: RouteMap<Context> = buildRouteMap({
  routes: { key, challenge, answer, check },
  docs: { brief: "Make and check the proof that an endpoint holds a key" },
});
