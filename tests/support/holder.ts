// Copyright 2026 the lnk authors. MIT license.

/**
 * Another process at a folder's lock: `hold` keeps it until it is killed,
 * `count N` adds N to the number in a file, one lock a step.
 *
 * holder.ts FOLDER hold|count [N]
 *
 * @module
 */

import {
  durableWrite,
  readPrivate,
  realDisk,
  withLock,
} from "../../lib/disk.ts";
import { machine } from "./machine.ts";

const [folder, what, times] = Deno.args;
const host = machine({ disk: realDisk(folder!) });

function addOne(): void {
  const bytes = readPrivate(host.disk, "count", 9) ?? new Uint8Array();
  const next = Number(new TextDecoder().decode(bytes)) + 1;
  durableWrite(host, "count", new TextEncoder().encode(String(next)));
}

if (what === "hold") {
  await withLock(host, ".", {}, async () => {
    Deno.stdout.writeSync(new TextEncoder().encode("held"));
    await host.sleep(60_000);
  });
} else {
  for (let step = 0; step < Number(times); step++) {
    await withLock(host, ".", { wait: 60_000 }, addOne);
  }
}
