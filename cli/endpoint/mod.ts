// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about an adapter's endpoint: port, probe, serve.
 *
 * @module
 */

import { buildCommand, buildRouteMap, type RouteMap } from "@stricli/core";
import { LnkError } from "../../lib/errors.ts";
import { quote } from "../../lib/text.ts";
import { COMMON, deed } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { KEY, type KeyFlags } from "../key.ts";
import type { ServeFlags } from "./serve.ts";

const URL_ARGUMENT = {
  parse: String,
  brief: "Such as http://127.0.0.1:8080",
  placeholder: "url",
} as const;

const port = buildCommand<CommonFlags, [string], Context>({
  loader: deed<CommonFlags, [string]>(() => import("./port.ts")),
  parameters: {
    flags: COMMON,
    positional: { kind: "tuple", parameters: [URL_ARGUMENT] },
  },
  docs: {
    brief: "Print an endpoint's port, or say why the URL is none",
    customUsage: [
      { input: "http://127.0.0.1:8080", brief: "Prints 8080" },
    ],
  },
});

const probe = buildCommand<KeyFlags, [string], Context>({
  loader: deed<KeyFlags, [string]>(() => import("./probe.ts")),
  parameters: {
    flags: { ...COMMON, ...KEY },
    positional: { kind: "tuple", parameters: [URL_ARGUMENT] },
  },
  docs: {
    brief: "Ask an endpoint to prove that it holds the key",
    fullDescription:
      "Ask an endpoint to prove that it holds the key. The key is not sent.\n" +
      "Exit 0 if it does, 1 if its answer proves nothing, 5 if none came.",
    customUsage: [{
      input: "http://127.0.0.1:8080 --key-file agent.key",
      brief: "Within 5 seconds",
    }],
  },
});

const serve = buildCommand<ServeFlags, [], Context>({
  loader: deed<ServeFlags, []>(() => import("./serve.ts")),
  parameters: {
    flags: {
      ...COMMON,
      ...KEY,
      port: {
        kind: "parsed",
        parse: parsePort,
        brief: "Where to listen, 0 to 65535; 0 is any free port",
        placeholder: "number",
      },
    },
  },
  docs: {
    brief: "Answer challenges on 127.0.0.1, as a reference endpoint",
    fullDescription:
      "Answer challenges on 127.0.0.1, as a reference endpoint. Prints its port\n" +
      "when it is ready; SIGINT or SIGTERM end it with exit 0.",
    customUsage: [
      { input: "--port 8080 --key-file agent.key", brief: "On that port" },
      { input: "--port 0 --key-file agent.key --json", brief: "For a script" },
    ],
  },
});

/** Digits alone: `Number` would also take `0x50`, ` 80` and nothing. */
function parsePort(text: string): number {
  if (/^(0|[1-9][0-9]{0,4})$/.test(text) && Number(text) <= 65535) {
    return Number(text);
  }
  throw new LnkError(
    "usage",
    "usage/arguments",
    `${quote(text)} is not a number from 0 to 65535`,
  );
}

/** An adapter's endpoint, on loopback. */
export const endpoint: RouteMap<Context> = buildRouteMap({
  routes: { port, probe, serve },
  docs: { brief: "Read, ask and be an adapter's endpoint" },
});
