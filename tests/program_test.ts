// Copyright 2026 the lnk authors. MIT license.

/**
 * The program as a process: from its source and from the bundle, the latter
 * with no more permissions than the compiled program has.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { bundle, LAZILY } from "../tools/bundle.ts";
import { PERMISSIONS } from "../tools/compile.ts";
import { type Ended, runToEnd } from "../tools/process.ts";
import { denoDir, FROM_SOURCE } from "./support/program.ts";
import { installed } from "./support/shell.ts";

const FOLDER = Deno.makeTempDirSync({ prefix: "lnk-" });
const BUNDLE = `${FOLDER}/built/lnk-tool.js`;
const DENO = Deno.execPath();

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  source: FROM_SOURCE,
  bundle: [
    ...[DENO, "run", "--quiet", "--no-config", LAZILY],
    ...[...PERMISSIONS, BUNDLE],
  ],
};

addEventListener("unload", () => Deno.removeSync(FOLDER, { recursive: true }));

/** Runs a line of sh, in which `lnk-tool` is a program in PATH. */
function sh(
  program: string,
  line: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const folder = `${FOLDER}/${program}`;
  const PATH = `${folder}:/usr/bin:/bin`;
  return runToEnd(["/bin/sh", "-c", line], {
    cwd: folder,
    clearEnv: true,
    env: { PATH, DENO_DIR: denoDir(), ...env },
  });
}

Deno.test("the programs are built", async () => {
  const { program, bytes } = await bundle(`${FOLDER}/built`);
  assertEquals(program, BUNDLE);
  assert(bytes > 10_000);
  for (const [name, words] of Object.entries(PROGRAMS)) {
    const command = words.map((word) => `'${word}'`).join(" ");
    Deno.mkdirSync(`${FOLDER}/${name}`);
    const path = `${FOLDER}/${name}/lnk-tool`;
    Deno.writeTextFileSync(path, `#!/bin/sh\nexec ${command} "$@"\n`);
    Deno.chmodSync(path, 0o755);
  }
});

/** A line of sh, what it exits with and prints; what is not named must be empty. */
interface Case {
  readonly line: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly code?: number;
  readonly stdout?: RegExp;
  readonly stderr?: RegExp;
}

const ESCAPE = "\\x1b\\[";
const COLOURED = new RegExp(`^${ESCAPE}31m`);
const PLAIN = /^error\[usage\/arguments\]: There is no code "x"/;

const CASES: Readonly<Record<string, Case>> = {
  "prints its release": { line: "lnk-tool --version", stdout: /^lnk-tool \d/ },
  "needs no HOME, and takes any LANG": {
    line: "lnk-tool explain file/missing",
    env: { LANG: "C", LC_ALL: "C" },
    stdout: /^file\/missing: /,
  },
  "does not pass a gate when nothing is asked": {
    line: "lnk-tool 2>/dev/null || exit 9",
    code: 9,
  },
  "ends quietly when its reader has gone": {
    line: "{ sleep 0.2; lnk-tool explain; echo $? >&2; } | true",
    stderr: /^0\n$/,
  },
  "keeps its verdict when its reader has gone": {
    line: "{ sleep 0.2; lnk-tool explain x --json; echo $? >&2; } | true",
    stderr: /^2\n$/,
  },
  "says that its output is lost": {
    line: "lnk-tool explain >/dev/full",
    code: 5,
    stderr: /^error\[output\/failed\]: Cannot write the output: No space left/,
  },
  "says that its help is lost": {
    line: "lnk-tool --help >/dev/full",
    code: 5,
    stderr: /^error\[output\/failed\]: Cannot write the output: No space left/,
  },
  "says that a command's help is lost, and has no JSON for it": {
    line: "lnk-tool grants check --help --json >/dev/full",
    code: 5,
    stderr: /^error\[output\/failed\]: Cannot write the output: No space left/,
  },
  "says in text that its JSON is lost": {
    line: "lnk-tool explain --json >/dev/full",
    code: 5,
    stderr: /^error\[output\/failed\]: Cannot write the output: No space left/,
  },
  "says that a record was stored, though its number is lost": {
    line: "mkdir -m 700 ada && echo '{}' | lnk-tool context append " +
      "--thread link:main --store file:ada --agent ada --owner eve >/dev/full",
    code: 5,
    stderr: /No space left.*; it was appended as record 1 of "link:main"\n/,
  },
  "takes a negative number for a value, and no flag": {
    line: "lnk-tool context log --thread link:main --last -1 " +
      "--store file:ada --agent ada --owner eve",
    code: 2,
    stderr: /Cannot take last: -1 is not a number of records/,
  },
  "reports a standard input that is a folder": {
    line: "lnk-tool grants check --format concise - </",
    code: 5,
    stdout:
      /^<stdin>: error\[file\/folder\]: Cannot read "<stdin>": it is a folder\n$/,
  },
  "reports it in the format that was asked for": {
    line: "lnk-tool grants check --format sarif - </",
    code: 5,
    stdout: /"ruleId": ?"file\/folder"/,
  },
  "tells by its exit code that its messages are lost": {
    line: "lnk-tool explain x 2>/dev/full",
    code: 2,
  },
  "works with closed outputs": { line: "lnk-tool --version >&- 2>&-" },
  "works with a closed input": {
    line: "lnk-tool --version <&-",
    stdout: /^lnk-tool/,
  },
  "takes no word after -- for a flag": {
    line: "lnk-tool explain -- --json",
    code: 2,
    stderr: /There is no code "--json"/,
  },
  "has no colour in a pipe": {
    line: "lnk-tool explain x",
    code: 2,
    stderr: PLAIN,
  },
  "has colour with FORCE_COLOR": {
    line: "lnk-tool explain x",
    env: { FORCE_COLOR: "1", TERM: "dumb" },
    code: 2,
    stderr: COLOURED,
  },
  "has no colour with FORCE_COLOR=0": {
    line: "lnk-tool explain x",
    env: { FORCE_COLOR: "0" },
    code: 2,
    stderr: PLAIN,
  },
  "has no colour with NO_COLOR": {
    line: "lnk-tool explain x",
    env: { FORCE_COLOR: "1", NO_COLOR: "1" },
    code: 2,
    stderr: PLAIN,
  },
  "has colour when it is asked for, whatever the environment says": {
    line: "lnk-tool explain x --color always",
    env: { NO_COLOR: "1" },
    code: 2,
    stderr: COLOURED,
  },
  "has no colour when it is not wanted": {
    line: "lnk-tool explain x --color=never",
    env: { FORCE_COLOR: "1" },
    code: 2,
    stderr: PLAIN,
  },
};

