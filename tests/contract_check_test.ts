// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { checkContract, type ContractOptions } from "@lnk/tool";
import fc from "fast-check";
import { codes, page } from "../lib/codes.ts";

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The findings as `line:column severity code`. */
function found(text: string, options: ContractOptions = {}): string[] {
  return checkContract(bytes(text), options).findings
    .map(({ code, severity, span }) =>
      `${span?.line ?? 0}:${span?.column ?? 0} ${severity} ${code}`
    );
}

const FULL = `name = "goose"
[state]
include = ["~/.goose/sessions", "~/.goose/config.yaml"]
exclude = ["~/.goose/sessions/cache"]
[state.export]
conversations = true
native_memory = true
identity = false
notes = "none"
[state.import]
conversations = "text"
[features]
skills = true
persona = false
`;

const WANTED = {
  name: "goose",
  state: {
    include: ["~/.goose/sessions", "~/.goose/config.yaml"],
    exclude: ["~/.goose/sessions/cache"],
    export: {
      conversations: true,
      native_memory: true,
      identity: false,
      notes: "none",
    },
    import: { conversations: "text" },
  },
  features: { skills: true, persona: false },
};

Deno.test("checkContract() reads the same from TOML and JSON", () => {
  for (const text of [FULL, JSON.stringify(WANTED, null, 2)]) {
    const { contract, findings } = checkContract(bytes(text));
    assertEquals(findings, []);
    assertEquals<unknown>(contract, WANTED);
  }
});

const head = 'name = "x"\n';
const paths = (include: string, exclude = "[]") =>
  `${head}[state]\ninclude = ${include}\nexclude = ${exclude}\n`;

