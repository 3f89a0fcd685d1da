// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes the pages under docs/ that are made from the code. A test fails when
 * one is out of date.
 *
 * @module
 */

import {
  type Application,
  type CommandContext,
  generateHelpTextForAllCommands,
} from "@stricli/core";
import { commandHelp } from "../cli/help.ts";
import { application } from "../cli/main.ts";
import { SCHEMAS } from "../cli/about/schemas.ts";
import { codes, page } from "../lib/codes.ts";
import { manual } from "./man.ts";
import { buildDay } from "./release/changelog.ts";

const ROOT = new URL("../", import.meta.url);

/**
 * All generated pages.
 *
 * @returns Their texts by path.
 */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([
    ["docs/diagnostics.md", diagnostics()],
    ["docs/cli.md", await cli()],
  ]);
  const day = buildDay(
    Deno.readTextFileSync(new URL("CHANGELOG.md", ROOT)),
  );
  pages.set("docs/man/lnk-tool.1", manual(await program(), day));
  for (const [name, { load }] of SCHEMAS) {
    const text = JSON.stringify(await load(), undefined, 2) + "\n";
    pages.set(`docs/schema/${name}.json`, text);
  }
  return pages;
}

function diagnostics(): string {
  const sections = codes().map((code) => {
    const { title, why, next, bad, good } = page(code)!;
    const example = (name: string, text: string | undefined) =>
      text === undefined ? "" : `\n${name}:\n\n${fenced(text, "toml")}`;
    return `## ${code}\n\n${title}.\n\n${why}\n\nWhat to do: ${next}.\n` +
      example("Gets this code", bad) + example("Mended", good);
  });
  return "# Diagnostics\n\nEvery code that a check or an error can print. " +
    "`lnk-tool explain CODE` prints the\nsame. A code never changes its " +
    "meaning.\n\n" + sections.join("\n");
}

function fenced(text: string, language: string): string {
  const shown = text.replace(/\ufeff/g, "<U+FEFF>");
  return `\`\`\`${language}\n${shown.trimEnd()}\n\`\`\`\n`;
}

/** The program, for its words. */
export async function program(): Promise<Application<CommandContext>> {
  const app = await application({ faults: [], bareGroup: undefined });
  // Help needs no world, so the kind of context does not matter here.
  return app as unknown as Application<CommandContext>;
}

async function cli(): Promise<string> {
  const helps = generateHelpTextForAllCommands(await program());
  const sections = helps.map(([route, help]) =>
    `## ${route}\n\n${fenced(commandHelp(help), "text")}`
  );
  return "# Commands\n\nThe help of every command.\n\n" + sections.join("\n");
}

if (import.meta.main) {
  Deno.mkdirSync("docs/schema", { recursive: true });
  Deno.mkdirSync("docs/man", { recursive: true });
  for (const [path, text] of await generated()) {
    Deno.writeTextFileSync(path, text);
    console.log(path);
  }
}
