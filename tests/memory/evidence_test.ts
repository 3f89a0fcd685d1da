// Copyright 2026 the lnk authors. MIT license.

/** Evidence of a document: there, not there, or not to be told. */

import { assertEquals } from "@std/assert";
import { checkEvidence, LnkError, type Store } from "@lnk/tool";
import { BINDING } from "../support/store.ts";
import { memory } from "../support/memory_store.ts";

Deno.test("evidence that is not there is kept and told", async () => {
  const store = memory().open(BINDING);
  await store.append("link:main", '{"a":1}', 1);
  const evidence = [
    { thread: "link:main", seq: 1 },
    { thread: "link:main", seq: 2 },
    { thread: "link:gone", seq: 1 },
  ];
  assertEquals(await checkEvidence(store, evidence), {
    missing: evidence.slice(1),
    unchecked: [],
  });
});

Deno.test("a conversation that cannot be read hides nothing of the others", async () => {
  const inner = memory().open(BINDING);
  const store: Store = {
    ...inner,
    last: (thread) =>
      thread === "link:bad"
        ? Promise.reject(
          new LnkError("refused", "store/corrupt-log", "Cannot read it: bad"),
        )
        : inner.last(thread),
  };
  const evidence = [
    { thread: "link:bad", seq: 1 },
    { thread: "link:bad", seq: 2 },
    { thread: "link:gone", seq: 1 },
  ];
  assertEquals(await checkEvidence(store, evidence), {
    missing: evidence.slice(2),
    unchecked: [{ thread: "link:bad", why: "Cannot read it: bad" }],
  });
});

Deno.test("a store that is gone is asked once", async () => {
  let asked = 0;
  const store: Store = {
    ...memory().open(BINDING),
    last: () => {
      asked++;
      return Promise.reject(
        new LnkError("unable", "store/unreachable", "Cannot reach it: gone"),
      );
    },
  };
  const evidence = ["link:a", "link:b"].map((thread) => ({ thread, seq: 1 }));
  const why = "Cannot reach it: gone";
  assertEquals(await checkEvidence(store, evidence), {
    missing: [],
    unchecked: [{ thread: "link:a", why }, { thread: "link:b", why }],
  });
  assertEquals(asked, 1);
});
