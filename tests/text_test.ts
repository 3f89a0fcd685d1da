// Copyright 2026 the lnk authors. MIT license.

/** Text from outside: what is shown as it is, and what as an escape. */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeUtf8, inert, quote } from "../lib/text.ts";

const AS_THEY_ARE = [
  "plain text, with punctuation: ~!@#$%^&*()",
  "\u00e9 e\u0301 \u00f1 \u0141\u00f3d\u017a",
  "\u0431\u044b\u043b \u05e9\u05dc\u05d5\u05dd \u0633\u0644\u0627\u0645 \u0939\u093f\u0928\u094d\u0926\u0940",
  "\u4e2d\u6587 \u65e5\u672c\u8a9e \ud55c\uad6d\uc5b4 \uff21",
  "\u{1f600} \u{1f44d}\u{1f3fd} \u2764",
];

for (const text of AS_THEY_ARE) {
  Deno.test(`inert: ${text} is shown as it is`, () => {
    assertEquals(inert(text), text);
  });
}

/** Characters by what they are. */
const ESCAPED: Readonly<Record<string, string>> = {
  controls: "\0\x07\x1b\x7f\x9b",
  "marks of direction": "\u200e\u200f\u202a\u202e\u2066\u2069\u061c",
  "joiners of no width": "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f",
  "variation selectors": "\ufe00\ufe0f\u180b\u180f\u{e0100}\u{e01ef}",
  "invisible letters": "\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800",
  "other spaces": "\u00a0\u1680\u2000\u2003\u200a\u202f\u205f\u3000",
  "ends of lines": "\u0085\u2028\u2029",
  tags: "\u{e0001}\u{e0041}\u{e007f}",
  "private ones": "\ue000\uf8ff\u{f0000}\u{10fffd}",
  "what is no character": "\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}",
  "half characters": "\ud800\udfff",
};

for (const [what, characters] of Object.entries(ESCAPED)) {
  Deno.test(`inert: ${what} are shown as escapes`, () => {
    for (
      const one of what === "half characters"
        ? characters.split("")
        : characters
    ) {
      const code = one.codePointAt(0)!.toString(16);
      assertEquals(inert(`a${one}b`), `a\\u{${code}}b`);
    }
  });
}

/** Bytes at which decoders differ: ends of ranges, overlong starts, halves of pairs, marks. */
const BYTES = [0, 0x0a, 0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbb, 0xbd, 0xbf, 0xc0]
  .concat([0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xfe, 0xff]);

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch {
    return undefined;
  }
}

Deno.test("decodeUtf8() takes what the strict decoder takes", () => {
  const few = fc.array(fc.constantFrom(...BYTES), { maxLength: 12 });
  const text = fc.string({ unit: "binary" })
    .map((text) => Array.from(new TextEncoder().encode(text)));
  const any = fc.array(fc.oneof(few, text), { maxLength: 4 });
  fc.assert(
    fc.property(any, (parts) => {
      const bytes = Uint8Array.from(parts.flat());
      assertEquals(decodeUtf8(bytes), decodeStrictly(bytes));
    }),
    { numRuns: 2000 },
  );
});

for (
  const [name, bytes, text] of [
    ["the replacement character itself", [0xef, 0xbf, 0xbd], "\ufffd"],
    ["a byte order mark", [0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
    ["a byte that starts nothing", [0x61, 0xff], undefined],
    ["half of a surrogate pair", [0xed, 0xa0, 0x80], undefined],
    ["a character that is cut off", [0x61, 0xe2, 0x82], undefined],
  ] as const
) {
  Deno.test(`decodeUtf8() of ${name}`, () => {
    assertEquals(decodeUtf8(Uint8Array.from(bytes)), text);
  });
}

Deno.test("quote: a long path keeps where it starts and what it is", () => {
  const path = `/home/kay/.local/share/${
    "agents/".repeat(20)
  }ada/chats/x.jsonl`;
  const shown = quote(path);
  assertEquals(shown.length, 102);
  assertEquals(shown.startsWith('"/home/kay/.local/share/agents/'), true);
  assertEquals(shown.includes("..."), true);
  assertEquals(shown.endsWith('/ada/chats/x.jsonl"'), true);
});

Deno.test("quote: what is not long is whole, and no character is halved", () => {
  for (const character of ["a", "\u{1f600}"]) {
    for (const count of [0, 99, 100, 101, 200, 5000]) {
      const shown = quote(character.repeat(count));
      const inner = Array.from(shown.slice(1, -1));
      assertEquals(inner.length, Math.min(count, 100));
      assertEquals(shown.includes("..."), count > 100);
      assertEquals(shown.includes("\\u"), false);
    }
  }
});
