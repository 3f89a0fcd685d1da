// Copyright 2026 the lnk authors. MIT license.

/**
 * Plays the sessions of a page: `console` blocks, with `$` before each command
 * and `>` before its further lines. All of a page is one shell in one folder.
 *
 * A block whose fence names a file, as in "```sh gate.sh", becomes that file.
 * In what a command prints, `…` stands for anything up to the end of a line.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { BUILT, commandLine, FROM_SOURCE } from "./program.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const UPDATE = Deno.env.get("LNK_UPDATE") !== undefined;
const BLOCK = /^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm;

/** What ends the output of a step; no program here prints it. */
const END = "\u001e\n";

interface Step {
  readonly command: string;
  readonly output: string;
}

function steps(block: string): Step[] {
  return block.split(/^\$ /m).slice(1).map((text) => {
    const [command] = /^.*\n(?:> .*\n|>\n)*/.exec(text)!;
    const output = text.slice(command.length);
    return { command: command.replaceAll(/^> ?/gm, ""), output };
  });
}

function told({ command }: Step, output: string): string {
  const lines = command.trimEnd().split("\n");
  return `$ ${lines.join("\n> ").replaceAll(/^> $/gm, ">")}\n${output}`;
}

/**
 * A folder as a reader has it: the examples, and `lnk-tool` on PATH, in `bin`.
 *
 * @returns Its path; the caller removes it.
 */
export async function readersFolder(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const copy = new Deno.Command("cp", {
    args: ["-R", `${ROOT}examples`, folder],
  });
  assert((await copy.output()).success, "the examples were copied");
  const words = BUILT === undefined ? FROM_SOURCE : commandLine([BUILT]);
  const program = words.map((word) => `'${word}'`).join(" ");
  await Deno.mkdir(`${folder}/bin`);
  await Deno.writeTextFile(
    `${folder}/bin/lnk-tool`,
    `#!/bin/sh\nexec ${program} "$@"\n`,
    { mode: 0o755 },
  );
  return folder;
}

/**
 * Runs a script as a reader would, with standard error among the output.
 *
 * @param folder What `readersFolder` made.
 * @param script The script, for `sh`.
 * @returns What it printed, and how it ended.
 */
export async function playScript(
  folder: string,
  script: string,
): Promise<{ readonly output: string; readonly code: number }> {
  const { stdout, code } = await new Deno.Command("sh", {
    args: ["-c", `exec 2>&1\n${script}`],
    cwd: folder,
    env: { PATH: `${folder}/bin:${Deno.env.get("PATH")}`, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { output: new TextDecoder().decode(stdout), code };
}

function scriptOf(page: string): string {
  const parts = [
    // What a page leaves in the background would keep its pipe open.
    `trap '[ -z "$server" ] || kill "$server" 2> /dev/null' EXIT`,
  ];
  for (const { 1: language, 2: file, 3: text } of page.matchAll(BLOCK)) {
    if (file !== undefined) {
      parts.push(`cat > '${file}' <<'END OF FILE'\n${text}END OF FILE`);
    } else if (language === "console") {
      for (const { command } of steps(text!)) {
        parts.push(`{\n${command}}; code=$?; printf '\\036\\n'; (exit $code)`);
      }
    }
  }
  return parts.join("\n");
}

function fits(found: string, expected: string): boolean {
  const parts = expected.split("…")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(found);
}

/** What was printed, with the lines of the page that still fit, and no path of this run. */
function renewed(printed: string, expected: string, folder: string): string {
  const known = expected.split("\n");
  return printed.split("\n").map((line) =>
    known.find((one) => fits(line, one)) ?? line.replaceAll(folder, "…")
  ).join("\n");
}

/**
 * Plays all sessions of a page, and compares what they print.
 *
 * With `LNK_UPDATE` the page is written anew where it differs.
 *
 * @param path The page, from the root of the repository.
 */
export async function playPage(path: string): Promise<void> {
  const page = await Deno.readTextFile(`${ROOT}${path}`);
  const folder = await readersFolder();
  const { output } = await playScript(folder, scriptOf(page));
  await Deno.remove(folder, { recursive: true });
  const found = output.split(END);
  let mended = page;
  for (const [whole, language, file, block] of page.matchAll(BLOCK)) {
    if (language !== "console" || file !== undefined) continue;
    const session = steps(block!).map((step) => {
      const printed = found.shift() ?? "(it never ran)\n";
      if (fits(printed, step.output)) return told(step, step.output);
      if (!UPDATE) assertEquals(printed, step.output, step.command);
      return told(step, renewed(printed, step.output, folder));
    });
    mended = mended.replace(
      whole,
      () => `\`\`\`console\n${session.join("")}\`\`\``,
    );
  }
  assertEquals(found, [""], "all that was printed stands in the page");
  if (UPDATE) await Deno.writeTextFile(`${ROOT}${path}`, mended);
}
