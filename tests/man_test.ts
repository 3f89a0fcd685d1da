// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { generateHelpTextForAllCommands } from "@stricli/core";
import { VARIABLES } from "../tools/compile.ts";
import { generated, program } from "../tools/docs.ts";
import { ENVIRONMENT } from "../tools/man_facts.ts";
import { escaped, literal, text } from "../tools/mdoc.ts";
import { installed } from "./support/shell.ts";

const PATH = "docs/man/lnk-tool.1";

/** What a program says about a page on its standard input. */
async function ask(command: string, args: string[], page: string) {
  const child = new Deno.Command(command, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { LC_ALL: "C.UTF-8" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(page));
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout);
}

Deno.test("the man page has every command and every section", async () => {
  const page = (await generated()).get(PATH)!;
  for (const [route] of generateHelpTextForAllCommands(await program())) {
    assertStringIncludes(page, `\n.Ss ${route}\n`);
  }
  const sections = Array.from(page.matchAll(/^\.Sh (.+)$/gm), ([, s]) => s);
  assertEquals(sections, [
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "COMMANDS",
    "ENVIRONMENT",
    "FILES",
    "EXIT STATUS",
    "EXAMPLES",
    "SEE ALSO",
  ]);
});

Deno.test("the man page tells every variable that the program reads", () => {
  assertEquals(Object.keys(ENVIRONMENT), [...VARIABLES]);
});

Deno.test({
  name: "mandoc has nothing to say about the man page (skipped without it)",
  ignore: !installed("mandoc"),
  fn: async () => {
    const page = (await generated()).get(PATH)!;
    // Whether other pages are installed is the machine's matter.
    const said = (await ask("mandoc", ["-Tlint"], page)).split("\n")
      .filter((line) => line !== "" && !line.includes("mandoc.db"));
    assertEquals(said, []);
  },
});

Deno.test({
  name: "no word of a text becomes a macro (skipped without mandoc)",
  ignore: !installed("mandoc"),
  fn: async () => {
    const words = [
      ".Sh X",
      "'br",
      "a\\fBb",
      "\\",
      '.\\" gone',
      "a. B? C",
      "...",
    ];
    const page =
      ".Dd December 1, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Pp\n" +
      words.map((word) => `${text(word)}\n.Pp\n${literal(word)}\n`).join("");
    const shown = await ask("mandoc", ["-Tutf8"], page);
    for (const word of words) {
      const found = shown.split("\n").filter((line) =>
        line.trim().replace(/ {2}/g, " ") === word
      );
      assertEquals(found.length, 2, `${word} in ${shown}`);
    }
    assert(!escaped(".Sh").startsWith("."));
  },
});
