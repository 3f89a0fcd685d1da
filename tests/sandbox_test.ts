// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import sarifSchema from "sarif-schema" with { type: "json" };
import { conciseReport } from "../cli/report/concise.ts";
import { githubReport } from "../cli/report/github.ts";
import { findingFields, jsonDocument } from "../cli/report/json.ts";
import { tally } from "../cli/report/mod.ts";
import { sarifReport } from "../cli/report/sarif.ts";
import { textReport } from "../cli/report/text.ts";
import { codes, page } from "../lib/codes.ts";
import type { CheckedFile } from "../lib/finding.ts";
import { checkSandbox, type Sandbox } from "../lib/sandbox.ts";

const DATA = new URL("./testdata/grants/", import.meta.url);
const UPDATE = Deno.env.get("LNK_UPDATE") !== undefined;

function names(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, DATA))]
    .map(({ name }) => name).filter((name) => name.endsWith(".toml")).sort();
}

/** Cut, so that a fixture with a line of 400,000 characters stays readable. */
function cut(line: string): string {
  return line.length > 400 ? `${line.slice(0, 400)}...` : line;
}

for (const name of names("bad/")) {
  Deno.test(`checkSandbox() finds what is wrong in bad/${name}`, () => {
    const bytes = Deno.readFileSync(new URL(`bad/${name}`, DATA));
    const { text, findings, grants } = checkSandbox(bytes);
    assertEquals(grants === undefined, hasErrors(findings));
    assert(findings.length > 0, "there are findings");
    const report = conciseReport([{ file: name, text, findings }]);
    const helps = findings.map(({ help, related }) =>
      `${help ?? "-"}${related ? ` (${related.message})` : ""}`
    );
    const lines = report.trimEnd().split("\n")
      .map((line, i) => `${cut(line)}\n  ${cut(helps[i]!)}\n`).join("");
    const out = new URL(`bad/${name.replace(/toml$/, "out")}`, DATA);
    if (UPDATE) Deno.writeTextFileSync(out, lines);
    else assertEquals(lines, Deno.readTextFileSync(out));
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);
const GIT = '[commands]\nrun = ["git"]\n';

for (
  const [name, text, place] of [
    ["100,000 nested lists", `${GIT}[x]\ny = ${nested("[", "]")}\n`, "4:5"],
    ["100,000 open lists", `${GIT}[x]\ny = ${"[".repeat(100_000)}`, "4:100005"],
    ["20,000 inline tables", `${GIT}x = ${"{a=".repeat(20_000)}1`, "3:60006"],
    ["a header of 200,000 parts", `[x${".a".repeat(200_000)}]\ny = 1\n`, "1:2"],
    ["a key of 200,000 parts", `a${".a".repeat(200_000)} = 1\n`, "1:1"],
    ["300,000 entries", `[commands]\nrun = [${'"",'.repeat(300_000)}]`, "2:8"],
    [
      "300,000 wrong entries",
      `[commands]\nrun = [${"1,".repeat(300_000)}]`,
      "2:8",
    ],
    ["100,000 times [[files]]", "[[files]]\n".repeat(100_000), "1:3"],
    ["10,000 pairs of lists of tables", "[[x]]\n[[x.y]]\n".repeat(10_000), "-"],
    [
      "20,000 comments that silence nothing",
      `[commands]\nrun = [\n${
        '"a b", # lnk: allow commands/any it may\n'.repeat(20_000)
      }]`,
      "3:1",
    ],
    ["20,000 tables and a slip", `${"[[x]]\n".repeat(20_000)}x\n`, "20002:1"],
    ["a text of 150,000", `${GIT}[x]\n\ny = "${"a".repeat(150_000)}"`, "5:5"],
    ["a text of 70,000", `[x]\ny = '${"a".repeat(70_000)}'`, "2:5"],
    ["a long text of lines", `x = """${"a\n".repeat(99_999)}"""`, "1:5"],
    ["a number of 150,000 digits", `x = ${"1".repeat(150_000)}`, "1:5"],
    ["a name of 150,000", `"${"a".repeat(150_000)}" = 1`, "1:1"],
    ["60,000 tables", numbered(60_000, (i) => `[t${i}]`), "-"],
    ["one line of a MiB", `# ${"中".repeat(300_000)}`, "-"],
  ] as const
) {
  Deno.test(`checkSandbox() refuses ${name} at ${place}`, async () => {
    const { text: shown, findings, grants } = checkSandbox(bytes(text));
    assertEquals(grants, undefined);
    const [first] = findings.filter(({ code, severity }) =>
      severity === "error" && code !== "sandbox/empty"
    );
    const span = first?.span;
    assertEquals(span ? `${span.line}:${span.column}` : "-", place);
    await assertReports({ file: "f.toml", text: shown, findings });
  });
}

for (
  const [text, code] of [
    [`x = "${"a".repeat(65_537)}"`, "toml/too-long"],
    [
      `# "${"a".repeat(150_000)}\nx = "\\"${"a".repeat(150_000)}"`,
      "toml/too-long",
    ],
    [`x = ${"[".repeat(65)}${"]".repeat(65)}`, "toml/too-deep"],
    [`x = ${"{a=".repeat(20_000)}1${"}".repeat(20_000)}`, "toml/too-deep"],
  ] as const
) {
  Deno.test(`checkSandbox() calls ${text.slice(0, 12)}... ${code}`, () => {
    const found = checkSandbox(bytes(text)).findings.map(({ code }) => code);
    assert(found.includes(code), found.join());
  });
}

Deno.test("checkSandbox() counts the findings that it does not show", async () => {
  const text = `[commands]\nrun = [${'"bash","a b",'.repeat(3000)}]`;
  const { findings, text: shown } = checkSandbox(bytes(text));
  const file = { file: "f.toml", text: shown, findings };
  assertEquals(findings.length, 1001);
  // The second "bash" and all after it are repeated instead.
  const { errors, warnings } = findingFields([file], ["error"]);
  assertEquals({ errors, warnings }, { errors: 3000, warnings: 3000 });
  assertEquals(tally([file]), "3000 errors, 3000 warnings");
  assertMatch(githubReport([file], (f) => f), /: *5991 more findings/);
  await assertReports(file);
});

function nested(open: string, close: string): string {
  return open.repeat(100_000) + close.repeat(100_000);
}

function numbered(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join("\n");
}

for (const name of names("ok/")) {
  Deno.test(`checkSandbox() finds nothing in ok/${name}`, () => {
    const bytes = Deno.readFileSync(new URL(`ok/${name}`, DATA));
    const { findings, grants } = checkSandbox(bytes);
    assertEquals(findings, []);
    assert(grants);
  });
}

function hasErrors(findings: Sandbox["findings"]): boolean {
  return findings.some(({ severity }) => severity === "error");
}

const AREAS = /^(allow|commands|files|sandbox|text|toml)\//;
for (const code of codes().filter((code) => AREAS.test(code))) {
  const { bad, good } = page(code)!;
  if (bad === undefined || good === undefined) continue;
  Deno.test(`the page of ${code} shows what it speaks of`, () => {
    const check = (text: string) =>
      checkSandbox(new TextEncoder().encode(text)).findings;
    assert(check(bad).some((found) => found.code === code), "bad has it");
    assertEquals(check(good), [], "good is clean");
  });
}

Deno.test("checkSandbox() has --strict make unknown tables errors", () => {
  const bytes = new TextEncoder().encode("[commands]\nrun = []\n[tool]\n");
  assertEquals(checkSandbox(bytes).findings[0]?.severity, "warning");
  const [found] = checkSandbox(bytes, { strict: true }).findings;
  assertEquals(found?.severity, "error");
});

/** A file as a check reports it, by all formats; each must hold for any input. */
async function assertReports(file: CheckedFile): Promise<void> {
  const files = [file];
  const text = await textReport(files, { colour: false, columns: 80 });
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x09\x0b-\x1f\x7f\u202e]/.test(text), "text is inert");
  const same = (name: string) => name;
  for (const line of githubReport(files, same).split("\n").filter(Boolean)) {
    assertMatch(line, /^::(error|warning) [^:]*::/);
  }
  JSON.parse(jsonDocument(findingFields(files, ["error"])));
  JSON.parse(await sarifReport(files, same));
}

