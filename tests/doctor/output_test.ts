// Copyright 2026 the lnk authors. MIT license.

/** What the command prints: one document of its schema, and lines that move no terminal. */

import { assert, assertEquals } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import { DOCTOR_SCHEMA } from "../../lib/doctor/schema.ts";
import { wholeAgent } from "../support/agent.ts";
import { BUILT, runProgram } from "../support/program.ts";
import { installed } from "../support/shell.ts";
import { inFolder, plant } from "../support/tree.ts";

const VALIDATOR = new Validator(DOCTOR_SCHEMA as never, "2020-12");

async function run(base: string, ...args: string[]) {
  const options = {
    base,
    env: { PATH: "/usr/bin:/bin", NO_COLOR: "1" },
    now: Date.now(),
  };
  const { code, stdout } = await runProgram(["doctor", ...args], options);
  return { code, text: new TextDecoder().decode(stdout) };
}

Deno.test("doctor --json: what is printed is of its schema", () =>
  inFolder(async (base) => {
    await wholeAgent(base);
    plant(`${base}/ill`, { "chats/main.jsonl": "huh\n", "skills": "" });
    const all: [number, string[]][] = [
      [0, ["--agent", "ada", "--home", "home", "--ledger", "ledger"]],
      [1, ["--agent", "ill", "--home", "none", "--key-file", "none"]],
      [5, ["--agent", "none"]],
      [2, ["--agent"]],
      [2, ["--agnet", "ada"]],
    ];
    for (const [code, args] of all) {
      const ended = await run(base, ...args, "--json");
      assertEquals(ended.code, code, ended.text);
      const { valid, errors } = VALIDATOR.validate(JSON.parse(ended.text));
      assert(valid, JSON.stringify(errors));
    }
    const no = { version: 1, ok: true, checks: [{ area: "queue" }] };
    assert(!VALIDATOR.validate(no).valid);
  }));

const HOSTILE = [
  "\x1b[2J\x1b[31m",
  "a\nok       sandbox  all is well",
  "\u202efdp.exe",
  "$(touch hacked)",
  "`touch hacked`",
  "'; touch hacked; '",
  "-rf",
  'a": b',
  "\xff".repeat(120),
];

Deno.test("doctor: no name draws a line, moves a cursor or is carried out", () =>
  inFolder(async (base) => {
    await wholeAgent(base, () => Date.now());
    for (const name of HOSTILE) {
      Deno.writeTextFileSync(`${base}/ada/chats/${name}`, "");
      Deno.writeTextFileSync(`${base}/ada/home/memory/portable/${name}`, "");
    }
    const named = await run(base, "--agent", "ada");
    assertEquals(named.code, 0, named.text);
    // deno-lint-ignore no-control-regex
    assert(!/[\x00-\x09\x0b-\x1f\x7f\u202e]/.test(named.text), named.text);
    const warnings = named.text.split("\n").filter((line) =>
      line.startsWith("warning")
    );
    assertEquals(warnings.length, 2 * HOSTILE.length, named.text);
    assert(named.text.endsWith(`0 errors, ${2 * HOSTILE.length} warnings\n`));
    if (!installed("bash")) return;
    const commands = named.text.split("\n")
      .filter((line) => line.includes("next: "))
      .map((line) => line.replace(/^.*?: .*?: /, ""));
    assertEquals(commands.length, 2 * HOSTILE.length);
    const { success, stderr } = await new Deno.Command("bash", {
      args: ["-e", "-c", commands.join("\n")],
      cwd: base,
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const hacked = [...Deno.readDirSync(base)].map(({ name }) => name);
    assert(!hacked.includes("hacked"));
  }));

Deno.test("doctor: an agent whose own name is hostile", () =>
  inFolder(async (base) => {
    const agent = "a'b $(touch hacked)\n";
    plant(`${base}/${agent}`, { "chats/main.jsonl": "huh\n" });
    const { code, text } = await run(base, "--agent", agent);
    assertEquals(code, 1);
    const [, command = ""] = /see what can be read: (.*)$/m.exec(text) ?? [];
    assert(command.includes("--agent agent --owner owner"), text);
    if (!installed("bash")) return;
    const { stdout } = await new Deno.Command("bash", {
      args: ["-c", command.replace(/^lnk-tool/, "printf '%s\\n'")],
    }).output();
    const shown = new TextDecoder().decode(stdout);
    assert(shown.includes(`file:${base}/${agent}`), shown);
  }));

Deno.test({
  name: "doctor on a terminal has colour",
  ignore: BUILT !== undefined,
  fn: () =>
    inFolder(async (base) => {
      plant(`${base}/ill`, { "chats/main.jsonl": "huh\n" });
      const options = { base, terminal: true, env: { PATH: "/usr/bin" } };
      const args = ["doctor", "--agent", "ill"];
      const { stdout } = await runProgram(args, options);
      const text = new TextDecoder().decode(stdout);
      assert(text.includes("\x1b[31merror  \x1b[39m"), text);
    }),
});

Deno.test({
  name: "doctor on a terminal folds its sentences and leaves commands whole",
  ignore: BUILT !== undefined,
  fn: () =>
    inFolder(async (base) => {
      plant(`${base}/ill`, { "chats/main.jsonl": "huh\n", "skills": "" });
      const args = ["doctor", "--agent", "ill"];
      const ran = await runProgram(args, { base, terminal: true });
      // deno-lint-ignore no-control-regex
      const colours = /\x1b\[\d+m/g;
      const text = new TextDecoder().decode(ran.stdout).replace(colours, "");
      const lines = text.trimEnd().split("\n");
      for (const line of lines) {
        assert(line.length <= 80 || line.startsWith("         next: "), line);
      }
      assert(lines.some((line) => /^ {22}\S/.test(line)), "nothing is folded");
      const piped = await run(base, ...args.slice(1));
      const words = (shown: string) => shown.split(/\s+/).join(" ");
      assertEquals(words(text), words(piped.text));
    }),
});
