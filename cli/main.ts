// Copyright 2026 the lnk authors. MIT license.

/**
 * The program as a function: arguments and a world in, an exit code out.
 *
 * @module
 */

import {
  type Application,
  buildApplication,
  buildRouteMap,
  run,
  type StricliIntegration,
} from "@stricli/core";
import { EXIT } from "../lib/errors.ts";
import { NAME } from "../lib/version.ts";
import {
  jsonLast,
  rewritten,
  wantsJson,
  withNegatives,
  withoutColour,
  wordFault,
} from "./argv.ts";
import type { Context, World } from "./context.ts";
import { reportError } from "./failure.ts";
import { routes } from "./families.ts";
import { reportBareGroup, reportFaults, type Run } from "./faults.ts";
import { helpHint, usageText } from "./usage.ts";

const FORMATTING = {
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: false,
  caseStyle: "convert-camel-to-kebab",
} as const;

/**
 * Runs the program once.
 *
 * @param args The words after the program's name.
 * @param world Streams, clock, randomness, environment, disk.
 * @returns The process exit code.
 */
export async function main(
  args: readonly string[],
  world: World,
): Promise<number> {
  if (args[0] === "__complete") return await proposals(args.slice(1), world);
  const json = wantsJson(args);
  try {
    return await runOnce(args, world, json);
  } catch (error) {
    return await reportError(world, error, json);
  }
}

/** Answers a completion script. Whatever goes wrong there: a half-typed line gets no error. */
async function proposals(
  words: readonly string[],
  world: World,
): Promise<number> {
  try {
    const { complete } = await import("./complete.ts");
    const [first] = words.length > 1 ? words : [];
    const app = await application({ faults: [], bareGroup: undefined }, first);
    await complete(app, words, stricliContext(world, ""));
  } catch {
    // The shell falls back to file names.
  }
  return EXIT.ok;
}

async function runOnce(
  args: readonly string[],
  world: World,
  json: boolean,
): Promise<number> {
  const state: Run = { faults: [], bareGroup: undefined };
  const given = withNegatives(args);
  const words = rewritten(jsonLast(withoutColour(given)));
  const app = await application(state, words[0]);
  const hint = helpHint(app.root, words);
  const context = stricliContext(world, hint);
  const fault = wordFault(given);
  if (fault) state.faults.push(fault);
  else await run(app, words, context);
  if (state.bareGroup !== undefined) {
    return await reportBareGroup(world, words, state.bareGroup, json);
  }
  if (state.faults.length > 0) return await reportFaults(context, state, json);
  const code = context.process.exitCode ?? EXIT.ok;
  if (isOurs(code)) return code;
  return await reportError(world, `exit code ${code}`, json);
}

/** Whether an exit code is in the documented table. */
function isOurs(code: number): boolean {
  return Object.values<number>(EXIT).includes(code);
}

/**
 * The program as stricli sees it; also what docs and completions are made from.
 *
 * @param state What the run learns.
 * @param first The word that may make all but its own family unneeded.
 * @returns The application.
 */
export async function application(
  state: Run,
  first?: string,
): Promise<Application<Context>> {
  const root = buildRouteMap({
    routes: await routes(first),
    docs: {
      brief: "Checks, proofs and durable context around an agent's run",
      fullDescription: "EXAMPLES\n  lnk-tool grants check sandbox.toml\n" +
        "    Check what a sandbox file grants\n" +
        "  lnk-tool doctor --agent ~/agents/ada\n" +
        "    Look over all that an agent has\n" +
        "  lnk-tool explain files/in-both-lists\n" +
        "    Tell what a code means, and what to do\n" +
        "  lnk-tool queue admit --help\n    Show examples of one command\n\n" +
        "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 refused,\n" +
        "4 conflict, 5 could not. Every command takes --json and\n" +
        "--color auto|always|never.",
    },
  });
  return buildApplication(root, {
    name: NAME,
    scanner: {
      caseStyle: "allow-kebab-for-camel",
      allowArgumentEscapeSequence: true,
    },
    localization: { text: usageText((fault) => state.faults.push(fault)) },
  }, integrations(state));
}

/** Flags of every command that this file reads itself, and the fault of a bare group. */
function integrations(
  state: Run,
): Record<string, StricliIntegration<Context>> {
  return {
    help: {
      flag: {
        brief: "Print this help",
        aliases: ["h"],
        global: true,
        async run(...args) {
          const { stdout } = this.process;
          const colour = (stdout.getColorDepth?.() ?? 1) > 1;
          stdout.write(await helpFor(colour, ...args));
        },
      },
    },
    color: {
      flag: {
        brief: "Colour: auto, always or never",
        global: true,
        hidden: true,
        run: () => {},
      },
    },
    bare: {
      flag: {
        brief: "",
        hidden: true,
        defaultForRouteMap: true,
        run: async (...args) => {
          state.bareGroup = await helpFor(false, ...args);
        },
      },
    },
  };
}

type Integration = NonNullable<StricliIntegration<Context>["flag"]>;

/** The help of what was named; how it is laid out is read only here. */
async function helpFor(
  colour: boolean,
  { config }: Parameters<Integration["run"]>[0],
  { result, text, additionalFlags }: Parameters<Integration["run"]>[1],
): Promise<string> {
  const { helpText } = await import("./help.ts");
  return helpText(result.target, {
    prefix: result.prefix,
    additionalFlags,
    includeArgumentEscapeSequenceFlag:
      config.scanner.allowArgumentEscapeSequence,
    includeHidden: false,
    config: FORMATTING,
    text,
    ansiColor: colour,
  });
}

function stricliContext(world: World, helpHint: string): Context {
  const { out, err } = world.io;
  const depth = (colour: boolean) => () => colour ? 8 : 1;
  return {
    ...world,
    helpHint,
    process: {
      stdout: { write: (t) => out.write(t), getColorDepth: depth(out.colour) },
      // stricli only says here what `usageText` has caught already.
      stderr: { write: () => {}, getColorDepth: depth(err.colour) },
    },
  };
}
