// Copyright 2026 the lnk authors. MIT license.

/** A change whose answer is lost: made once, found again, or told to be unknown. */

import { assertEquals } from "@std/assert";
import {
  deleteMemory,
  getMemory,
  LnkError,
  putMemory,
  type Store,
} from "@lnk/tool";
import { BINDING, bytesOf, refusedWith } from "../support/store.ts";
import { memory } from "../support/memory_store.ts";

const NOW = () => Date.UTC(2026, 0, 1);
const PATH = "memory/portable/m.json";
const CHANGE = { id: "m", document: '{"text":"a"}', expect: 0n };

type Step = "lost before" | "lost after" | "unreachable" | "not granted" | "go";

function failing(step: Step): LnkError {
  if (step === "not granted") {
    return new LnkError("no", "store/not-granted", "Cannot change it: no");
  }
  const details = step === "unreachable" ? {} : { outcome: "unknown" };
  return new LnkError("unable", "store/unreachable", "Cannot reach it: cut", {
    details,
  });
}

/** A store whose writes go as the steps tell, the last one again and again. */
function stepping(store: Store, steps: readonly Step[]): Store {
  let at = 0;
  return {
    ...store,
    fileWrite: async (path, content, expect) => {
      const step = steps[Math.min(at++, steps.length - 1)]!;
      if (step === "go") return await store.fileWrite(path, content, expect);
      if (step === "lost after") {
        await store.fileWrite(path, content, expect);
      }
      throw failing(step);
    },
  };
}

Deno.test.each<[readonly Step[]]>([
  [["lost before", "go"]],
  [["lost after", "go"]],
  [["lost after", "unreachable", "go"]],
  [["lost before", "unreachable", "not granted", "go"]],
])("a change that went %j is made once", async (steps) => {
  const inner = memory().open(BINDING);
  const version = await putMemory(stepping(inner, steps), CHANGE, NOW);
  assertEquals((await getMemory(inner, "m"))?.version, version);
});

Deno.test.each<[readonly Step[]]>([
  [["lost after", "unreachable"]],
  [["lost before", "unreachable"]],
  [["lost after", "not granted"]],
  [["lost before"]],
])("a change that went %j has an unknown outcome", async (steps) => {
  const inner = memory().open(BINDING);
  const pauses: number[] = [];
  const pause = (lost: number) => {
    pauses.push(lost);
    return Promise.resolve();
  };
  const error = await refusedWith(
    "memory/outcome-unknown",
    () => putMemory(stepping(inner, steps), { ...CHANGE, pause }, NOW),
  );
  assertEquals(error.details, {
    outcome: "unknown",
    path: "memory/portable/m.json",
  });
  assertEquals(error.kind, "unable");
  // The store is given time between the tries.
  assertEquals(pauses, [1, 2, 3, 4]);
});

Deno.test("where the look after a lost answer fails too, the outcome is unknown", async () => {
  const inner = memory().open(BINDING);
  const store: Store = {
    ...stepping(inner, ["lost after", "go"]),
    fileRead: () => Promise.reject(failing("unreachable")),
  };
  await refusedWith(
    "memory/outcome-unknown",
    () => putMemory(store, CHANGE, NOW),
  );
});

Deno.test("a change that never left is told as it is", async () => {
  const inner = memory().open(BINDING);
  for (const step of ["unreachable", "not granted"] as const) {
    await refusedWith(
      failing(step).code,
      () => putMemory(stepping(inner, [step]), CHANGE, NOW),
    );
  }
});

Deno.test("after a lost answer, another's text is a conflict", async () => {
  const inner = memory().open(BINDING);
  const store: Store = {
    ...inner,
    fileWrite: async (path, content, expect) => {
      if (!await inner.fileRead(path)) {
        await inner.fileWrite(path, bytesOf('{"id":"m","text":"b"}'), 0n);
        throw failing("lost before");
      }
      return await inner.fileWrite(path, content, expect);
    },
  };
  await refusedWith(
    "store/version-conflict",
    () => putMemory(store, CHANGE, NOW),
  );
});

Deno.test("a deletion whose answer is lost tells so", async () => {
  const inner = memory().open(BINDING);
  const expect = await inner.fileWrite(PATH, bytesOf('{"id":"m"}'), 0n);
  const store = stepping(inner, ["lost after", "unreachable"]);
  await refusedWith(
    "memory/outcome-unknown",
    () => deleteMemory(store, { id: "m", expect }, NOW),
  );
});
