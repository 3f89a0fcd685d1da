// Copyright 2026 the lnk authors. MIT license.

/** A process that appends a record and keeps the store open: ROOT. */

import { fileStore } from "../../lib/store/files.ts";
import { machine } from "./machine.ts";
import { BINDING } from "./store.ts";

const [root = ""] = Deno.args;
using store = fileStore(machine(), root, BINDING);
const next = await store.last("link:main") + 1;
await store.append("link:main", '{"role":"user","text":"open"}', next);
await Deno.stdout.write(new TextEncoder().encode("open"));
await new Promise((done) => setTimeout(done, 60_000));
