// Copyright 2026 the lnk authors. MIT license.

/** The tours in the pages are run as they stand: `console` blocks, `$` before each command. */

import { assert, assertEquals } from "@std/assert";
import { runProgram } from "./support/program.ts";

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

async function run(command: string, base: string): Promise<string> {
  const [program, ...args] = command.split(" ");
  if (program === "chmod") {
    const { success } = await new Deno.Command(program, { args, cwd: base })
      .output();
    assert(success, command);
    return "";
  }
  assertEquals(program, "lnk-tool", `${command} is not a tour's command`);
  const env = { PATH: "/usr/bin:/bin", NO_COLOR: "1" };
  const { stdout, stderr } = await runProgram(args, { base, env });
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

for (const path of ["README.md"]) {
  Deno.test(`the tour in ${path} prints what it says`, async () => {
    const page = Deno.readTextFileSync(ROOT + path);
    const blocks = [...page.matchAll(/^```console\n([^]*?)^```$/gm)];
    assert(blocks.length > 0, "there is a tour");
    let mended = page;
    for (const [whole, block] of blocks) {
      let told = "";
      for (const { command, output } of steps(block!)) {
        const found = await run(command, ROOT);
        if (!UPDATE) assertEquals(found, output, command);
        told += `$ ${command}\n${found}`;
      }
      mended = mended.replace(whole, () => `\`\`\`console\n${told}\`\`\``);
    }
    if (UPDATE) Deno.writeTextFileSync(ROOT + path, mended);
  });
}
