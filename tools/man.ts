// Copyright 2026 the lnk authors. MIT license.

/**
 * The man page, made from the words of the commands.
 *
 * What no command knows (exit codes, files, variables) is in man_facts.ts.
 *
 * @module
 */

import {
  type Application,
  type Command,
  type CommandContext,
  generateHelpTextForAllCommands,
  type RouteMap,
} from "@stricli/core";
import { EXIT, NOT_LINKED } from "../lib/errors.ts";
import { VERSION } from "../lib/version.ts";
import { ENVIRONMENT, EXAMPLES, EXITS, FILES } from "./man_facts.ts";
import { escaped, literal, text } from "./mdoc.ts";

/** One command as the page tells it. */
interface Told {
  readonly route: string;
  readonly command: Command<CommandContext>;
  /** Its examples: a line to type and what it does. */
  readonly examples: readonly (readonly [string, string])[];
}

/**
 * Writes the page.
 *
 * @param app The program.
 * @param day The day of the release.
 * @returns The page in mdoc(7).
 */
export function manual(
  app: Application<CommandContext>,
  day: Date,
): string {
  const commands = told(app);
  return [
    '.\\" Made by deno task docs. Do not edit.',
    `.Dd ${inWords(day)}`,
    ".Dt LNK-TOOL 1",
    ".Os",
    ".Sh NAME\n.Nm lnk-tool",
    ".Nd checks, proofs and durable context around an agent's run",
    ".Sh SYNOPSIS",
    ...synopsis(commands),
    ".Sh DESCRIPTION",
    text(
      `lnk-tool ${VERSION} checks what an agent's sandbox grants, proves that an ` +
        "endpoint holds the agent's key, and keeps context and decisions so " +
        "that nothing acknowledged is lost. Results go to standard output, " +
        "messages to standard error. No command waits for an answer unless " +
        "standard input is a terminal.",
    ),
    ".Pp\nEvery command takes these:",
    list([
      [
        ".Fl -json",
        "Print one JSON document on standard output, on failure too.",
      ],
      [".Fl -color Ar when", "Colour: auto, always or never."],
      [".Fl h , -help", "Print help, with examples first."],
    ]),
    ".Pp\nA word",
    ".Fl\nwhere a file is asked for is standard input.",
    ".Sh COMMANDS",
    ...commands.map(section),
    ".Sh ENVIRONMENT",
    list(
      Object.entries(ENVIRONMENT).map(([name, what]) => [`.Ev ${name}`, what]),
    ),
    ".Sh FILES",
    list(FILES.map(([name, what]) => [`.Pa ${name}`, what])),
    ".Sh EXIT STATUS",
    list(exits()),
    ".Sh EXAMPLES",
    EXAMPLES.map(([why, line]) => `${text(why)}\n${literal(line)}`)
      .join("\n.Pp\n"),
    ".Sh SEE ALSO",
    ".Xr openssl 1 ,\n.Xr sh 1",
  ].join("\n") + "\n";
}

function exits(): (readonly [string, string])[] {
  const codes = Object.entries(EXITS).map(([kind, what]) =>
    [String(EXIT[kind as keyof typeof EXIT]), what] as const
  );
  const never = "Never: it is kept for a connection that needs linking.";
  return [...codes, [String(NOT_LINKED), never]];
}

/** The day in words, as mdoc wants it. */
function inWords(day: Date): string {
  return day.toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
}

function told(app: Application<CommandContext>): Told[] {
  const helps = new Map(generateHelpTextForAllCommands(app));
  return commandsOf(app.root as RouteMap<CommandContext>, "lnk-tool")
    .map(([route, command]) => ({
      route,
      command,
      examples: examples(helps.get(route) ?? ""),
    }));
}

function commandsOf(
  map: RouteMap<CommandContext>,
  prefix: string,
): [string, Command<CommandContext>][] {
  return map.getAllEntries().flatMap(({ name, target }) => {
    const route = `${prefix} ${name.original}`;
    return "getAllEntries" in target
      ? commandsOf(target, route)
      : [[route, target] as [string, Command<CommandContext>]];
  });
}

/** The lines of a help text's USAGE that have a sentence below them. */
function examples(help: string): [string, string][] {
  const [usage = ""] = help.split("\n\n", 1);
  return Array.from(
    usage.matchAll(/^ {2}(lnk-tool .+)\n {4}(.+)$/gm),
    ([, line, why]) => [line!, why!],
  );
}

/** A line a group, so that the page begins with an overview. */
function synopsis(commands: readonly Told[]): string[] {
  const groups = Map.groupBy(commands, ({ route }) => route.split(" ")[1]!);
  const lines = [...groups].map(([group, members]) => {
    const verbs = members.map(({ route }) => route.split(" ")[2]);
    return verbs[0] === undefined
      ? `.Nm\n.Cm ${group}\n.Op Ar ...`
      : `.Nm\n.Cm ${group}\n${
        verbs.map((v) => `.Cm ${v}`).join(" |\n")
      }\n.Op Ar ...`;
  });
  return [...lines, ".Nm\n.Fl -version | -help"];
}

function section({ route, command, examples }: Told): string {
  const { brief, fullDescription, parameters } = command;
  const rows = [
    ...args(parameters.positional),
    ...flags(parameters.flags ?? {}),
  ];
  return [
    `.Ss ${escaped(route)}`,
    description(fullDescription ?? `${brief}.`),
    ...(rows.length > 0 ? [list(rows)] : []),
    ...examples.map(([line, why]) => `${sentence(why)}\n${literal(line)}`),
  ].join("\n");
}

/** Paragraphs; what is indented is shown as it stands. */
function description(full: string): string {
  return full.split("\n\n").map((part) =>
    /^ {2}/.test(part) ? literal(part) : text(part.replaceAll("\n", " "))
  ).join("\n.Pp\n").replaceAll("\n.Pp\n.Bd", "\n.Bd");
}

function sentence(words: string): string {
  return `.Pp\n${text(`${words}:`)}`;
}

type Parameters = Command<CommandContext>["parameters"];

function flags(
  parameters: NonNullable<Parameters["flags"]>,
): (readonly [string, string])[] {
  return Object.entries(parameters)
    .filter(([name, flag]) =>
      name !== "json" && !("hidden" in flag && flag.hidden)
    )
    .map(([name, flag]) => {
      const kebab = name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
      const value = flag.kind === "boolean" || flag.kind === "counter"
        ? ""
        : ` Ar ${flag.placeholder ?? "value"}`;
      const choices = flag.kind === "enum"
        ? ` One of ${flag.values.join(", ")}.`
        : "";
      return [`.Fl -${kebab}${value}`, `${flag.brief}.${choices}`] as const;
    });
}

function args(
  positional: Parameters["positional"],
): (readonly [string, string])[] {
  if (positional === undefined) return [];
  const many = positional.kind === "array";
  const all = many ? [positional.parameter] : positional.parameters;
  return all.map(({ placeholder = "argument", brief }) => [
    `.Ar ${escaped(placeholder)}${many ? " ..." : ""}`,
    `${brief}.`,
  ]);
}

/** A list of terms with a sentence each. */
function list(rows: readonly (readonly [string, string])[]): string {
  const items = rows.map(([term, what]) =>
    `.It ${term.replace(/^\./, "")}\n${text(what)}`
  );
  return [".Bl -tag -width Ds", ...items, ".El"].join("\n");
}
