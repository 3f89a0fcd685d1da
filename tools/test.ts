// Copyright 2026 the lnk authors. MIT license.

/**
 * Runs `deno test` with the arguments given, also over the examples in doc
 * comments and pages, and closes with a line that any CI can read.
 *
 * @module
 */

const args = Deno.args.length > 0 ? Deno.args : [
  "tests/",
  "mod.ts",
  "lib/",
  "README.md",
  "docs/",
];
const child = new Deno.Command(Deno.execPath(), {
  args: ["test", "--quiet", "--allow-all", "--doc", ...args],
  stdout: "piped",
}).spawn();

let tail = "";
const decoder = new TextDecoder();
for await (const chunk of child.stdout) {
  Deno.stdout.writeSync(chunk);
  tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4096);
}
const { code } = await child.status;

// deno-lint-ignore no-control-regex
const plain = tail.replace(/\x1b\[[0-9;]*m/g, "");
const summary = /\| (\d+) passed.*? \| (\d+) failed(?:.*? \| (\d+) ignored)?/
  .exec(plain);
const [passed, failed, ignored] = [1, 2, 3].map((i) =>
  Number(summary?.[i] ?? 0)
);
const skipped = ignored ? `, ${ignored} skipped` : "";
console.log(`${passed} passed, ${failed} failed${skipped}`);
Deno.exit(passed === 0 ? 1 : code);
