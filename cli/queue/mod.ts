// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about the capture queue.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { deed } from "../command.ts";
import type { Context } from "../context.ts";
import { READ } from "../context/mod.ts";
import {
  ADMIT,
  type AdmitFlags,
  DRAIN,
  type DrainFlags,
  HOME,
  LOOK,
  type LookFlags,
  type PrepareFlags,
  SET_ASIDE,
  type SetAsideFlags,
  STATUS,
  type StatusFlags,
} from "./flags.ts";

const WHERE = "--home ~/.goose";
const WHOSE = "--agent ada --owner kay";
const STORAGE = "--store file:$HOME/agents/ada";

const ENTRY = {
  kind: "tuple",
  parameters: [{
    parse: String,
    brief: "A batch's number, or the name of any entry",
    placeholder: "entry",
  }],
} as const;

const admit = buildCommand<AdmitFlags, [], Context>({
  loader: deed<AdmitFlags, []>(() => import("./admit.ts")),
  parameters: { flags: ADMIT },
  docs: {
    brief: "Take captured records from standard input into the queue",
    fullDescription:
      "Take captured records, one JSON object a line, as one batch: all of\n" +
      'them or none. Each has its "source" {adapter, session, record}. Once\n' +
      "this ends with 0 the batch outlives a power cut. With --store it then\n" +
      "delivers what waits; trouble with storage is told and does not fail.",
    customUsage: [
      {
        input: `${WHERE} ${WHOSE} --thread link:main --adapter goose ` +
          "--session 20260102 < records.jsonl",
        brief: "Keep them; deliver later",
      },
      {
        input: `${WHERE} ${WHOSE} --thread link:main --adapter goose ` +
          `--session 20260102 ${STORAGE} < records.jsonl`,
        brief: "Keep them, and deliver at once if storage is there",
      },
    ],
  },
});

const drain = buildCommand<DrainFlags, [], Context>({
  loader: deed<DrainFlags, []>(() => import("./drain.ts")),
  parameters: { flags: DRAIN },
  docs: {
    brief: "Deliver what waits to storage, in order",
    fullDescription:
      "Deliver what waits to storage, in order, record by record. A batch goes\n" +
      "when all of it is confirmed. Stops at the first trouble; SIGINT and\n" +
      "SIGTERM end it with the queue whole. Run again, it stores nothing twice.",
    customUsage: [
      { input: `${WHERE} ${WHOSE} ${STORAGE}`, brief: "Into a folder" },
      {
        input: `${WHERE} ${WHOSE} --store unix:$XDG_RUNTIME_DIR/ada.sock ` +
          "--key-file start.key",
        brief: "Through the bridge",
      },
    ],
  },
});

const prepare = buildCommand<PrepareFlags, [], Context>({
  loader: deed<PrepareFlags, []>(() => import("./prepare.ts")),
  parameters: { flags: { ...READ, ...HOME } },
  docs: {
    brief: "Deliver what waits, then read a conversation and memory",
    fullDescription:
      "Deliver all that waits, as `queue drain`, then print the same as\n" +
      "`context read`. What cannot be delivered refuses it: a context without\n" +
      "what was captured would look whole and is not.",
    customUsage: [
      {
        input: `${WHERE} ${WHOSE} ${STORAGE} --thread link:main --json`,
        brief: "All of it, with a cursor",
      },
    ],
  },
});

const list = buildCommand<LookFlags, [], Context>({
  loader: deed<LookFlags, []>(() => import("./list.ts")),
  parameters: { flags: LOOK },
  docs: {
    brief: "List every batch and every bad entry (exit 1 if one is bad)",
    customUsage: [{ input: WHERE, brief: "In their order" }],
  },
});

const show = buildCommand<LookFlags, [string], Context>({
  loader: deed<LookFlags, [string]>(() => import("./show.ts")),
  parameters: { flags: LOOK, positional: ENTRY },
  docs: {
    brief: "Show one batch with its records",
    customUsage: [{ input: `7 ${WHERE}`, brief: "Batch 7" }],
  },
});

const status = buildCommand<StatusFlags, [], Context>({
  loader: deed<StatusFlags, []>(() => import("./status.ts")),
  parameters: { flags: STATUS },
  docs: {
    brief: "Tell what waits, since when, how full it is, what is wrong",
    fullDescription:
      "Tell what waits, since when, how full the queue is, what is wrong, and\n" +
      "the next command. Reads and checks every batch, and needs no storage and\n" +
      "no lock. Exit 0 if nothing is wrong, 1 if something is.",
    customUsage: [
      { input: WHERE, brief: "Now" },
      { input: `${WHERE} --watch`, brief: "Every second" },
    ],
  },
});

const verify = buildCommand<LookFlags, [], Context>({
  loader: deed<LookFlags, []>(() => import("./verify.ts")),
  parameters: { flags: LOOK },
  docs: {
    brief: "Check every byte of every batch (exit 1 if one is bad)",
    customUsage: [
      { input: WHERE, brief: "Whole or not" },
      { input: `${WHERE} ${WHOSE}`, brief: "And all of this agent" },
    ],
  },
});

const setAside = buildCommand<SetAsideFlags, [string], Context>({
  loader: deed<SetAsideFlags, [string]>(() => import("./set_aside.ts")),
  parameters: { flags: SET_ASIDE, positional: ENTRY },
  docs: {
    brief: "Move one entry to captures.set-aside, whole",
    customUsage: [{ input: `7 ${WHERE} --yes`, brief: "Batch 7" }],
  },
});

/** `lnk-tool queue`. */
export const queue: RouteMap<Context> = buildRouteMap({
  routes: {
    admit,
    drain,
    prepare,
    status,
    list,
    show,
    verify,
    "set-aside": setAside,
  },
  docs: { brief: "Captured records that wait for storage" },
});