for (const program of Object.keys(PROGRAMS)) {
  for (const [what, one] of Object.entries(CASES)) {
    Deno.test(`the program (${program}) ${what}`, async () => {
      const seen = await sh(program, one.line, one.env);
      assertSeen(seen, one);
    });
  }
}

function assertSeen(seen: Ended, { code = 0, stdout, stderr }: Case): void {
  const what = JSON.stringify(seen);
  if (stdout) assertMatch(seen.stdout, stdout);
  else assertEquals(seen.stdout, "", what);
  if (stderr) assertMatch(seen.stderr, stderr);
  else assertEquals(seen.stderr, "", what);
  assert(!/^ +at /m.test(seen.stderr), `a stack: ${what}`);
  assertEquals(seen.code, code, what);
}

Deno.test({
  name: "the program has colour on a terminal (skipped without script)",
  ignore: !installed("script"),
  fn: async () => {
    const line = (env: string) => `${env} script -qec 'lnk-tool explain x' out`;
    const bright = await sh("bundle", line("TERM=xterm"));
    assertMatch(bright.stdout, COLOURED);
    for (const env of ["TERM=dumb", "TERM=xterm NO_COLOR=1"]) {
      const { stdout } = await sh("bundle", line(env));
      assertMatch(stdout, PLAIN, env);
    }
  },
});

const UNSHARE = "unshare --user --map-user=54321";

/** A user without a name or a home of its own; the kernel may not allow it. */
async function unknownUser(): Promise<boolean> {
  const { success } = await new Deno.Command("/bin/sh", {
    args: ["-c", `${UNSHARE} true`],
    stderr: "null",
  }).output();
  return success;
}

Deno.test({
  name: "the program works as an unknown user (skipped where unshare may not)",
  ignore: !await unknownUser(),
  fn: async () => {
    const seen = await sh("bundle", `${UNSHARE} lnk-tool --version`);
    assertSeen(seen, { line: "", stdout: /^lnk-tool / });
  },
});

Deno.test("a compiled program says what /dev/stdin is to it", async () => {
  const seen = await sh(
    "bundle",
    "lnk-tool grants check /dev/stdin </dev/null",
  );
  assertSeen(seen, {
    line: "",
    code: 5,
    stdout: /^error\[file\/not-regular\]: Cannot read "\/dev\/stdin"/,
    stderr: /./,
  });
});

/** A script of each family: every part of the bundle that a command loads is there. */
const SCRIPTS =
  "(about|grants_questions|proof_key|endpoint_port|contract|ledger_owner|" +
  "state_move|store_put|context_read|memory|queue|doctor)";

Deno.test("script tests run through a built program", async () => {
  const words = [
    // Whoever runs this test has checked the types of the other one.
    ...["test", "--quiet", "--no-check", "--allow-all"],
    ...["--filter", `/script ${SCRIPTS}\\.txtar/`, "tests/scripts_test.ts"],
  ];
  const { code, stdout, stderr } = await runToEnd([DENO, ...words], {
    cwd: new URL("../", import.meta.url).pathname,
    env: { LNK_TOOL: BUNDLE, NO_COLOR: "1" },
  });
  assertEquals(code, 0, stdout + stderr);
  const passed = stdout.matchAll(/^script \w+\.txtar \.\.\. ok/gm);
  assertEquals([...passed].length, SCRIPTS.split("|").length);
});
