// Copyright 2026 the lnk authors. MIT license.

/**
 * The help of every command and group: what a person meets first.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Command, CommandContext, RouteMap } from "@stricli/core";
import { program } from "../tools/docs.ts";
import { BUILT, runProgram } from "./support/program.ts";

type Target = Command<CommandContext> | RouteMap<CommandContext>;

/** Every command and group by its words. */
function targets(
  target: Target,
  words: readonly string[] = [],
): [string[], Target][] {
  const below = "getAllEntries" in target
    ? target.getAllEntries().filter(({ hidden }) => !hidden)
    : [];
  return [
    [[...words], target],
    ...below.flatMap((entry) =>
      targets(entry.target, [...words, entry.name["convert-camel-to-kebab"]])
    ),
  ];
}

/** The flags of a command as they are typed. */
function flagsOf(target: Target): string[] {
  if ("getAllEntries" in target) return [];
  return Object.keys(target.parameters.flags ?? {}).map((name) =>
    `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
  );
}

async function helpOf(
  words: readonly string[],
  terminal = false,
): Promise<string> {
  const world = { base: ".", terminal, env: {} };
  const ran = await runProgram([...words, "--help"], world);
  assertEquals([ran.code, ran.stderr.length], [0, 0], words.join(" "));
  return new TextDecoder().decode(ran.stdout);
}

const { root } = await program();
for (const [words, target] of targets(root)) {
  const name = ["lnk-tool", ...words].join(" ");
  Deno.test(`${name} --help begins with examples and fits a terminal`, async () => {
    const help = await helpOf(words);
    assertMatch(help, /^EXAMPLES\n {2}lnk-tool /);
    assert(help.split("\n").length <= 40, "it has 40 lines or more");
    for (const line of help.split("\n")) {
      assert([...line].length <= 80, `wider than 80: ${line}`);
      assertEquals(line, line.trimEnd());
    }
    for (const flag of flagsOf(target)) {
      assertMatch(help, new RegExp(`^ +(?:-\\w +)?\\[?${flag}\\b`, "m"));
    }
  });
}

Deno.test("an example that takes several lines still runs as it stands", async () => {
  const help = await helpOf(["queue", "admit"]);
  const joined = help.replaceAll(/ \\\n +/g, " ");
  assertMatch(joined, /^ {2}lnk-tool queue admit --home .* < records\.jsonl$/m);
  for (const [, end] of help.matchAll(/(\S+) \\\n/g)) {
    assert(!/^--|^</.test(end!), `${end} is parted from its value`);
  }
});

Deno.test("colour changes no character of a help", {
  ignore: BUILT !== undefined,
}, async () => {
  const coloured = await helpOf(["grants", "check"], true);
  // deno-lint-ignore no-control-regex
  const plain = coloured.replaceAll(/\x1b\[\d+m/g, "");
  assert(coloured.length > plain.length);
  assertEquals(plain, await helpOf(["grants", "check"]));
});
