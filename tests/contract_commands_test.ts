// Copyright 2026 the lnk authors. MIT license.

/** What scripts cannot show: the question on a terminal, and golden matrices. */

import { assert, assertEquals } from "@std/assert";
import { htmlMatrix } from "../cli/contract/html.ts";
import { textMatrix } from "../cli/contract/grid.ts";
import { markdownMatrix } from "../cli/contract/markdown.ts";
import { main } from "../cli/main.ts";
import { testWorld } from "./support/world.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Runs `contract switch` where a person types; `undefined` types nothing. */
async function ask(typed: string, flags: readonly string[] = []) {
  const world = testWorld({
    base: `${ROOT}examples/contracts`,
    stdin: new TextEncoder().encode(typed),
    terminal: true,
    env: { NO_COLOR: "1" },
  });
  const person = {
    ...world,
    io: { ...world.io, in: { ...world.io.in, terminal: true } },
  };
  const words = ["contract", "switch", ...flags, "codex.toml", "pi.toml"];
  const code = await main(words, person);
  return {
    code,
    out: decode(world.stdout()),
    err: decode(world.stderr()),
  };
}

Deno.test.each([
  ["y\n", 0],
  ["yes\n", 0],
  [" YES \r\n", 0],
  ["y", 0],
  ["n\n", 1],
  ["\n", 1],
  ["", 1],
  ["yess\n", 1],
  ["no\nyes\n", 1],
  ["y".repeat(1_000_000), 1],
])("contract switch takes %j on a terminal: exit %d", async (typed, want) => {
  const { code, out, err } = await ask(typed);
  assertEquals(code, want);
  assertEquals(out, "", "the list stands where the question stands");
  assert(err.includes("native_memory"));
  assert(err.includes("Switch to pi? [y/N] "));
  assertEquals(err.includes("Not agreed"), want === 1);
});

Deno.test("contract switch --json asks too, and says what came of it", async () => {
  const yes = await ask("y\n", ["--json"]);
  assertEquals([yes.code, JSON.parse(yes.out).agreed], [0, true]);
  const no = await ask("n\n", ["--json"]);
  assertEquals([no.code, JSON.parse(no.out).agreed], [1, false]);
});

Deno.test("contract switch --yes asks nothing", async () => {
  const { code, err } = await ask("n\n", ["--yes"]);
  assertEquals([code, err], [0, ""]);
});

Deno.test.each(["text", "json", "markdown", "html"])(
  "contract matrix of examples/ is tests/testdata/contract/matrix as %s",
  async (format) => {
    const names = ["claude-code", "codex", "gemini-cli", "goose", "opencode"];
    const world = testWorld({ base: ROOT });
    const files = [...names, "pi"].map((n) => `examples/contracts/${n}.toml`);
    const words = ["contract", "matrix", "--format", format, ...files];
    assertEquals(await main(words, world), 0);
    const golden = `${ROOT}tests/testdata/contract/matrix.${format}`;
    const printed = decode(world.stdout());
    if (Deno.env.has("LNK_UPDATE")) Deno.writeTextFileSync(golden, printed);
    assertEquals(printed, Deno.readTextFileSync(golden));
  },
);

const HOSTILE = "</title><script>alert(1)</script>\"'&`|\\\u202e\u001b[31m\n";

Deno.test("a hostile name stays a name in every matrix", () => {
  const contracts = [
    { name: HOSTILE, features: { skills: true } },
    { name: `b${HOSTILE}` },
  ];
  const html = htmlMatrix(contracts);
  assert(!html.includes("<script") && !html.includes("</title><"));
  assertEquals(html.match(/<title>/g)?.length, 1);
  const text = textMatrix(contracts, false);
  const markdown = markdownMatrix(contracts);
  for (const page of [html, text, markdown]) {
    assert(!page.includes("\u202e") && !page.includes("\u001b"));
  }
  const bars = markdown.trim().split("\n").map((l) => l.split("|").length);
  assertEquals(bars, [5, 5, 5, 5]);
  assertEquals(text.split("\n").length, 7);
});

Deno.test("the HTML matrix loads nothing, runs nothing and links only into itself", () => {
  const html = htmlMatrix([{ name: "a" }, { name: "b" }]);
  assert(html.includes("default-src 'none'"));
  for (const [, url] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
    assert(html.includes(`id="${url!.slice(1)}"`), url);
  }
  assert(!/<(?:script|link|img|iframe|object)|@import|url\(/.test(html));
});
