// Copyright 2026 the lnk authors. MIT license.

/** The look asks no other disk than the one it is given. */

import { assertEquals } from "@std/assert";
import { examine } from "../../lib/doctor.ts";
import { createLedger } from "../../lib/ledger.ts";
import { admitBatch, openQueue } from "../../lib/queue.ts";
import { fileStore } from "../../lib/store/files.ts";
import { capture, OURS } from "../queue/captures.ts";
import { bench } from "../support/disks.ts";
import { bytesOf } from "../support/store.ts";

Deno.test("doctor looks at a simulated disk", async () => {
  await using host = bench("simulated");
  const { disk } = host;
  for (const path of ["/ada", "/ada/chats", "/ada/home", "/home"]) {
    disk.mkdir(path);
  }
  using store = fileStore(host, "/ada", OURS, { index: "memory" });
  await store.append("link:main", '{"role":"user"}', 1);
  await store.fileWrite("memory/notes.md", bytesOf("# Notes\n"), 0n);
  await admitBatch(openQueue(host, "/home"), capture(["a"]));
  await createLedger(host, "/ledger", OURS);
  const subject = { agent: "/ada", home: "/home", ledger: "/ledger" };
  const { checks, errors } = await examine(host, subject);
  assertEquals(errors, 0, JSON.stringify(checks, null, 1));
  const warned = checks.filter(({ status }) => status === "warning");
  assertEquals(warned.map(({ code }) => code), ["doctor/no-sandbox"]);
});
