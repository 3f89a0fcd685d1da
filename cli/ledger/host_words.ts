// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the authority ledger: what the host types.
 *
 * @module
 */

import { buildCommand, type Command } from "@stricli/core";
import { deed } from "../command.ts";
import type { Context } from "../context.ts";
import { KEY } from "../key.ts";
import {
  type AdmitFlags,
  ATTEMPT,
  type AttemptFlags,
  type ConsumeFlags,
  LEDGER,
  type LedgerFlags,
  PARTY,
  type ProposeFlags,
  type StartFlags,
  WORDS,
} from "./flags.ts";

const start = buildCommand<StartFlags, [], Context>({
  loader: deed<StartFlags, []>(() => import("./start.ts")),
  parameters: { flags: { ...LEDGER, ...PARTY, ...KEY } },
  docs: {
    brief: "Begin a start: its secret counts, and no earlier one",
    customUsage: [{
      input: "--dir DIR --key-file start.key",
      brief: "Prints the generation; make a fresh key for each start",
    }],
  },
});

const session = buildCommand<LedgerFlags, [string], Context>({
  loader: deed<LedgerFlags, [string]>(() => import("./session.ts")),
  parameters: {
    flags: { ...LEDGER, ...PARTY },
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "The conversation, link:NAME",
        placeholder: "thread",
      }],
    },
  },
  docs: {
    brief: "Print the permanent session id of a conversation",
    customUsage: [{
      input: "link:main --dir DIR",
      brief: "The same id for the same conversation",
    }],
  },
});

const admit = buildCommand<AdmitFlags, [], Context>({
  loader: deed<AdmitFlags, []>(() => import("./admit.ts")),
  parameters: {
    flags: {
      ...LEDGER,
      ...PARTY,
      ...KEY,
      session: WORDS.session,
      attempt: WORDS.attempt,
      binding: WORDS.binding,
    },
  },
  docs: {
    brief: "Make a turn attempt the active one",
    customUsage: [{
      input: "--session link:main --attempt turn-1 --binding b1 " +
        "--dir DIR --key-file start.key",
      brief: "The same again tells what was committed",
    }],
  },
});

const propose = buildCommand<ProposeFlags, [], Context>({
  loader: deed<ProposeFlags, []>(() => import("./propose.ts")),
  parameters: {
    flags: {
      ...LEDGER,
      ...PARTY,
      ...KEY,
      ...ATTEMPT,
      tool: WORDS.tool,
      arguments: WORDS.arguments,
    },
  },
  docs: {
    brief: "Ask the owner for the attempt's one tool call",
    customUsage: [{
      input: "--attempt turn-1 --generation 1 --tool pay --arguments a.json " +
        "--dir DIR --key-file start.key",
      brief: "The same again tells where it stands",
    }],
  },
});

const consume = buildCommand<ConsumeFlags, [], Context>({
  loader: deed<ConsumeFlags, []>(() => import("./consume.ts")),
  parameters: {
    flags: {
      ...LEDGER,
      ...PARTY,
      ...KEY,
      ...ATTEMPT,
      request: WORDS.request,
      policy: WORDS.policy,
      policyTimeout: WORDS.policyTimeout,
    },
  },
  docs: {
    brief: "Claim an allowed call and print it: once, ever",
    fullDescription:
      "Claim an allowed call and print it. The policy is asked each time: it\n" +
      'gets {"tool":...,"arguments":...} on standard input and allows by\n' +
      "exit 0; whatever else it does refuses, and nothing is claimed. A\n" +
      "second time exits 4: whether the call ran is uncertain. --json prints\n" +
      "the arguments byte for byte; the text is for reading, with escapes.",
    customUsage: [{
      input: "--request REQUEST --attempt turn-1 --generation 1 " +
        "--policy ./policy --dir DIR --key-file start.key --json",
      brief: "For a host",
    }],
  },
});

const retire = buildCommand<AttemptFlags, [], Context>({
  loader: deed<AttemptFlags, []>(() => import("./retire.ts")),
  parameters: { flags: { ...LEDGER, ...PARTY, ...ATTEMPT } },
  docs: {
    brief: "End an attempt whose execution is contained",
    customUsage: [{
      input: "--attempt turn-1 --generation 1 --dir DIR",
      brief: "The same again changes nothing",
    }],
  },
});

const recover = buildCommand<LedgerFlags, [], Context>({
  loader: deed<LedgerFlags, []>(() => import("./recover.ts")),
  parameters: { flags: { ...LEDGER, ...PARTY } },
  docs: {
    brief: "Put up the restart barrier: end the attempt and its start",
    customUsage: [{
      input: "--dir DIR",
      brief: "Prints the generation; the old secret never counts again",
    }],
  },
});

/** What a host calls. */
export const hostRoutes: Readonly<Record<string, Command<Context>>> = {
  start,
  session,
  admit,
  propose,
  consume,
  retire,
  recover,
};
