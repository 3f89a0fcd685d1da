// Copyright 2026 the lnk authors. MIT license.

/** Leases, also on a clock that steps. */

import { assert, assertEquals } from "@std/assert";
import { LONGEST_LEASE } from "../../lib/store/leases.ts";
import { refusedWith, storeFolder } from "../support/store.ts";

const NAME = "link:main";

Deno.test("a lease is durable, renewed and given back by its holder", async () => {
  using folder = storeFolder();
  const start = folder.clock.now;
  {
    using store = folder.open();
    const lease = await store.leaseAcquire(NAME, "a", 1000);
    assertEquals(lease, { name: NAME, holder: "a", expires: start + 1000 });
  }
  using store = folder.open();
  const held = await refusedWith(
    "store/lease-held",
    () => store.leaseAcquire(NAME, "b", 1000),
  );
  assertEquals(held.details, { holder: "a", expires: start + 1000 });
  await refusedWith(
    "store/lease-lost",
    () => store.leaseRenew(NAME, "b", 1000),
  );
  await refusedWith("store/lease-lost", () => store.leaseRelease(NAME, "b"));
  // Asked again after a lost answer.
  assertEquals(
    (await store.leaseAcquire(NAME, "a", 1000)).expires,
    start + 1000,
  );
  folder.clock.now += 999;
  await refusedWith(
    "store/lease-held",
    () => store.leaseAcquire(NAME, "b", 1000),
  );
  assertEquals((await store.leaseRenew(NAME, "a", 500)).expires, start + 1499);
  await store.leaseRelease(NAME, "a");
  await refusedWith("store/lease-lost", () => store.leaseRelease(NAME, "a"));
  assertEquals((await store.leaseAcquire(NAME, "b", 1)).holder, "b");
});

Deno.test("a lease that ended is its holder's until another takes it", async () => {
  using folder = storeFolder();
  using store = folder.open();
  await store.leaseAcquire(NAME, "a", 1000);
  folder.clock.now += 5000;
  await store.leaseRenew(NAME, "a", 1000);
  folder.clock.now += 1000;
  await store.leaseAcquire(NAME, "b", 1000);
  await refusedWith(
    "store/lease-lost",
    () => store.leaseRenew(NAME, "a", 1000),
  );
});

Deno.test("a clock that steps back ends no lease early and none never", async () => {
  const hour = 3_600_000;
  for (const back of [1, 1000, hour, 20 * 365 * 24 * hour]) {
    using folder = storeFolder();
    using store = folder.open();
    await store.leaseAcquire(NAME, "a", hour);
    folder.clock.now -= back;
    let waited = 0;
    while (true) {
      try {
        await store.leaseAcquire(NAME, "b", 1000);
        break;
      } catch {
        folder.clock.now += hour / 4;
        waited += hour / 4;
      }
      assert(waited <= 2 * hour, `${waited} ms after a step of ${back}`);
    }
    assert(waited >= hour, `after ${waited} ms only`);
  }
});

Deno.test("one look at a wrong clock shortens no lease", async () => {
  for (const blips of [[50_000], [50_000, 40_000, 1], [99_999]]) {
    for (const who of ["b", "a"]) {
      using folder = storeFolder();
      folder.clock.now = 100_000;
      using store = folder.open();
      await store.leaseAcquire(NAME, "a", 10_000);
      for (const blip of blips) {
        folder.clock.now = blip;
        if (who === "a") await store.leaseRenew(NAME, "a", 10_000);
        else {
          await refusedWith(
            "store/lease-held",
            () => store.leaseAcquire(NAME, "b", 10_000),
          );
        }
      }
      for (const now of [101_000, 109_999]) {
        folder.clock.now = now;
        const held = await refusedWith(
          "store/lease-held",
          () => store.leaseAcquire(NAME, "b", 10_000),
        );
        assertEquals(held.details, { holder: "a", expires: 110_000 });
      }
      folder.clock.now = 110_000;
      await store.leaseAcquire(NAME, "b", 10_000);
    }
  }
});

Deno.test("a clock that steps back many times keeps a lease's file small and sound", async () => {
  using folder = storeFolder();
  folder.clock.now = 100_000;
  using store = folder.open();
  await store.leaseAcquire(NAME, "a", 10_000);
  for (let step = 1; step <= 50; step++) {
    folder.clock.now = 100_000 - step * 100;
    await refusedWith(
      "store/lease-held",
      () => store.leaseAcquire(NAME, "b", 10_000),
    );
  }
  folder.clock.now = 109_999;
  await refusedWith(
    "store/lease-held",
    () => store.leaseAcquire(NAME, "b", 10_000),
  );
  folder.clock.now = 110_000;
  assertEquals((await store.leaseAcquire(NAME, "b", 1)).holder, "b");
});

Deno.test("a step back that is smaller than what passed is waited out", async () => {
  using folder = storeFolder();
  using store = folder.open();
  await store.leaseAcquire(NAME, "a", 1000);
  folder.clock.now += 900;
  folder.clock.now -= 600;
  const held = await refusedWith(
    "store/lease-held",
    () => store.leaseAcquire(NAME, "b", 1000),
  );
  const left = held.details.expires as number - folder.clock.now;
  assert(left >= 100 && left <= 1000);
});

Deno.test("what is no lease is refused and kept", async () => {
  using folder = storeFolder();
  using store = folder.open();
  await store.leaseAcquire(NAME, "a", 1000);
  const file = `${folder.root}/.lnk/store/leases/${NAME}.json`;
  const good = JSON.parse(Deno.readTextFileSync(file));
  for (
    const bad of [
      "",
      "null",
      "{}",
      "\0".repeat(64),
      JSON.stringify({ ...good, version: 2 }),
      JSON.stringify({ ...good, name: "other" }),
      JSON.stringify({ ...good, ttl: LONGEST_LEASE + 1 }),
      JSON.stringify({ ...good, ttl: 0 }),
      JSON.stringify({ ...good, granted: "1" }),
      JSON.stringify({ ...good, holder: null }),
      JSON.stringify({ ...good, earlier: [1] }),
      JSON.stringify({ ...good, earlier: [[1, "2"]] }),
      JSON.stringify({ ...good, earlier: {} }),
    ]
  ) {
    Deno.writeTextFileSync(file, bad);
    await refusedWith(
      "store/corrupt-lease",
      () => store.leaseAcquire(NAME, "b", 1000),
    );
    await refusedWith(
      "store/corrupt-lease",
      () => store.leaseRelease(NAME, "a"),
    );
    assertEquals(Deno.readTextFileSync(file), bad);
  }
});

Deno.test.each(
  [
    ["", "a", 1000],
    ["../x", "a", 1000],
    [".x", "a", 1000],
    ["a/b", "a", 1000],
    ["x".repeat(129), "a", 1000],
    ["x", "", 1000],
    ["x", "a\n", 1000],
    ["x", "a".repeat(257), 1000],
    ["x", "a", 0],
    ["x", "a", -1],
    ["x", "a", 1.5],
    ["x", "a", NaN],
    ["x", "a", LONGEST_LEASE + 1],
  ] as const,
)("leaseAcquire(%j, %j, %s) is refused", async (name, holder, ttl) => {
  using folder = storeFolder();
  using store = folder.open();
  await refusedWith("store/lease", () => store.leaseAcquire(name, holder, ttl));
  assertEquals(Array.from(Deno.readDirSync(folder.root)), []);
});