Deno.test.each<[string, string, string[]]>([
  ["an empty file", "", ["0:0 error contract/no-name"]],
  ["a name of the wrong type", "name = 3\n", [
    "1:8 error contract/wrong-type",
  ]],
  ["a name with a space", 'name = "a b"\n', ["1:8 error contract/bad-name"]],
  ["an empty name", 'name = ""\n', ["1:8 error contract/bad-name"]],
  ["a name that hides", 'name = "a\\u202Eb"\n', [
    "1:8 error contract/bad-name",
  ]],
  ["a long name", `name = "${"a".repeat(129)}"\n`, [
    "1:8 error contract/bad-name",
  ]],
  ["a foreign table", `${head}[tool.x]\na = 1\n`, [
    "2:2 warning contract/unknown-key",
  ]],
  ["a near miss of a table", `${head}[feature]\n`, [
    "2:2 error contract/unknown-key",
  ]],
  ["a scalar that is not known", `${head}colour = "red"\n`, [
    "2:1 error contract/unknown-key",
  ]],
  ["a list that is not known", `${head}[[colours]]\n`, [
    "2:3 error contract/unknown-key",
  ]],
  ["tables of other programs", `${head}[tool.x]\n[package]\n[mcp]\n`, [
    "2:2 warning contract/unknown-key",
    "3:2 warning contract/unknown-key",
    "4:2 warning contract/unknown-key",
  ]],
  ["a table one level too high", `${head}[export]\n`, [
    "2:2 error contract/unknown-key",
  ]],
  ["a name in a table", '[features]\nname = "x"\n', [
    "0:0 error contract/no-name",
    "2:1 error contract/unknown-key",
  ]],
  ["an unknown key of [state]", `${head}[state]\nincludes = []\n`, [
    "3:1 error contract/unknown-key",
  ]],
  ["an unknown part", `${head}[state.export]\ndreams = true\n`, [
    "3:1 error contract/unknown-key",
  ]],
  ["a feature among exports", `${head}[state.export]\nskills = true\n`, [
    "3:1 error contract/unknown-key",
  ]],
  ["a quoted truth", `${head}[state.export]\nnotes = "true"\n`, [
    "3:9 error contract/wrong-type",
  ]],
  ["text as an export", `${head}[state.export]\nconversations = "text"\n`, [
    "3:17 error contract/wrong-type",
  ]],
  ["none as an import", `${head}[state.import]\nconversations = "none"\n`, [
    "3:17 error contract/wrong-type",
  ]],
  ["text for notes", `${head}[state.import]\nnotes = "text"\n`, [
    "3:9 error contract/wrong-type",
  ]],
  ["none as a feature", `${head}[features]\nskills = "none"\n`, [
    "3:10 error contract/wrong-type",
  ]],
  ["a list for a table", `${head}state = []\n`, [
    "2:9 error contract/wrong-type",
  ]],
  ["a list of tables", `${head}[[state]]\n`, [
    "2:3 error contract/wrong-type",
  ]],
  ["a string for a list", `${head}[state]\ninclude = "~/a"\n`, [
    "3:11 error contract/wrong-type",
  ]],
  ["a number in a list", paths("[1]"), ["3:12 error contract/wrong-type"]],
  ["an absolute path", paths('["/a"]'), ["3:12 error contract/bad-path"]],
  ["a relative path", paths('["a"]'), ["3:12 error contract/bad-path"]],
  ["another home", paths('["~ann/a"]'), ["3:12 error contract/bad-path"]],
  ["all of the home", paths('["~/"]'), ["3:12 error contract/bad-path"]],
  ["a climbing path", paths('["~/a/../../b"]'), [
    "3:12 error contract/bad-path",
  ]],
  ["a dot", paths('["~/./a"]'), ["3:12 error contract/bad-path"]],
  ["an empty part", paths('["~/a//b"]'), ["3:12 error contract/bad-path"]],
  ["a slash at the end", paths('["~/a/"]'), ["3:12 error contract/bad-path"]],
  ["a backslash", paths("['~/a\\b']"), ["3:12 error contract/bad-path"]],
  ["a NUL", paths('["~/a\\u0000"]'), ["3:12 error contract/bad-path"]],
  ["a long path", paths(`["~/${"é".repeat(256)}"]`), [
    "3:12 error contract/bad-path",
  ]],
  ["dots in a name", paths('["~/..a/b..", "~/..."]'), []],
  ["a pattern", paths('["~/a/*.md"]'), ["3:12 warning contract/pattern-path"]],
  ["a path twice", paths('["~/a", "~/a"]'), [
    "3:19 warning contract/repeated-path",
  ]],
  ["an exclude outside", paths('["~/a"]', '["~/ab"]'), [
    "4:12 warning contract/exclude-outside",
  ]],
  ["an exclude of nothing", paths("[]", '["~/a"]'), [
    "4:12 warning contract/exclude-outside",
  ]],
  ["an exclude inside", paths('["~/a"]', '["~/a/b/c"]'), []],
  ["all of an include excluded", paths('["~/a/b"]', '["~/a"]'), [
    "3:12 warning contract/include-excluded",
  ]],
  ["a syntax error, with what stands before", `${head}[stat]\n[features\n`, [
    "2:2 error contract/unknown-key",
    "3:1 error toml/syntax",
  ]],
  ["a syntax error before the name", "[features\n", ["1:1 error toml/syntax"]],
  ["a doubled key", `${head}${head}`, ["2:1 error toml/duplicate"]],
  ["JSON with a doubled table", '{"name":"x","state":{},"state":{}}', [
    "1:24 error json/duplicate",
  ]],
  [
    "JSON with names that objects are born with",
    '{"name":"x","__proto__":{}}',
    [
      "1:13 warning contract/unknown-key",
    ],
  ],
  ["JSON with null", '{"name":"x","state":null}', [
    "1:21 error contract/wrong-type",
  ]],
  ["JSON with a comment", '{"name":"x" /* */}', ["1:13 error json/syntax"]],
  ["deep TOML", `a = ${"[".repeat(99)}${"]".repeat(99)}`, [
    "1:69 error toml/too-deep",
  ]],
  ["deep JSON", `{"name":${"[".repeat(5000)}`, ["1:72 error json/too-deep"]],
  [
    "a warning that is allowed",
    `${head}[tool] # lnk: allow contract/unknown-key ours\n`,
    [],
  ],
  [
    "an allowance that is not used",
    `${head}# lnk: allow contract/unknown-key ours\n`,
    [
      "2:1 warning allow/unused",
    ],
  ],
])("checkContract() finds %s", (_name, text, want) => {
  assertEquals(found(text), want);
});

Deno.test("checkContract() takes a foreign table for an error when strict", () => {
  assertEquals(found(`${head}[tool]\n`, { strict: true }), [
    "2:2 error contract/unknown-key",
  ]);
});

Deno.test("checkContract() finds a byte order mark and bytes that are no text", () => {
  const codesOf = (content: Uint8Array<ArrayBuffer>) =>
    checkContract(content).findings.map(({ code }) => code);
  assertEquals(codesOf(bytes(`\ufeff${head}`)), ["text/byte-order-mark"]);
  assertEquals(codesOf(bytes('\ufeff{"name":"x"}')), ["text/byte-order-mark"]);
  const broken = new Uint8Array([...bytes(head), 0xff]);
  assertEquals(codesOf(broken), ["text/encoding"]);
});

Deno.test("checkContract() tells the format by the name first", () => {
  assertEquals(found(head, { name: "a.json" }), ["1:1 error json/syntax"]);
  assertEquals(found('{"name":"x"}', { name: "a.TOML" }), [
    "1:1 error toml/syntax",
  ]);
  assertEquals(found(' \n{"name":"x"}', { name: "<stdin>" }), []);
});

