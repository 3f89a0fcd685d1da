// Copyright 2026 the lnk authors. MIT license.

/** What a record says can pass for nothing but its own text. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { contextMarkdown, type Snapshot } from "@lnk/tool";
import { transcript } from "../../cli/context/transcript.ts";
import { paint } from "../../cli/report/paint.ts";

const HOSTILE = fc.array(
  fc.oneof(
    fc.constantFrom(
      "\n",
      "\r",
      "`",
      "```",
      "````text",
      "\n# Record 9, user",
      "\n## Memory x\n",
      "\n#7 user",
      "\u001b[2J",
      "\u202e",
      "\u2028",
      "\u009b",
      "\t",
      "~~~\n",
      "<!-- ",
      "- Source: x",
      "[a/b/c]",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  ),
).map((parts) => parts.join(""));

function snapshotOf(texts: readonly string[]): Snapshot {
  const events = texts.map((text, i) => ({
    seq: i + 1,
    role: "user" as const,
    text,
    at: text,
    from: text,
    source: { adapter: text, session: text, record: text },
  }));
  return {
    thread: "link:main",
    throughSeq: texts.length,
    records: events.map(({ seq }) => ({ seq, raw: "{}" })),
    events,
    others: 0,
    documents: [{
      id: "m",
      path: "memory/portable/m.json",
      version: 1n,
      document: "{}",
      problem: undefined,
      memory: {
        id: "m",
        text: texts.join(""),
        modifiedAt: texts.join(""),
        evidence: texts.map((thread) => ({ thread, seq: 1 })),
        deleted: false,
      },
    }],
    cursor: {
      agent: "ada",
      owner: "eve",
      thread: "link:main",
      throughSeq: 0,
      files: new Map(),
      allMemory: true,
    },
  };
}

/** The lines of a Markdown text that stand outside its fences. */
function outside(markdown: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, marks = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) {
      if (marks) fence = marks;
      else lines.push(line);
    } else if (marks.startsWith(fence) && line.trim() === marks) {
      fence = undefined;
    }
  }
  assertEquals(fence, undefined, "a fence is open at the end");
  return lines;
}

// deno-lint-ignore no-control-regex
const ACTIVE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/;

Deno.test("no text can end its fence or imitate a heading in Markdown", () => {
  fc.assert(fc.property(fc.array(HOSTILE, { maxLength: 4 }), (texts) => {
    const markdown = contextMarkdown(snapshotOf(texts));
    assert(!ACTIVE.test(markdown));
    const headings = outside(markdown).filter((line) => /^\s*#/.test(line));
    assertEquals(headings, [
      `# Context of link:main through record ${texts.length}`,
      "## Memory m",
      ...texts.map((_, i) => `## Record ${i + 1}, user`),
    ]);
    const facts = outside(markdown).filter((line) => /^\s*- Source/.test(line));
    assertEquals(facts.length, texts.length);
  }));
});

Deno.test("no text can imitate a heading or a source in a transcript", () => {
  fc.assert(fc.property(fc.array(HOSTILE, { maxLength: 4 }), (texts) => {
    const shown = transcript(snapshotOf(texts), paint(false));
    assert(!ACTIVE.test(shown));
    const heads = shown.split("\n").filter((line) => /^\S/.test(line));
    assertEquals(
      heads.map((line) => /^(#\d+ user|memory m|link:main:)/.exec(line)?.[1]),
      ["memory m", ...texts.map((_, i) => `#${i + 1} user`), "link:main:"],
    );
  }));
});

Deno.test("sources and evidence that differ are shown as different", () => {
  const part = fc.constantFrom(
    "a",
    "b",
    "a / b",
    "a/b",
    '"',
    "\\",
    '" / "',
    " ",
  );
  const source = fc.record({ adapter: part, session: part, record: part });
  const shown = (
    made: { adapter: string; session: string; record: string },
  ) => {
    const snapshot = snapshotOf(["x"]);
    const events = snapshot.events.map((event) => ({ ...event, source: made }));
    return [
      contextMarkdown({ ...snapshot, events }),
      transcript({ ...snapshot, events }, paint(false)),
    ];
  };
  fc.assert(fc.property(source, source, (one, other) => {
    const same = JSON.stringify(one) === JSON.stringify(other);
    for (const [i, text] of shown(one).entries()) {
      assertEquals(text === shown(other)[i], same);
    }
  }));
});

Deno.test("evidence and times can pass for nothing else", () => {
  const snapshot = snapshotOf([]);
  const [stored] = snapshot.documents;
  const thread = "link:a record 1, link:b";
  const memory = {
    ...stored!.memory!,
    modifiedAt: "deleted",
    evidence: [{ thread, seq: 2 }],
  };
  const documents = [{ ...stored!, memory }];
  const markdown = contextMarkdown({ ...snapshot, documents });
  assert(
    markdown.includes('- Evidence: ` "link:a record 1, link:b" record 2 `'),
  );
  const text = transcript({ ...snapshot, documents }, paint(false));
  assert(text.startsWith("memory m  version 1  changed deleted\n"));
});
