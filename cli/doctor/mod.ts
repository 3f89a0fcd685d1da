// Copyright 2026 the lnk authors. MIT license.

/**
 * The words of `doctor`.
 *
 * @module
 */

import { buildCommand, type Command } from "@stricli/core";
import { CHECK_FLAGS } from "../check.ts";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import { TEAM } from "../teams.ts";
import type { DoctorFlags } from "./flags.ts";

function path<const B extends string, const P extends string>(
  brief: B,
  placeholder: P,
) {
  return { kind: "parsed", parse: pathWord, brief, placeholder } as const;
}

/** `lnk-tool doctor`. */
export const doctor: Command<Context> = buildCommand<DoctorFlags, [], Context>({
  loader: deed<DoctorFlags, []>(() => import("./examine.ts")),
  parameters: {
    flags: {
      ...COMMON,
      agent: path("The agent's folder", "dir"),
      grants: {
        ...path("Its sandbox file (default: sandbox.toml in it)", "file"),
        optional: true,
      },
      home: {
        ...path("The adapter's home: look at its capture queue", "dir"),
        optional: true,
      },
      ledger: {
        ...path("The ledger's folder: look at it, and where it is", "dir"),
        optional: true,
      },
      keyFile: {
        ...path("Look at who reaches a key file; it is not read", "file"),
        variadic: true,
        default: [],
      },
      ...TEAM,
      strict: CHECK_FLAGS.strict,
      failOn: CHECK_FLAGS.failOn,
    },
  },
  docs: {
    brief: "Look over all that an agent has on this machine",
    fullDescription:
      "Looks at the sandbox file, layout, permissions, links, memory,\n" +
      "conversations with their indexes, leases, the capture queue and the\n" +
      "ledger. A line each: ok, skipped, warning or error, the area, what was\n" +
      "seen, its code, and below it the next command. The worst come last.\n\n" +
      "It changes nothing, takes no lock, follows no link and reads no key.\n" +
      "Exit 1 if there is an error, 5 if the agent's folder cannot be read.",
    customUsage: [
      { input: "--agent ~/agents/ada", brief: "The agent's folder" },
      {
        input: "--agent ~/agents/ada --home ~/.goose --ledger ~/ledgers/ada",
        brief: "The queue and the ledger too",
      },
      { input: "--agent ada --fail-on warning --json", brief: "For a script" },
    ],
  },
});
