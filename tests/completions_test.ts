// Copyright 2026 the lnk authors. MIT license.

/** Completion in the shells themselves. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { main } from "../cli/main.ts";
import { installed, programFolder, runIn } from "./support/shell.ts";
import { testWorld } from "./support/world.ts";

async function proposals(...words: string[]): Promise<string[]> {
  const world = testWorld({ base: "/" });
  assertEquals(await main(["__complete", ...words], world), 0);
  assertEquals(world.stderr().length, 0);
  const text = new TextDecoder().decode(world.stdout());
  return text.split("\n").slice(0, -1).map((line) => line.split("\t")[0]!);
}

Deno.test.each([
  [["expl"], ["explain"]],
  [["help", "expl"], ["explain"]],
  [["--ver"], ["--version"]],
  [["completions", ""], ["bash", "zsh", "fish"]],
  [["completions", "f"], ["fish"]],
  [["explain", "file/mis"], ["file/missing"]],
  [["explain", "--js"], ["--json"]],
  [["explain", "--json", "--js"], []],
  [["explain", "--", "--js"], []],
  [["--color", "a"], ["auto", "always"]],
  [["explain", "--color=n"], ["--color=never"]],
  [["explain", "--color", "never", "file/mis"], ["file/missing"]],
  [["explain", "--json="], []],
  [["nothing-like-this", ""], []],
  [["doct"], ["doctor"]],
  [["doctor", "--fail-on", ""], ["error", "warning"]],
  [["doctor", "--agent", "ada", "--key"], ["--key-file"]],
])("__complete %j proposes %j", async (words, want) => {
  assertEquals(await proposals(...words), [...want]);
});

Deno.test("each proposal comes with its brief", async () => {
  const world = testWorld({ base: "/" });
  await main(["__complete", "explain", "file/missing"], world);
  assertEquals(
    new TextDecoder().decode(world.stdout()),
    "file/missing\tThere is no such file\n",
  );
});

Deno.test("__complete takes any words without an error", async () => {
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("explain", "--", "-", "--color", "--json", "--=", "=", ""),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
      await proposals(...words);
    }),
    { numRuns: 500 },
  );
});

const LINES: readonly (readonly [string, string])[] = [
  ["lnk-tool expl", "explain"],
  ["lnk-tool completions f", "fish"],
  ["lnk-tool explain file/mis", "file/missing"],
  ["lnk-tool explain --color=n", "--color=never"],
  ["lnk-tool explain notes", "notes.txt"],
  ["lnk-tool $(touch hacked) '`touch hacked`' expl", ""],
];

/** Tests one shell; `ask` answers what it proposes for each line. */
function shellTest(
  shell: string,
  ask: (folder: string, lines: readonly string[]) => Promise<string[]>,
): void {
  Deno.test({
    name: `completions ${shell} works in the shell (skipped without it)`,
    ignore: !installed(shell),
    fn: async () => {
      const folder = programFolder();
      try {
        Deno.writeTextFileSync(`${folder}/notes.txt`, "");
        const script = await runIn(folder, ["lnk-tool", "completions", shell]);
        Deno.writeTextFileSync(`${folder}/script`, script);
        const found = await ask(folder, LINES.map(([line]) => line));
        assertEquals(found, LINES.map(([, want]) => want));
        const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
        assert(!names.includes("hacked"), "a word of the line was run");
      } finally {
        Deno.removeSync(folder, { recursive: true });
      }
    },
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Calls the function as readline does: words are split at =, and it replaces only what follows. */
shellTest("bash", async (folder, lines) => {
  const calls = lines.map((line) => {
    const words = line.split(/ |(=)/).filter((word) => word !== undefined);
    return `ask ${words.map(quoted).join(" ")}\n`;
  });
  const script = `source ./script
    ask() {
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      _lnk_tool lnk-tool "\${@: -1}" ""
      if [[ $COMPREPLY ]]; then echo "\${COMPREPLY[*]}"
      elif [[ $(complete -p lnk-tool) == *'-o default'* ]]; then
        echo "$(compgen -f -- "\${@: -1}")"
      fi
    }\n` + calls.join("");
  const printed = await runIn(folder, ["bash", "-c", script]);
  return printed.split("\n").slice(0, -1).map((reply, i) =>
    lines[i]!.includes("=") ? `${/\S+=/.exec(lines[i]!)}${reply}` : reply
  );
});

shellTest("fish", async (folder, lines) => {
  const script = `source ./script
    while read -l line; complete -C $line; echo end; end`;
  const printed = await runIn(
    folder,
    ["fish", "--no-config", "-c", script],
    lines.join("\n") + "\n",
  );
  const replies = printed.split("end\n").slice(0, -1);
  return replies.map((reply) => reply.trimEnd().replace(/\t.*/g, ""));
});

/** zsh completes in a terminal only: a second zsh types into one, presses Tab, and reads the line. */
shellTest("zsh", async (folder, lines) => {
  const script = String.raw`zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'autoload -Uz compinit; compinit -u -D; source ./script'
    zpty -w z 'show() { print -r -- "$BUFFER" >out.new; mv out.new out }'
    zpty -w z 'wipe() { BUFFER=; }; zle -N show; zle -N wipe'
    zpty -w z "bindkey '^X' show '^W' wipe '^I' complete-word; print rea''dy"
    zpty -r z line '*ready*'
    while IFS= read -r line; do
      rm -f out
      zpty -w -n z "$line"$'\t\x18\x17'
      for i in {1..200}; do [[ -e out ]] && break; sleep 0.05; done
      cat out
    done
    zpty -d z`;
  const printed = await runIn(
    folder,
    ["zsh", "-f", "-c", script],
    lines.join("\n") + "\n",
  );
  return printed.split("\n").slice(0, -1).map((buffer, i) =>
    buffer.trimEnd() === lines[i] ? "" : buffer.trimEnd().split(" ").at(-1)!
  );
});