const PIECES = [
  "[commands]",
  "[files]",
  "[files.teams.design]",
  "[[files]]",
  "run",
  "write",
  "read",
  "teams",
  " = ",
  '["git"]',
  '["*", "x"]',
  '["work", "."]',
  '"a b"',
  "[",
  "]",
  "{",
  "}",
  ",",
  "\n",
  "\n",
  "\n",
  "\r\n",
  "#",
  "# lnk: allow commands/any why\n",
  '"""',
  "'",
  "\u0000",
  "\u001b[31m",
  "\u202e",
  "é",
  "中",
  "👩‍🔬",
  "1979-05-27",
  "0x1f",
  "__proto__",
  ".",
];

const soup = fc.array(
  fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary" })),
  { maxLength: 30 },
).map((parts) => new TextEncoder().encode(parts.join("")));

const EXAMPLE = Deno.readFileSync(new URL("ok/example.toml", DATA));
const mutated = fc.array(
  fc.tuple(fc.nat(EXAMPLE.length - 1), fc.nat(255), fc.nat(2)),
  { minLength: 1, maxLength: 8 },
).map((edits) => {
  const bytes = [...EXAMPLE];
  for (const [at, byte, kind] of edits) {
    bytes.splice(at, kind === 0 ? 0 : 1, ...(kind === 2 ? [] : [byte]));
  }
  return new Uint8Array(bytes);
});

