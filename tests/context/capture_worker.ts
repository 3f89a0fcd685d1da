// Copyright 2026 the lnk authors. MIT license.

/** An adapter that captures numbered records over a bridge until all are there. Run by kill_test.ts. */

import { append, bridgeStore, LnkError, realUnix } from "@lnk/tool";

const [socket, count] = Deno.args as [string, string];
const secret = new TextEncoder().encode("the secret of this start");
const binding = { agent: "ada", owner: "kay" };
const connect = () => realUnix().connect(socket);
using store = bridgeStore(connect, binding, secret);
for (let i = 1; i <= Number(count); i++) {
  const source = { adapter: "a", session: "s", record: `${i}` };
  const record = JSON.stringify({ role: "user", text: `${i}`, source });
  for (let done = false; !done;) {
    try {
      await append(store, { thread: "link:main", record });
      done = true;
    } catch (error) {
      if (!(error instanceof LnkError) || error.kind !== "unable") throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
