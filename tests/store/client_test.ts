// Copyright 2026 the lnk authors. MIT license.

/** The store behind a bridge, also where the bridge is a hostile one. */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  bridgeStore,
  inert,
  keyring,
  LnkError,
  openBridgeStore,
  realUnix,
  serveClient,
  type Store,
  type Wire,
} from "@lnk/tool";
import { ADA, HOST, OTHER, SECRET, serving, until } from "../support/bridge.ts";
import { memory } from "../support/memory_store.ts";
import { wirePair } from "../support/wires.ts";

const THREAD = "link:main";

async function failing(
  call: () => Promise<unknown>,
): Promise<[string, string, unknown]> {
  const { code, kind, details } = await assertRejects(call, LnkError);
  return [code, kind, details.outcome];
}

Deno.test("a store behind a bridge is a store", () =>
  serving(async ({ connect }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    const bytes = new Uint8Array([0, 0xff, 10, 13]);
    const version = await store.fileWrite("skills/a", bytes, 0n);
    assert(version > 2n ** 63n, "too large for a number");
    assertEquals(await store.fileRead("skills/a"), {
      path: "skills/a",
      version,
      content: bytes,
    });
    assertEquals(await store.fileList(), [{ path: "skills/a", version }]);
    assertEquals(await store.fileList("memory"), []);
    await store.fileDelete("skills/a", version);
    assertEquals(await store.fileRead("skills/a"), undefined);
    const lease = await store.leaseAcquire("main", "h1", 10);
    assertEquals(lease, { name: "main", holder: "h1", expires: 10 });
    assertEquals((await store.leaseRenew("main", "h1", 20)).expires, 20);
    await store.leaseRelease("main", "h1");
  }));

Deno.test.each<[string, string]>([
  ["a large number", '{"n":12345678901234567890,"m":1e400,"o":1.0}'],
  ["a key twice", '{"a":1,"a":2}'],
  ["half a surrogate, escaped", '{"a":"\\ud800"}'],
  ["line separators", '{"a":"\u2028\u2029\u0085"}'],
  ["escapes and spaces", '{ "\\u0061" :\t"\\/\\u0000" }'],
  ["a long text", `{"a":"${"\u{1f600}".repeat(100_000)}"}`],
])(
  "a record with %s comes back as it was",
  (_, record) =>
    serving(async ({ connect }) => {
      using store = bridgeStore(connect, ADA, SECRET);
      await store.append(THREAD, record, 1);
      assertEquals(await store.read(THREAD), {
        records: [{ seq: 1, raw: `{"seq":1,${record.slice(1)}` }],
        more: false,
      });
    }),
);

Deno.test("a store's refusals keep their code, kind and details", () =>
  serving(async ({ connect }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    const version = await store.fileWrite("skills/a", new Uint8Array());
    const conflict = await assertRejects(
      () => store.fileWrite("skills/a", new Uint8Array(), 7n),
      LnkError,
    );
    assertEquals(
      [conflict.code, conflict.kind, conflict.details],
      ["store/version-conflict", "conflict", { version }],
    );
    const sequence = await assertRejects(
      () => store.append(THREAD, "{}", 9),
      LnkError,
    );
    assertEquals(sequence.details, { last: 0 });
    assertEquals(await store.last(THREAD), 0);
  }));

Deno.test("it connects when it is first used, and once", () =>
  serving(async ({ connect }) => {
    let connections = 0;
    using store = bridgeStore(
      () => {
        connections++;
        return connect();
      },
      ADA,
      SECRET,
    );
    assertEquals(connections, 0);
    await Promise.all([store.last(THREAD), store.last(THREAD)]);
    await store.last(THREAD);
    assertEquals(connections, 1);
  }));

Deno.test("calls at once are answered each with its own reply", () =>
  serving(async ({ connect }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    const calls = Array.from(
      { length: 50 },
      (_, i) => store.append(THREAD, "{}", i + 1),
    );
    const seqs = (await Promise.all(calls)).map(({ seq }) => seq);
    assertEquals(seqs, Array.from({ length: 50 }, (_, i) => i + 1));
  }));

Deno.test("one call's failure is not the next one's", () =>
  serving(async ({ connect }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    const [one, two] = await Promise.allSettled([
      store.append(THREAD, "{}", 9),
      store.append(THREAD, "{}", 1),
    ]);
    assertEquals([one.status, two.status], ["rejected", "fulfilled"]);
  }));

