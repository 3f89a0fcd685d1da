// Copyright 2026 the lnk authors. MIT license.

/** A record is appended once wherever the connection breaks. */

import { assert, assertEquals } from "@std/assert";
import {
  append,
  deleteMemory,
  getMemory,
  LnkError,
  MISSING,
  putMemory,
} from "@lnk/tool";
import { bridged, type Cut, cutWires } from "../support/context.ts";

const THREAD = "link:main";

/** Every place where a connection can break while something is done. */
async function everyCut(
  act: (cut: Cut) => Promise<{ readonly calls: number }>,
): Promise<void> {
  for (const after of [false, true]) {
    for (let at = 0;; at++) {
      const { calls } = await act({ at, after });
      if (calls <= at) {
        assert(at > 5, "more than a hello was cut");
        break;
      }
    }
  }
}

Deno.test("a record with a source is there once, wherever the connection breaks", async () => {
  await using place = await bridged();
  const direct = place.bench.open();
  let last = 0;
  await everyCut(async (cut) => {
    const wires = cutWires(place.connect, cut);
    const store = place.store(wires.connect);
    const name = `${cut.at}-${cut.after}`;
    const source = { adapter: "a", session: "s", record: name };
    const record = JSON.stringify({ role: "user", text: name, source });
    const outgoing = { thread: THREAD, record };
    let seq: number;
    try {
      ({ seq } = await append(store, outgoing));
    } catch (error) {
      // Before anything was asked for there is nothing to find again.
      assert(error instanceof LnkError && error.code === "store/unreachable");
      assertEquals(error.details, {});
      ({ seq } = await append(store, outgoing));
    }
    assertEquals(seq, ++last);
    assertEquals(await direct.last(THREAD), last);
    return wires;
  });
});

Deno.test("a record without a source is never there twice, wherever the connection breaks", async () => {
  await using place = await bridged();
  const direct = place.bench.open();
  await everyCut(async (cut) => {
    const wires = cutWires(place.connect, cut);
    const store = place.store(wires.connect);
    const before = await direct.last(THREAD);
    const record = '{"role":"user","text":"hello"}';
    const error = await append(store, { thread: THREAD, record })
      .then(() => undefined, (error) => error);
    // The bridge may still be at it after the connection is gone.
    await place.bench.host.sleep(5);
    const came = await direct.last(THREAD) - before;
    if (error === undefined) assertEquals(came, 1);
    else if (error.code === "store/unreachable") assertEquals(came, 0);
    else {
      assertEquals(error.code, "context/outcome-unknown");
      assert(came <= 1);
    }
    return wires;
  });
});

Deno.test("a document is written once, wherever the connection breaks", async () => {
  await using place = await bridged();
  const direct = place.bench.open();
  const now = () => Date.UTC(2026, 0, 1);
  await everyCut(async (cut) => {
    const wires = cutWires(place.connect, cut);
    const store = place.store(wires.connect);
    const id = `d${cut.at}-${cut.after}`;
    const change = { id, document: '{"text":"hello"}', expect: MISSING };
    const again = async <T>(act: () => Promise<T>) => {
      try {
        return await act();
      } catch (error) {
        assert(error instanceof LnkError && error.code === "store/unreachable");
        return await act();
      }
    };
    const made = await again(() => putMemory(store, change, now));
    assertEquals((await getMemory(direct, id))?.version, made);
    const gone = await again(() =>
      deleteMemory(store, { id, expect: made }, now)
    );
    const stored = await getMemory(direct, id);
    assertEquals(stored?.version, gone);
    assertEquals(stored?.memory?.deleted, true);
    return wires;
  });
});