Deno.test.each<[string, string]>([
  ['"features.skills" = true', "skills in [features]"],
  ['"state.export.notes" = "none"', "notes in [state.export]"],
  ['["state.export"]', "[state.export]"],
  ["[state_export]", "[state.export]"],
  ["[state-import]", "[state.import]"],
  ["[statexport]", "[state.export]"],
  ["[StateExport]", "[state.export]"],
  ["[exports]", "export in [state]"],
  ["[feats]", "[features]"],
  ["[feature-flags]", "[features]"],
  ["[states-of-it]", "[state]"],
  ["[skils]", "skills in [features]"],
  ["persona_ = true", "persona in [features]"],
])("checkContract() takes no other spelling of a path: %s", (line, meant) => {
  const { contract, findings } = checkContract(bytes(`${head}${line}\n`));
  assertEquals(contract, undefined);
  assertEquals(findings.map(({ code }) => code), ["contract/unknown-key"]);
  assertEquals(findings[0]!.help, `write ${meant}`);
});

Deno.test("checkContract() takes no other spelling in JSON either", () => {
  const { contract, findings } = checkContract(
    bytes('{"name":"x","state.export":{"notes":true}}'),
  );
  assertEquals(contract, undefined);
  assertEquals(findings.map(({ help }) => help), ['write "export" in "state"']);
});

Deno.test("checkContract() bounds what a bad file of 1 MiB costs and says", () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `[t${i}.abcdef]`);
  const { findings } = checkContract(bytes(lines.join("\n")));
  assertEquals(findings.length, 1001);
  assertEquals(findings.at(-1)?.severity, "error");
});

Deno.test("checkContract() helps with a misplaced or misspelt word", () => {
  const help = (text: string) => checkContract(bytes(text)).findings[0]?.help;
  assertEquals(help(`${head}[export]\n`), "it belongs to [state]");
  assertEquals(
    help('{"name":"x","skills":true}'),
    'it belongs to "features"',
  );
  assertEquals(help(`${head}[feature]\n`), 'did you mean "features"?');
  assertEquals(
    help(`${head}[state.import]\nconversations = "txt"\n`),
    'did you mean "text"?',
  );
  assertEquals(help(paths('["/home/ann/.x/"]')), 'write "~/.x"');
  assertEquals(help(paths('["/"]')), undefined);
  assertEquals(help(paths('["~/../x/"]')), undefined);
  assertEquals(help(paths('["/home/ann/.x"]')), 'write "~/.x"');
  assertEquals(help(paths('["~/.x/"]')), 'write "~/.x"');
});

Deno.test("checkContract() never throws, and never gives a contract with an error", () => {
  const word = fc.constantFrom(
    ..."name state export import features = [ ] { } \" ' , . # \n ~/ .. true none text 1"
      .split(" "),
    "\n",
    "conversations",
    "\ufeff",
    "\0",
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
  fc.assert(
    fc.property(text, (content) => {
      const { contract, findings } = checkContract(bytes(content));
      const broken = findings.some(({ severity }) => severity === "error");
      assertEquals(contract === undefined, broken);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("checkContract() places thousands of clashes on one line", () => {
  const text = `{"name":"x"${',"a":1'.repeat(20_000)}}`;
  const { findings } = checkContract(bytes(text));
  assertEquals(findings.length, 1001);
  assertEquals(findings.at(-1)?.code, "check/more");
  assertEquals(findings.at(-2)?.related?.span.column, 13);
});

Deno.test("every page of contract/ shows a file that gets its code, and it mended", () => {
  for (const code of codes().filter((one) => one.startsWith("contract/"))) {
    const { bad, good } = page(code)!;
    if (bad === undefined) continue;
    const { findings } = checkContract(bytes(bad));
    assertEquals(findings.map((one) => one.code), [code]);
    assertEquals(checkContract(bytes(good!)).findings, [], code);
  }
});

Deno.test("the contracts of examples/ have no findings, and name no keys", () => {
  const folder = new URL("../examples/contracts/", import.meta.url);
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assertEquals(files.length, 6);
  for (const file of files) {
    const content = Deno.readFileSync(new URL(file, folder));
    const { contract, findings } = checkContract(content, { name: file });
    assertEquals(findings, [], file);
    assertEquals(`${contract!.name}.toml`, file);
    for (const path of contract!.state!.include!) {
      assert(!/auth|cred|secret|key|token|\.env/i.test(path), path);
    }
  }
});

Deno.test("the contracts of docs/contracts.md are sound", () => {
  const docs = new URL("../docs/contracts.md", import.meta.url);
  const blocks = [
    ...Deno.readTextFileSync(docs).matchAll(/^```(?:toml|json)\n(.*?)^```/gms),
  ];
  assertEquals(blocks.length, 2);
  for (const [, text] of blocks) assertEquals(found(text!), []);
});
