// Copyright 2026 the lnk authors. MIT license.

/** docs/exit-codes.md says what the program does. */

import { assert, assertEquals } from "@std/assert";
import { EXIT, NOT_LINKED } from "../lib/errors.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));
const PAGE = read("docs/exit-codes.md");

Deno.test("the table of exit codes is the library's", () => {
  const rows = PAGE.matchAll(/^\| (\d+) +\| `(\w+)`/gm);
  const kinds = Array.from(
    rows,
    ({ 1: code, 2: kind }) => [kind, Number(code)],
  );
  assertEquals(Object.fromEntries(kinds), EXIT);
  assert(PAGE.includes(`| ${NOT_LINKED}   |`));
});

const COMMANDS = Array.from(
  read("docs/cli.md").matchAll(/^## lnk-tool (.+)$/gm),
  ([, command]) => command!,
);

/** By command, the exit codes beside 0 and 2 that its row tells. */
const TOLD = new Map(
  Array.from(
    PAGE.matchAll(/^\| `([a-z -]+)` +\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|$/gm),
    ([, command, ...cells]) => {
      const codes = [EXIT.no, EXIT.refused, EXIT.conflict, EXIT.unable];
      return [command!, codes.filter((_, i) => cells[i]!.trim() !== "-")];
    },
  ),
);

Deno.test("every command has a row, in the order of the help", () => {
  assertEquals([...TOLD.keys()], COMMANDS);
});

/** What the scripts see commands exit with. */
function seen(): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const { name } of Deno.readDirSync(new URL("tests/scripts", ROOT))) {
    const runs = read(`tests/scripts/${name}`)
      .matchAll(/^exit (\d) lnk-tool (\S+(?: \S+)?)/gm);
    for (const [, code, words] of runs) {
      const command = COMMANDS.find((command) =>
        `${words} `.startsWith(`${command} `)
      );
      if (!command || code === `${EXIT.usage}`) continue;
      found.set(command, (found.get(command) ?? new Set()).add(Number(code)));
    }
  }
  return found;
}

Deno.test("each exit code of the scripts stands in its command's row", () => {
  for (const [command, codes] of seen()) {
    for (const code of codes) {
      assert(
        TOLD.get(command)!.some((told) => told === code),
        `${command} exits ${code}`,
      );
    }
  }
});

/** What needs a second process: tests/probe_test.ts, tests/store/socket_test.ts. */
const ELSEWHERE = [
  "exit 1 lnk-tool endpoint probe",
  "exit 4 lnk-tool store serve",
];

Deno.test("each exit code of a row is seen in a script", () => {
  const found = seen();
  const missing = [...TOLD].flatMap(([command, codes]) =>
    codes.filter((code) => !found.get(command)?.has(code))
      .map((code) => `exit ${code} lnk-tool ${command}`)
  );
  assertEquals(missing, ELSEWHERE);
});
