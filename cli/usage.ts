// Copyright 2026 the lnk authors. MIT license.

/**
 * The sentences for wrong usage, and one error that carries them.
 *
 * @module
 */

import {
  AliasNotFoundError,
  type ApplicationText,
  ArgumentParseError,
  ArgumentScannerError,
  type Command,
  EnumValidationError,
  FlagNotFoundError,
  formatMessageForArgumentScannerError,
  type RouteMap,
  text_en,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from "@stricli/core";
import { LnkError } from "../lib/errors.ts";
import { nearest, quote } from "../lib/text.ts";
import { NAME } from "../lib/version.ts";
import type { Context } from "./context.ts";

/**
 * stricli's texts, with ours for wrong usage.
 *
 * @param caught Takes every usage fault instead of standard error.
 * @returns The application's texts.
 */
export function usageText(caught: (fault: LnkError) => void): ApplicationText {
  return {
    ...text_en,
    briefs: {
      ...text_en.briefs,
      argumentEscapeSequence: "Ends the flags: what follows is arguments",
    },
    headers: {
      usage: "USAGE",
      aliases: "ALIASES",
      commands: "COMMANDS",
      flags: "FLAGS",
      arguments: "ARGUMENTS",
    },
    exceptionWhileParsingArguments: (thrown) => {
      caught(toUsageError(thrown));
      return "";
    },
    noCommandRegisteredForInput: ({ input, corrections }) => {
      caught(unknownCommand(input, corrections));
      return "";
    },
    exceptionWhileRunningIntegrationFlag: ({ exception }) => {
      caught(toUsageError(exception));
      return "";
    },
    exceptionWhileLoadingCommandFunction: (thrown) => {
      caught(toUsageError(thrown));
      return "";
    },
  };
}

function toUsageError(thrown: unknown): LnkError {
  if (thrown instanceof LnkError) return thrown;
  if (!(thrown instanceof ArgumentScannerError)) {
    return new LnkError("unable", "program/bug", String(thrown));
  }
  return new LnkError("usage", "usage/arguments", argumentMessage(thrown));
}

/** stricli picks a sentence by the name of the error's class, which the bundle has shortened. */
function restoreNames(): void {
  const classes = {
    AliasNotFoundError,
    ArgumentParseError,
    EnumValidationError,
    FlagNotFoundError,
    UnexpectedFlagError,
    UnexpectedPositionalError,
    UnsatisfiedFlagError,
    UnsatisfiedPositionalError,
  };
  for (const [name, type] of Object.entries(classes)) {
    Object.defineProperty(type, "name", { value: name });
  }
}

function argumentMessage(fault: ArgumentScannerError): string {
  restoreNames();
  return formatMessageForArgumentScannerError(fault, {
    FlagNotFoundError: ({ input, corrections }) =>
      `There is no flag --${input}` +
      suggestion(close(input, corrections).map((name) => `--${name}`)),
    AliasNotFoundError: ({ input }) =>
      `There is no flag -${input}` +
      suggestion(input === "v" ? ["--version"] : []),
    ArgumentParseError: ({ externalFlagNameOrPlaceholder, exception }) =>
      notTaken(externalFlagNameOrPlaceholder, exception),
    EnumValidationError: ({ externalFlagName, input, values }) =>
      `--${externalFlagName} does not take ${quote(input)}: it is one of ` +
      values.join(", "),
    UnsatisfiedFlagError: ({ externalFlagName }) =>
      `--${externalFlagName} needs a value`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `Too many arguments: ${quote(input)} comes after the ` +
      `${expectedCount} that are taken`,
    UnsatisfiedPositionalError: ({ placeholder }) =>
      `The argument ${placeholder} is missing`,
    UnexpectedFlagError: ({ externalFlagName }) =>
      `--${externalFlagName} is given twice`,
  });
}

function notTaken(name: string, exception: unknown): string {
  const reason = exception instanceof Error
    ? exception.message
    : String(exception);
  // That word stands for standard input: its name says nothing.
  if (name === "-") return reason;
  return /to a boolean/.test(reason)
    ? `--${name.replace(/^-+/, "")} takes no value`
    : `Cannot take ${name}: ${reason}`;
}

function unknownCommand(
  input: string,
  near: readonly string[],
): LnkError {
  const corrections = input === "-v" ? ["--version"] : close(input, near);
  return new LnkError(
    "usage",
    "usage/unknown-command",
    `There is no command ${quote(input)}${suggestion(corrections)}`,
  );
}

/** A guess that is far off sends who meant `list` to `init`: a slip of the fingers is near. */
function close(input: string, names: readonly string[]): readonly string[] {
  return names.map((name) => name.replaceAll("`", ""))
    .filter((name) =>
      nearest(input, [name]) !== undefined || letters(input) === letters(name)
    );
}

/** The same for words with swapped letters, which count twice as edits. */
function letters(word: string): string {
  return Array.from(word).sort().join("");
}

function suggestion(corrections: readonly string[]): string {
  if (corrections.length === 0) return "";
  return `, did you mean ${corrections.join(" or ")}?`;
}

/**
 * Where the help of the named command is.
 *
 * @param root The program's commands.
 * @param words The words after the program's name; only commands count.
 * @returns Such as `see lnk-tool version --help`.
 */
export function helpHint(
  root: Command<Context> | RouteMap<Context>,
  words: readonly string[],
): string {
  const named = [NAME];
  let target = root;
  for (const word of words) {
    const next = "getRoutingTargetForInput" in target
      ? target.getRoutingTargetForInput(word)
      : undefined;
    if (!next) break;
    named.push(word);
    target = next;
  }
  return `see ${named.join(" ")} --help`;
}
