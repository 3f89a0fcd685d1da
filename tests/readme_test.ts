// Copyright 2026 the lnk authors. MIT license.

/** The tour in README.md is run as it stands: `console` blocks, `$` before each command. */

import { assert, assertEquals } from "@std/assert";
import { BUILT, commandLine, FROM_SOURCE } from "./support/program.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const UPDATE = Deno.env.get("LNK_UPDATE") !== undefined;

interface Step {
  readonly command: string;
  readonly output: string;
}

function steps(block: string): Step[] {
  return block.split(/^\$ /m).slice(1).map((step) => {
    const end = step.indexOf("\n");
    return { command: step.slice(0, end), output: step.slice(end + 1) };
  });
}

/** A folder as a reader has it: the examples, and `lnk-tool` on PATH. */
async function newFolder(): Promise<string> {
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

async function run(command: string, folder: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `{ ${command}; } 2>&1`],
    cwd: folder,
    env: {
      PATH: `${folder}/bin:${Deno.env.get("PATH")}`,
      NO_COLOR: "1",
    },
  }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("the tour in README.md prints what it says", async () => {
  const page = await Deno.readTextFile(`${ROOT}README.md`);
  const blocks = [...page.matchAll(/^```console\n([^]*?)^```$/gm)];
  assert(blocks.length > 0, "there is a tour");
  const folder = await newFolder();
  let mended = page;
  for (const [whole, block] of blocks) {
    let told = "";
    for (const { command, output } of steps(block!)) {
      const found = await run(command, folder);
      if (!UPDATE) assertEquals(found, output, command);
      told += `$ ${command}\n${found}`;
    }
    mended = mended.replace(whole, () => `\`\`\`console\n${told}\`\`\``);
  }
  await Deno.remove(folder, { recursive: true });
  if (UPDATE) await Deno.writeTextFile(`${ROOT}README.md`, mended);
});
