// Copyright 2026 the lnk authors. MIT license.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Wire } from "@lnk/tool";
import {
  HEAD_LIMIT,
  headerValues,
  readHead,
  writeHead,
} from "../lib/endpoint/http.ts";

/** A wire on which bytes come in the given pieces and leave one at a time. */
function wireOf(pieces: readonly string[], sent: number[] = []): Wire {
  const rest = pieces.filter((piece) => piece !== "").map((piece) =>
    Uint8Array.from(piece, (c) => c.charCodeAt(0))
  );
  return {
    read: (buffer) => {
      const next = rest.shift();
      if (next === undefined) return Promise.resolve(null);
      const fits = next.subarray(0, buffer.length);
      buffer.set(fits);
      if (fits.length < next.length) rest.unshift(next.subarray(fits.length));
      return Promise.resolve(fits.length);
    },
    write: (bytes) => {
      sent.push(bytes[0]!);
      return Promise.resolve(1);
    },
    closeWrite: () => Promise.resolve(),
    close: () => {},
  };
}

const TEXT = "GET / HTTP/1.1\r\nA: b\r\na:  c\t\r\nB:\r\n\r\n";

Deno.test("readHead() reads the same in whatever pieces it comes", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.nat(TEXT.length)).map((cuts) => [0, ...cuts].sort(byNumber)),
    fc.string({ unit: "binary-ascii" }),
    async (cuts, body) => {
      const text = TEXT + body;
      const head = await readHead(
        wireOf(cuts.map((cut, i) => text.slice(cut, cuts[i + 1]))),
      );
      assertEquals(head, {
        first: "GET / HTTP/1.1",
        headers: [["a", "b"], ["a", "c"], ["b", ""]],
      });
    },
  ));
  const head = await readHead(wireOf(TEXT.split("")));
  assertEquals(typeof head === "string" ? [] : headerValues(head, "A"), [
    "b",
    "c",
  ]);
});

const byNumber = (a: number, b: number) => a - b;

Deno.test("readHead() takes a head up to its limit and not a byte more", async () => {
  const head = (length: number) =>
    "GET / HTTP/1.1\r\nA: ".padEnd(length - 4, "a") + "\r\n\r\n";
  const full = await readHead(wireOf([head(HEAD_LIMIT)]));
  assertEquals(typeof full, "object");
  const over = await readHead(wireOf([head(HEAD_LIMIT + 1)]));
  assertEquals(over, "too-large");
});

Deno.test("readHead() never fails, whatever comes", async () => {
  const part = fc.constantFrom("\r\n", "\r", "\n", ":", "A", " ", "\0", "\xff");
  await fc.assert(fc.asyncProperty(fc.array(part), async (parts) => {
    await readHead(wireOf([parts.join(""), "\r\n\r\n"]));
  }));
});

Deno.test("readHead() reads a hostile head in no time", async () => {
  const long = HEAD_LIMIT - 200;
  for (const unit of [" ", "\t", ":", "a", "\r", "\n", "A:\r\n"]) {
    const filler = unit.repeat(long / unit.length);
    await readHead(wireOf([`GET / HTTP/1.1\r\nA:${filler}x\r\n\r\n`]));
  }
});

Deno.test("writeHead() writes all, however little is taken at once", async () => {
  const sent: number[] = [];
  await writeHead(wireOf([], sent), ["A", "B: c"]);
  assertEquals(String.fromCharCode(...sent), "A\r\nB: c\r\n\r\n");
});
