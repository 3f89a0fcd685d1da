// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the authority ledger: what the owner and an operator type.
 *
 * @module
 */

import {
  buildChoiceParser,
  buildCommand,
  buildRouteMap,
  type RouteMap,
} from "@stricli/core";
import type { OwnerAnswer } from "../../lib/ledger.ts";
import { deed } from "../command.ts";
import type { Context } from "../context.ts";
import {
  type ArchiveFlags,
  type InitFlags,
  LEDGER,
  type LedgerFlags,
  PARTY,
  WORDS,
} from "./flags.ts";
import { hostRoutes } from "./host_words.ts";

const REQUEST = {
  parse: String,
  brief: "A request's id",
  placeholder: "request",
} as const;

const init = buildCommand<InitFlags, [], Context>({
  loader: deed<InitFlags, []>(() => import("./init.ts")),
  parameters: {
    flags: { ...LEDGER, agent: WORDS.agent, owner: WORDS.owner },
  },
  docs: {
    brief: "Make a ledger for an agent and its owner",
    fullDescription: "Make a ledger for an agent and its owner, in a folder " +
      "of mode 0700.\nKeep it outside of everything the agent's runtime can " +
      "reach.",
    customUsage: [{
      input: "--dir /var/lib/host/ada --agent ada --owner acme",
      brief: "The same again changes nothing",
    }],
  },
});

const requests = buildCommand<LedgerFlags, [], Context>({
  loader: deed<LedgerFlags, []>(() => import("./requests.ts")),
  parameters: { flags: { ...LEDGER, ...PARTY } },
  docs: {
    brief: "List the requests to the owner",
    customUsage: [{ input: "--dir DIR", brief: "All but the archived ones" }],
  },
});

const show = buildCommand<LedgerFlags, [string], Context>({
  loader: deed<LedgerFlags, [string]>(() => import("./show.ts")),
  parameters: {
    flags: { ...LEDGER, ...PARTY },
    positional: { kind: "tuple", parameters: [REQUEST] },
  },
  docs: {
    brief: "Show one request, also an archived one",
    customUsage: [{ input: "REQUEST --dir DIR", brief: "With its arguments" }],
  },
});

const respond = buildCommand<LedgerFlags, [string, OwnerAnswer?], Context>({
  loader: deed<LedgerFlags, [string, OwnerAnswer?]>(
    () => import("./respond.ts"),
  ),
  parameters: {
    flags: { ...LEDGER, ...PARTY },
    positional: {
      kind: "tuple",
      parameters: [REQUEST, {
        parse: buildChoiceParser(["allow_once", "deny"]),
        proposeCompletions: () => ["allow_once", "deny"],
        brief: "The answer; asked for on a terminal without it",
        placeholder: "allow_once|deny",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "Answer a request, as its owner",
    fullDescription:
      "Answer a request. Whoever runs this is taken for the owner: the host\n" +
      "authenticates, and nothing that a harness says is an answer.",
    customUsage: [
      { input: "REQUEST --dir DIR", brief: "Shows the call and asks" },
      { input: "REQUEST deny --dir DIR", brief: "For a script" },
    ],
  },
});

const archive = buildCommand<ArchiveFlags, [], Context>({
  loader: deed<ArchiveFlags, []>(() => import("./archive.ts")),
  parameters: {
    flags: {
      ...LEDGER,
      ...PARTY,
      request: { ...WORDS.request, optional: true },
    },
  },
  docs: {
    brief: "Move finished requests into the history",
    fullDescription:
      "Move finished requests into history.jsonl. Past 64 KiB an admission\n" +
      "does it by itself. With --request also one that was allowed and can\n" +
      "never be consumed any more.",
    customUsage: [
      { input: "--dir DIR", brief: "All that are denied or claimed" },
      { input: "--request REQUEST --dir DIR", brief: "That one" },
    ],
  },
});

const verify = buildCommand<LedgerFlags, [], Context>({
  loader: deed<LedgerFlags, []>(() => import("./verify.ts")),
  parameters: { flags: { ...LEDGER, ...PARTY } },
  docs: {
    brief: "Check the ledger's files: exit 0, or 3 with what is wrong",
    customUsage: [{ input: "--dir DIR", brief: "Changes nothing" }],
  },
});

/** `lnk-tool ledger`. */
export const ledger: RouteMap<Context> = buildRouteMap({
  routes: { init, ...hostRoutes, requests, show, respond, archive, verify },
  docs: {
    brief: "Turn attempts, and calls that an owner allows once",
    fullDescription:
      "Turn attempts, and calls that an owner allows once. A ledger fences\n" +
      "its own operations only: it stops no process.\n\nIn order: init, start, " +
      "session, admit, propose, respond, consume, retire.",
  },
});