Deno.test("checkSandbox() has an answer for 12,000 random and mutated files", async () => {
  let sound = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(soup, mutated), async (bytes) => {
      const { text, findings, grants } = checkSandbox(bytes);
      assertEquals(grants === undefined, hasErrors(findings));
      if (grants) sound++;
      for (const { code, span } of findings) {
        assert(page(code), `${code} has a page`);
        if (span) assert(span.line >= 1 && span.column >= 1);
      }
      await assertReports({ file: "f.toml", text, findings });
    }),
    { numRuns: 12_000 },
  );
  assert(sound > 100, "some mutated files stay sound");
});

Deno.test("sarifReport() is valid SARIF 2.1.0 for every fixture", async () => {
  const files = names("bad/").map((name) => {
    const bytes = Deno.readFileSync(new URL(`bad/${name}`, DATA));
    const { text, findings } = checkSandbox(bytes);
    return { file: `some folder/${name}`, text, findings };
  });
  const missing: CheckedFile = {
    file: "/abs/missing.toml",
    text: "",
    findings: [{ code: "file/missing", severity: "error", message: "gone" }],
  };
  const log = JSON.parse(await sarifReport([...files, missing], (f) => f));
  const validator = new Validator(sarifSchema as never, "4", false);
  const { valid, errors } = validator.validate(log);
  assert(valid, JSON.stringify(errors.slice(0, 3)));
  const prints = log.runs[0].results.map(
    (one: { partialFingerprints: { "lnk/v1": string } }) =>
      one.partialFingerprints["lnk/v1"],
  );
  assertEquals(new Set(prints).size, prints.length, "fingerprints are unique");
});

Deno.test("githubReport() shows at most 10, the worst first, and counts the rest", () => {
  const findings = Array.from({ length: 30 }, (_, i) => ({
    code: i < 25 ? "commands/any" : "files/not-a-folder",
    severity: i < 25 ? "warning" as const : "error" as const,
    message: `n${i}`,
  }));
  const lines = githubReport([{ file: "f", text: "", findings }], (f) => f)
    .trimEnd().split("\n");
  assertEquals(lines.length, 10);
  assertEquals(lines.filter((l) => l.startsWith("::error")).length, 6);
  assertMatch(lines[9]!, /21 more findings/);
});

Deno.test("githubReport() cannot be made to say another command", () => {
  const evil = "x\n::set-output name=a::b\r::stop-commands::%0A,:";
  const findings = [{
    code: "commands/any",
    severity: "warning" as const,
    message: evil,
    span: { line: 1, column: 1, endLine: 1, endColumn: 2 },
  }];
  const report = githubReport([{ file: evil, text: "", findings }], (f) => f);
  assertEquals(report.trimEnd().split("\n").length, 1);
  const [, properties] = /^::warning (.*?)::/.exec(report)!;
  assertMatch(
    properties!,
    /^file=[^,:]*,line=1,endLine=1,col=1,endColumn=2,title=commands\/any$/,
  );
});
