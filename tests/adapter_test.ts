// Copyright 2026 the lnk authors. MIT license.

/** The example adapter does what its page says. */

import { assert, assertEquals } from "@std/assert";
import { append, putMemory } from "@lnk/tool";
import {
  capture,
  comeBack,
  type Parrot,
  seed,
} from "../examples/adapter/adapter.ts";
import { bridged } from "./support/context.ts";
import { BINDING, storeFolder } from "./support/store.ts";

const EXAMPLE = new URL("../examples/adapter/", import.meta.url);
const SESSION = Deno.readTextFileSync(new URL("session.parrot", EXAMPLE));

async function walkThrough(parrot: Parrot): Promise<void> {
  const { store, thread, host } = parrot;
  await capture(parrot, "s1", SESSION);
  await capture(parrot, "s1", SESSION);
  assertEquals(await store.last(thread), 3);
  const text = await seed(parrot);
  assert(text.includes("green.tin\nblack.tin"));
  assert(!text.includes("They want tea"));
  assertEquals((await comeBack(parrot)).news.current, true);
  // Meanwhile another adapter is at work.
  const record = '{"role":"user","text":"And coffee?"}';
  await append(store, { thread, record });
  const change = { id: "other.note", document: "{}", expect: 0n };
  await putMemory(store, change, host.now);
  const { news, events } = await comeBack(parrot);
  assertEquals(news.added, ["memory/portable/other.note.json"]);
  assertEquals(events.map(({ text }) => text), ["And coffee?"]);
}

Deno.test("the example adapter captures, leaves and returns, in a folder", async () => {
  using bench = storeFolder();
  const { host, root } = bench;
  const thread = "link:main";
  const home = `${root}/parrot`;
  Deno.mkdirSync(home);
  const store = bench.open();
  await walkThrough({ host, store, binding: BINDING, thread, home });
});

Deno.test("the example adapter captures, leaves and returns, over a bridge", async () => {
  await using place = await bridged();
  const { host, root } = place.bench;
  const thread = "link:main";
  const home = `${root}/parrot`;
  Deno.mkdirSync(home);
  const store = place.store();
  await walkThrough({ host, store, binding: BINDING, thread, home });
});

Deno.test("the example adapter has less than 100 lines", () => {
  const text = Deno.readTextFileSync(new URL("adapter.ts", EXAMPLE));
  assert(text.split("\n").length < 100);
});