Deno.test("a wrong secret, no server, a full bridge: each says so", async () => {
  await serving(async ({ connect, path }) => {
    using wrong = bridgeStore(connect, ADA, OTHER);
    assertEquals(await failing(() => wrong.last(THREAD)), [
      "bridge/not-proven",
      "no",
      undefined,
    ]);
    using nobody = bridgeStore(
      () => realUnix().connect(`${path}.none`),
      ADA,
      SECRET,
    );
    assertEquals(await failing(() => nobody.append(THREAD, "{}", 1)), [
      "store/unreachable",
      "unable",
      undefined,
    ]);
    const { help } = await assertRejects(
      () => nobody.fileRead("skills/a"),
      LnkError,
    );
    assertStringIncludes(help!, "nothing was changed");
    using first = bridgeStore(connect, ADA, SECRET);
    await first.last(THREAD);
    using second = bridgeStore(connect, ADA, SECRET);
    assertEquals(await failing(() => second.last(THREAD)), [
      "bridge/busy",
      "unable",
      undefined,
    ]);
    first[Symbol.dispose]();
  }, { clients: 1 });
});

Deno.test("a connection that the bridge closed is made anew, and nothing is sent twice", () =>
  serving(async ({ connect, bridge }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    await store.append(THREAD, "{}", 1);
    await until(() => bridge.clients === 0);
    // The runtime closes a socket a moment after it was told to.
    await HOST.sleep(20);
    await store.append(THREAD, "{}", 2);
    assertEquals(await store.last(THREAD), 2);
  }, { idle: 40 }));

Deno.test("a bridge that stops amid a call leaves its outcome unknown", async () => {
  const [ours, theirs] = wirePair();
  const stored = memory({
    before: (op) => {
      // The server dies after it was asked and before it answers.
      if (op === "append" || op === "read") theirs.close();
    },
  });
  const keys = keyring();
  keys.start(ADA, SECRET);
  const service = { keyring: keys, open: stored.open, random: HOST.random };
  const served = serveClient(theirs, service, new AbortController().signal);
  using store = bridgeStore(() => Promise.resolve(ours), ADA, SECRET);
  assertEquals(await store.last(THREAD), 0);
  const { code, kind, help, details } = await assertRejects(
    () => store.append(THREAD, "{}", 1),
    LnkError,
  );
  assertEquals([code, kind], ["store/unreachable", "unable"]);
  assertEquals(details, { outcome: "unknown", thread: THREAD });
  assertStringIncludes(help!, "it is kept once");
  await served;
});

for (
  const [what, change, helps] of [
    [
      "a write at a version",
      (store: Store) => store.fileWrite("skills/a", new Uint8Array(), 7n),
      "the same change again is safe",
    ],
    [
      "a write at any version",
      (store: Store) => store.fileWrite("skills/a", new Uint8Array()),
      "would replace what another wrote",
    ],
    [
      "a removal",
      (store: Store) => store.fileDelete("skills/a", 7n),
      "the same change again is safe",
    ],
    [
      "a lease",
      (store: Store) => store.leaseAcquire("l", "h", 1000),
      "as the same holder",
    ],
  ] as const
) {
  Deno.test(`the help after a lost answer fits ${what}`, async () => {
    const [ours, theirs] = wirePair();
    const stored = memory({
      before: (op) => {
        if (op !== "last") theirs.close();
      },
    });
    const keys = keyring();
    keys.start(ADA, SECRET);
    const service = { keyring: keys, open: stored.open, random: HOST.random };
    const served = serveClient(theirs, service, new AbortController().signal);
    using store = bridgeStore(() => Promise.resolve(ours), ADA, SECRET);
    const { help, details } = await assertRejects(
      async () => await change(store),
      LnkError,
    );
    assertEquals(details.outcome, "unknown");
    assertStringIncludes(help!, helps);
    await served;
  });
}

Deno.test("a lost reply to a question leaves nothing unknown, and the next call asks anew", async () => {
  let wire: Wire | undefined;
  let lose = true;
  await serving(async ({ connect }) => {
    using store = bridgeStore(
      async () => wire = await connect(),
      ADA,
      SECRET,
    );
    assertEquals(await failing(() => store.last(THREAD)), [
      "store/unreachable",
      "unable",
      undefined,
    ]);
    lose = false;
    assertEquals(await store.last(THREAD), 0);
  }, {
    before: () => {
      if (lose) wire!.close();
    },
  });
});

Deno.test("a store that was closed says so, also amid a call", () =>
  serving(async ({ connect }) => {
    const store = bridgeStore(connect, ADA, SECRET);
    const call = failing(() => store.last(THREAD));
    store[Symbol.dispose]();
    assertEquals((await call)[0], "store/unreachable");
    assertEquals(
      (await failing(() => store.last(THREAD)))[0],
      "store/unreachable",
    );
    store[Symbol.dispose]();
  }));

