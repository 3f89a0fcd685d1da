// Copyright 2026 the lnk authors. MIT license.

/** The command that is told after a refused change can be pasted, whatever its words are. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { advised } from "../cli/store_advice.ts";
import { LnkError } from "../lib/errors.ts";

const FLAGS = {
  json: false,
  store: "unix:run/ada's $(sock)",
  agent: "-ada",
  owner: "eve",
  keyFile: "-",
};

function helpOn(code: string, details: object, flags: object = FLAGS): string {
  const error = new LnkError("conflict", code, "Cannot", {
    details: { ...details },
  });
  return (advised(error, flags as typeof FLAGS) as LnkError).help ?? "";
}

/** The words of the last command in a help, as a shell reads them. */
function wordsOf(help: string): readonly string[] {
  const command = help.slice(help.lastIndexOf("lnk-tool ") + 9);
  const line = `printf '%s\\0' ${command.replace(" | head -n 1", "")}`;
  const { stdout } = new Deno.Command("bash", { args: ["-c", line] })
    .outputSync();
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

const AT = ["--store", FLAGS.store, "--agent=-ada", "--owner", "eve"]
  .concat("--key-file", "-");

Deno.test("the commands keep every word of the flags", () => {
  const path = "memory/it's \u001b[31m.md";
  const cases: readonly [string, string, object, readonly string[]][] = [
    ["a file", "store/version-conflict", { path, version: 7n }, [
      ...["store", "get", path, "--json"],
      ...AT,
    ]],
    [
      "a document",
      "store/version-conflict",
      { path: "memory/portable/a.b.json", version: 7n },
      ["memory", "get", "a.b", "--json", ...AT],
    ],
    ["no file", "store/version-conflict", { path, version: 0n }, [
      "store",
      "ls",
      ...AT,
    ]],
    ["a source", "store/source-conflict", { thread: "link:main", seq: 8 }, [
      ...["context", "log", ...AT],
      ...["--thread", "link:main", "--after", "7"],
    ]],
    [
      "an append",
      "context/outcome-unknown",
      { thread: "link:main", outcome: "unknown", again: false },
      ["context", "log", ...AT, "--thread", "link:main", "--last", "3"],
    ],
    ["a write", "store/unreachable", { path, outcome: "unknown" }, [
      ...["store", "get", path, "--json"],
      ...AT,
    ]],
  ];
  for (const [what, code, details, words] of cases) {
    assertEquals(wordsOf(helpOn(code, details)), words, what);
  }
});

Deno.test("whether the same command again is safe is said", () => {
  const unknown = { outcome: "unknown", path: "skills/a" };
  const named = { ...FLAGS, expect: 0n };
  const code = "store/unreachable";
  assertStringIncludes(helpOn(code, unknown, named), "again is safe");
  assertStringIncludes(helpOn(code, unknown), "would replace");
  const append = { outcome: "unknown", thread: "link:main" };
  assertStringIncludes(
    helpOn("disk/unknown-outcome", { ...append, again: true }),
    "look at the disk's health first; then the same command again is safe",
  );
  assertStringIncludes(
    helpOn("context/outcome-unknown", { ...append, again: false }),
    "would store the record twice",
  );
});

Deno.test("what has no better help keeps its own", () => {
  for (const thrown of [new Error("x"), "x", undefined]) {
    assertEquals(advised(thrown, FLAGS), thrown);
  }
  const error = new LnkError("unable", "store/unreachable", "Cannot");
  assertEquals(advised(error, FLAGS), error);
  const old = new LnkError("conflict", "store/version-conflict", "Cannot", {
    details: { version: 7n },
  });
  assertEquals(advised(old, FLAGS), old);
});
