// Copyright 2026 the lnk authors. MIT license.

/** An unpack that would make too much is refused before it does. */

import { assert, assertEquals } from "@std/assert";
import { unpackState } from "../../lib/state.ts";
import { stageIn } from "../../lib/state/stage.ts";
import { endOf } from "../support/outcome.ts";
import { archive, concat, END, entry, gzip } from "../support/tar.ts";
import { HOST, inFolder, snapshot, source } from "../support/tree.ts";

const TOO_MUCH = "refused state/too-much";

Deno.test("more entries than a plan takes are refused", async () => {
  const none = () => {};
  // Only what is counted matters: nothing is made.
  const disk = { ...HOST.disk, mkdir: none };
  using stage = stageIn(disk, "/nowhere");
  const folder = (name: string) =>
    ({ kind: "folder", name, size: 0, mode: 0o700, modified: 0 }) as const;
  for (let i = 0; i < 200_000; i++) stage.begin(folder(`f${i}`));
  assertEquals(await endOf(() => stage.begin(folder("more"))), TOO_MUCH);
});

Deno.test("a bomb is refused early, and the limit is what it says", () =>
  inFolder(async (home) => {
    const zeros = new Uint8Array(1024 * 1024);
    const blocks = await archive(entry({ name: "a", body: zeros }));
    assert(blocks.length < 5000, "it is small");
    const limit = zeros.length + 512 + 1024;
    const unpack = (bytes: Uint8Array, maxBytes: number) =>
      unpackState(HOST, source(bytes), { home, maxBytes });
    assertEquals(await endOf(() => unpack(blocks, limit - 1)), TOO_MUCH);
    assertEquals(snapshot(home), []);
    // Endless padding behind the end counts as well.
    const good = entry({ name: "good", body: "good" });
    const padded = await gzip(concat([good, END, zeros]));
    assertEquals(await endOf(() => unpack(padded, 100_000)), TOO_MUCH);
    assertEquals((await unpack(blocks, limit)).bytes, zeros.length);
  }));

Deno.test("an announced size is refused before anything of it is written", () =>
  inFolder(async (home) => {
    const written: number[] = [];
    const { disk } = HOST;
    const counting = {
      ...HOST,
      disk: {
        ...disk,
        createNew: (path: string) => {
          const file = disk.createNew(path);
          const write = (bytes: Uint8Array) => {
            written.push(bytes.length);
            return file.write(bytes);
          };
          return { ...file, write };
        },
      },
    };
    const bytes = await archive(entry({ name: "a", body: "x".repeat(5000) }));
    const ended = await endOf(() =>
      unpackState(counting, source(bytes), { home, maxBytes: 4999 })
    );
    assertEquals(ended, TOO_MUCH);
    assertEquals(written, []);
  }));