Deno.test("a request that no bridge takes is not sent", () =>
  serving(async ({ connect }) => {
    using store = bridgeStore(connect, ADA, SECRET);
    const long = `{"a":"${"x".repeat(34 * 1024 * 1024)}"}`;
    assertEquals(await failing(() => store.append(THREAD, long, 1)), [
      "bridge/line-too-long",
      "refused",
      undefined,
    ]);
    assertEquals(await store.last(THREAD), 0);
  }));

const CHALLENGE = `{"challenge":"${"ab".repeat(32)}"}\n`;
const WELCOME = '{"ok":{"version":1,"line_limit":25165824}}\n';

/** A store whose bridge says these things, one a line it hears, and then nothing. */
async function hostile(
  says: readonly string[],
  use: (store: Store) => Promise<void>,
  ends = false,
): Promise<void> {
  const [ours, theirs] = wirePair();
  const speak = async () => {
    const buffer = new Uint8Array(65536);
    for (const [index, text] of says.entries()) {
      if (index > 0 && await theirs.read(buffer) === null) return;
      let rest = new TextEncoder().encode(text);
      while (rest.length > 0) rest = rest.subarray(await theirs.write(rest));
    }
    if (ends) theirs.close();
  };
  const spoken = speak().catch(() => {});
  const store = openBridgeStore({
    connect: () => Promise.resolve(ours),
    binding: ADA,
    secret: SECRET,
    limits: { hello: 200, reply: 200, length: 200_000 },
  });
  try {
    await use(store);
  } finally {
    store[Symbol.dispose]();
    theirs.close();
    await spoken;
  }
}

Deno.test.each<[string, readonly string[], string]>([
  ["nothing", [""], "store/unreachable"],
  ["a challenge that never ends", ["a".repeat(100_000)], "store/unreachable"],
  [
    "a huge challenge",
    [`{"challenge":"${"ab".repeat(5000)}"}\n`],
    "bridge/protocol",
  ],
  [
    "a challenge with a line break",
    ['{"challenge":"ab\\nada"}\n'],
    "bridge/protocol",
  ],
  ["an empty challenge", ['{"challenge":""}\n'], "bridge/protocol"],
  ["noise", ["\u0000\u0001\n"], "bridge/protocol"],
  ["a list", ["[]\n"], "bridge/protocol"],
  ["a welcome before the hello", [WELCOME], "bridge/protocol"],
  ["two lines at once", [CHALLENGE + WELCOME], "bridge/protocol"],
  [
    "an error without a code",
    ['{"error":{"message":"no"}}\n'],
    "bridge/protocol",
  ],
  ["an error of its own", [
    '{"error":{"code":"other/thing","message":"\\u001b[31mno"}}\n',
  ], "other/thing"],
  ["a welcome of another version", [
    CHALLENGE,
    '{"ok":{"version":2,"line_limit":1}}\n',
  ], "bridge/protocol"],
])(
  "a bridge that says %s is not believed",
  (_, says, want) =>
    hostile(says, async (store) => {
      const error = await assertRejects(
        () => store.append(THREAD, "{}", 1),
        LnkError,
      );
      assertEquals(
        [error.code, error.kind, error.details.outcome],
        [want, "unable", undefined],
      );
      assert(!inert(error.message).includes("\u001b"));
    }),
);

Deno.test.each<[string, string, string]>([
  ["nothing", "", "store/unreachable"],
  ["a reply that never ends", '{"ok":', "store/unreachable"],
  ["noise", "}{\n", "bridge/protocol"],
  ["a reply to something else", '{"ok":{"last":1}}\n', "bridge/protocol"],
  [
    "a reply with another type",
    '{"ok":{"seq":"1","repeated":false}}\n',
    "bridge/protocol",
  ],
  [
    "a reply and one more",
    '{"ok":{"seq":1,"repeated":false}}\n{}\n',
    "bridge/protocol",
  ],
  ["neither ok nor error", "{}\n", "bridge/protocol"],
])(
  "a bridge that answers a change with %s leaves it unknown",
  (_, reply, want) =>
    hostile([CHALLENGE, WELCOME, reply], async (store) => {
      assertEquals(await failing(() => store.append(THREAD, "{}", 1)), [
        want,
        "unable",
        "unknown",
      ]);
    }),
);

Deno.test("a reply that is longer than any is given up in bounded memory", () => {
  const flood = "a".repeat(1_000_000);
  return hostile([CHALLENGE, WELCOME, `${flood}\n`], async (store) => {
    assertEquals(
      (await failing(() => store.last(THREAD)))[0],
      "bridge/protocol",
    );
  });
});

Deno.test("a bridge that ends after its challenge is unreachable", () =>
  hostile([CHALLENGE], async (store) => {
    assertEquals(
      (await failing(() => store.last(THREAD)))[0],
      "store/unreachable",
    );
  }, true));
