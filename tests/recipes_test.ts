// Copyright 2026 the lnk authors. MIT license.

/** The shell scripts of docs/recipes.md are run as they stand; a `text` block after one is what it prints. */

import { assert, assertEquals } from "@std/assert";
import { type Ended, runToEnd } from "../tools/process.ts";
import { installed, programFolder, whereIs } from "./support/shell.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const PAGE = Deno.readTextFileSync(`${ROOT}docs/recipes.md`);

interface Recipe {
  readonly title: string;
  readonly script: string;
  readonly prints: string | undefined;
}

const RECIPES: readonly Recipe[] = Array.from(
  PAGE.matchAll(/^```sh\n([^]*?)^```$(?:\n\n```text\n([^]*?)^```$)?/gm),
  ({ 1: script, 2: prints, index }) => ({
    title: PAGE.slice(0, index).match(/^#+ .+$/gm)!.at(-1)!.replace(/^#+ /, ""),
    script: script!,
    prints,
  }),
);

async function run(shell: string, script: string): Promise<Ended> {
  const folder = programFolder();
  try {
    for (const name of ["sandbox", "wider", "broken"]) {
      Deno.copyFileSync(
        `${ROOT}examples/${name}.toml`,
        `${folder}/${name}.toml`,
      );
    }
    return await runToEnd([shell, "-c", script], {
      cwd: folder,
      env: { PATH: `${folder}:${Deno.env.get("PATH")}`, NO_COLOR: "1" },
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("there are recipes", () => assert(RECIPES.length > 5));

/** `sh` is often another name of one of the others. */
const SHELLS = new Set(
  ["sh", "dash", "bash"].map(whereIs).filter((path) => path !== undefined),
);

for (const { title, script, prints } of RECIPES) {
  Deno.test({
    name: `recipe "${title}" runs in sh, dash and bash (skipped without jq)`,
    ignore: script.includes("jq ") && !installed("jq"),
    fn: async () => {
      const all = [...SHELLS].map(async (shell) => {
        const { code, stdout, stderr } = await run(shell, script);
        assertEquals(code, 0, `${shell}: ${stderr}`);
        if (prints !== undefined) assertEquals(stdout, prints, shell);
      });
      await Promise.all(all);
    },
  });
}

Deno.test("a gate stops at a file with an error, a missing one and a typo", async () => {
  const { script } = RECIPES.find(({ title }) => title === "A gate")!;
  for (
    const [word, code] of [["broken.toml", 1], ["none.toml", 5], ["--typo", 2]]
  ) {
    const ended = await run("sh", script.replace("sandbox.toml", String(word)));
    assertEquals(ended.code, code, ended.stderr);
    assert(!ended.stdout.includes("start the agent"));
  }
});

Deno.test({
  name: "shellcheck has nothing to say about any recipe or script of a guide " +
    "(skipped without it)",
  ignore: !installed("shellcheck"),
  fn: async () => {
    const guides = Array.from(
      Deno.readDirSync(`${ROOT}docs/guides`),
      ({ name }) => Deno.readTextFileSync(`${ROOT}docs/guides/${name}`),
    );
    const blocks = [PAGE, ...guides].join("\n")
      .matchAll(/^```(sh|bash)(?: \S+)?\n([^]*?)^```$/gm);
    for (const [, shell, script] of blocks) {
      const child = new Deno.Command("shellcheck", {
        args: [`--shell=${shell}`, "-"],
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(script));
      await writer.close();
      const { stdout } = await child.output();
      assertEquals(new TextDecoder().decode(stdout), "", script);
    }
  },
});
