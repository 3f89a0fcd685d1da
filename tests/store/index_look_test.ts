// Copyright 2026 the lnk authors. MIT license.

/** What is read of an index without SQLite is what SQLite says. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { openIndex } from "../../lib/store/index.ts";
import { lookAtIndex } from "../../lib/store/index_look.ts";
import { knownOf } from "../../lib/store/scan.ts";
import { HOST, inFolder, snapshot } from "../support/tree.ts";

const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const KNOWN = fc.record({
  id: fc.string({ maxLength: 40 }).filter((text) => !text.includes("\0")),
  size: whole,
  modified: whole,
  changed: whole,
  start: whole,
  end: whole,
  last: whole,
});

Deno.test("an index is read as SQLite reads it", async () => {
  await fc.assert(
    fc.asyncProperty(
      KNOWN,
      fc.nat(300),
      (given, records) =>
        inFolder(async (folder) => {
          Deno.chmodSync(folder, 0o700);
          const known = { ...knownOf(given, given), id: given.id };
          {
            using index = await openIndex(HOST, folder);
            const rows = Array.from({ length: records }, (_, i) => (
              { seq: i + 1, at: i * 70_000, source: `source ${i}` }
            ));
            index.add(rows, known);
            assertEquals(lookAtIndex(HOST.disk, folder), { state: "in use" });
          }
          const before = snapshot(folder);
          assertEquals(lookAtIndex(HOST.disk, folder), {
            state: "known",
            known,
          });
          assertEquals(snapshot(folder), before);
        }),
    ),
    { numRuns: 30 },
  );
});

Deno.test("an index without a row knows nothing", () =>
  inFolder(async (folder) => {
    Deno.chmodSync(folder, 0o700);
    assertEquals(lookAtIndex(HOST.disk, folder), { state: "missing" });
    (await openIndex(HOST, folder))[Symbol.dispose]();
    const known = undefined;
    assertEquals(lookAtIndex(HOST.disk, folder), { state: "known", known });
  }));

Deno.test("a damaged index is told, whatever is in it", () =>
  inFolder(async (folder) => {
    Deno.chmodSync(folder, 0o700);
    {
      using index = await openIndex(HOST, folder);
      const row = { size: 1, modified: 2, changed: 3 };
      index.add([], { id: "1:2", ...row, start: 0, end: 1, last: 1 });
    }
    const [{ name }] = [...Deno.readDirSync(folder)] as [Deno.DirEntry];
    const path = `${folder}/${name}`;
    const good = Deno.readFileSync(path);
    const spot = fc.record({
      at: fc.oneof(fc.nat(good.length - 1), fc.nat(120), fc.nat(20)),
      byte: fc.nat(255),
    });
    fc.assert(
      fc.property(fc.array(spot, { minLength: 1, maxLength: 8 }), (spots) => {
        const bad = good.slice();
        for (const { at, byte } of spots) bad[at] = byte;
        Deno.writeFileSync(path, bad);
        const { state } = lookAtIndex(HOST.disk, folder);
        assert(state === "known" || state === "unusable", state);
      }),
      { numRuns: 2000 },
    );
  }));
