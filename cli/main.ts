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
  help,
  run,
  type StricliIntegration,
} from "@stricli/core";
import { EXIT, LnkError } from "../lib/errors.ts";
import { NAME } from "../lib/version.ts";
import { rewritten, wantsJson, withoutColour } from "./argv.ts";
import type { Context, World } from "./context.ts";
import { errorText, reportError } from "./failure.ts";
import { routes } from "./families.ts";
import { usageText } from "./usage.ts";

const FORMATTING = {
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: false,
  caseStyle: "convert-camel-to-kebab",
} as const;

/** What one run learns on its way to an exit code. */
interface Run {
  readonly faults: LnkError[];
  /** The help of the group that was named without a command. */
  bareGroup: string | undefined;
}

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
    return await runOnce(withoutColour(args), world, json);
  } catch (error) {
    return reportError(world, error, json);
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
    await complete(app, words, stricliContext(world));
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
  const words = rewritten(args);
  const app = await application(state, words[0]);
  const context = stricliContext(world);
  await run(app, words, context);
  if (state.bareGroup !== undefined) {
    return reportBareGroup(world, args, state.bareGroup, json);
  }
  if (state.faults.length > 0) return reportFaults(world, args, state, json);
  return context.process.exitCode ?? EXIT.ok;
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
      fullDescription: "Start with: lnk-tool grants check sandbox.toml\n\n" +
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
  }, {
    help: help({ brief: "Print this help", formatting: FORMATTING }),
    ...integrations(state),
  });
}

/** Flags of every command that this file reads itself, and the fault of a bare group. */
function integrations(
  state: Run,
): Record<string, StricliIntegration<Context>> {
  return {
    help: help<Context>({ brief: "Print this help", formatting: FORMATTING }),
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
        run: (app, { result, text, additionalFlags }) => {
          state.bareGroup = result.target.formatHelp({
            prefix: result.prefix,
            additionalFlags,
            includeArgumentEscapeSequenceFlag: false,
            includeHidden: false,
            config: { ...FORMATTING, ...app.config.documentation },
            text,
            ansiColor: false,
          });
        },
      },
    },
  };
}

function stricliContext(world: World): Context {
  const { out, err } = world.io;
  const depth = (colour: boolean) => () => colour ? 8 : 1;
  return {
    ...world,
    process: {
      stdout: { write: (t) => out.write(t), getColorDepth: depth(out.colour) },
      // stricli only says here what `usageText` has caught already.
      stderr: { write: () => {}, getColorDepth: depth(err.colour) },
    },
  };
}

function reportBareGroup(
  world: World,
  args: readonly string[],
  helpText: string,
  json: boolean,
): number {
  const words = [NAME, ...args.filter((word) => !word.startsWith("-"))];
  const fault = new LnkError(
    "usage",
    "usage/incomplete",
    `Nothing to do: "${words.join(" ")}" needs a command after it`,
  );
  if (!json) world.io.err.write(`${helpText}\n`);
  return reportError(world, fault, json);
}

function reportFaults(
  world: World,
  args: readonly string[],
  { faults }: Run,
  json: boolean,
): number {
  const words: string[] = [];
  for (const word of args) {
    if (words.length === 2 || !/^[a-z][a-z-]*$/.test(word)) break;
    words.push(word);
  }
  const unknown = faults.some(({ code }) => code === "usage/unknown-command");
  const named = unknown ? words.slice(0, -1) : words;
  const hint = `see ${[NAME, ...named].join(" ")} --help`;
  const told = faults.map((fault) => withHelp(fault, hint));
  // All of them for people; the first, which is what to mend, for scripts.
  for (const fault of json ? [] : told.slice(0, -1)) {
    world.io.err.write(errorText(fault, world.io.err.colour));
  }
  return reportError(world, json ? told[0] : told.at(-1), json);
}

function withHelp(fault: LnkError, hint: string): LnkError {
  const { kind, code, message, help, details } = fault;
  return new LnkError(kind, code, message, { help: help ?? hint, details });
}
