// Copyright 2026 the lnk authors. MIT license.

/** The session in docs/bridge.md is what a bridge really says. */

import { assertEquals } from "@std/assert";
import { fileStore, keyring, serveClient } from "@lnk/tool";
import { ADA, HOST, talk } from "../support/bridge.ts";
import { wirePair } from "../support/wires.ts";

const PAGE = new URL("../../docs/bridge.md", import.meta.url);

Deno.test("the session in docs/bridge.md is replayed word by word", async () => {
  const page = Deno.readTextFileSync(PAGE);
  const session = /```text\n(S [^`]+)```/.exec(page)![1]!;
  const root = Deno.makeTempDirSync({ prefix: "lnk-" });
  const host = { ...HOST, now: () => Date.UTC(2026, 0, 1) };
  const keys = keyring();
  keys.start(ADA, new TextEncoder().encode("of this start"));
  const [ours, theirs] = wirePair();
  const service = {
    keyring: keys,
    open: (binding: typeof ADA) => fileStore(host, root, binding),
    random: (length: number) => Uint8Array.from({ length }, (_, i) => i),
  };
  const served = serveClient(theirs, service, new AbortController().signal);
  const client = talk(ours);
  const heard: string[] = [];
  try {
    for (const line of session.trimEnd().split("\n")) {
      const said = line.slice(2);
      if (line.startsWith("C")) await client.send(`${said}\n`);
      heard.push(
        line.startsWith("C")
          ? line
          : `S ${JSON.stringify(await client.next())}`,
      );
    }
  } finally {
    ours.close();
    await served;
    Deno.removeSync(root, { recursive: true });
  }
  if (Deno.env.get("LNK_UPDATE") !== undefined) {
    const text = heard.join("\n") + "\n";
    Deno.writeTextFileSync(PAGE, page.replace(session, () => text));
  } else assertEquals(heard.join("\n"), session.trimEnd());
});
