// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { bridgeProof } from "@lnk/tool";
import { bridgeSchema } from "../../lib/store/schema.ts";
import {
  ADA,
  BOB,
  greeted,
  OTHER,
  SECRET,
  serving,
  stillServes,
  talk,
} from "../support/bridge.ts";

const HELLO = { op: "hello", ...ADA, proof: "0".repeat(64) };

Deno.test("the first line of a bridge is a challenge, another one every time", () =>
  serving(async ({ connect }) => {
    using one = talk(await connect());
    using two = talk(await connect());
    const [first, second] = [await one.next(), await two.next()];
    assert(/^[0-9a-f]{64}$/.test(first!.challenge!));
    assert(first!.challenge !== second!.challenge);
  }));

Deno.test("a client that proves itself is served every operation", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const path = "memory/notes.md";
    const { ok } = await client.ask({
      op: "file_write",
      path,
      content: "nötes",
      expect: "0",
    });
    const { version } = ok as { version: string };
    assertEquals(await client.ask({ op: "file_read", path }), {
      ok: { path, version, content: "nötes" },
    });
    assertEquals(await client.ask({ op: "file_list", prefix: "memory" }), {
      ok: { files: [{ path, version }] },
    });
    assertEquals(
      await client.ask({ op: "file_delete", path, expect: version }),
      { ok: {} },
    );
    assertEquals(await client.ask({ op: "file_read", path }), {
      ok: { path, version: "0" },
    });
    const thread = "link:main";
    const record = '{"n":12345678901234567890,"x":1e400,"x":1.0}';
    assertEquals(await client.ask({ op: "append", thread, record, seq: 1 }), {
      ok: { seq: 1, repeated: false },
    });
    assertEquals(await client.ask({ op: "last", thread }), { ok: { last: 1 } });
    assertEquals(await client.ask({ op: "read", thread, limit: 9 }), {
      ok: {
        records: [{ seq: 1, raw: `{"seq":1,${record.slice(1)}` }],
        more: false,
      },
    });
    const lease = { name: "main", holder: "h1" };
    assertEquals(
      await client.ask({ op: "lease_acquire", ...lease, ttl: 50 }),
      { ok: { ...lease, expires: 50 } },
    );
    assertEquals(await client.ask({ op: "lease_renew", ...lease, ttl: 60 }), {
      ok: { ...lease, expires: 60 },
    });
    assertEquals(await client.ask({ op: "lease_release", ...lease }), {
      ok: {},
    });
  }));

Deno.test("bytes that are no text travel as base64", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const path = "skills/a.bin";
    const content = "gAD//w==";
    const encoding = "base64";
    const { ok } = await client.ask({
      op: "file_write",
      path,
      content,
      encoding,
    });
    assertEquals(await client.ask({ op: "file_read", path }), {
      ok: { path, version: ok!.version, content, encoding },
    });
    const { error } = await client.ask({
      op: "file_write",
      path,
      content: "gAD//w",
      encoding,
    });
    assertEquals(error!.code, "bridge/malformed-field");
  }));

Deno.test("an error tells its code, kind and what is needed to go on", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const request = {
      op: "append",
      thread: "link:main",
      record: "{}",
      seq: 7,
    };
    assertEquals(await client.ask(request), {
      error: {
        last: 0,
        code: "store/sequence-conflict",
        kind: "conflict",
        message: "Cannot append at 7: the last is 0",
      },
    });
  }));

Deno.test("a failure that nobody planned for is an error without a stack", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const { error } = await client.ask({ op: "last", thread: "link:main" });
    assertEquals(error, {
      code: "program/bug",
      kind: "unable",
      message: "Unexpected failure: TypeError: boom",
    });
  }, {
    before: () => {
      throw new TypeError("boom");
    },
  }));

const wrong: readonly [string, (challenge: string) => Promise<unknown>][] = [
  ["a wrong proof", () => Promise.resolve(HELLO)],
  ["the proof of another secret", async (challenge) => ({
    ...HELLO,
    proof: await bridgeProof(OTHER, challenge, ADA),
  })],
  ["the proof of another agent", async (challenge) => ({
    ...HELLO,
    proof: await bridgeProof(SECRET, challenge, BOB),
  })],
  ["the agent and owner swapped", async (challenge) => ({
    ...HELLO,
    proof: await bridgeProof(SECRET, challenge, {
      agent: ADA.owner,
      owner: ADA.agent,
    }),
  })],
  ["the proof in upper case", async (challenge) => ({
    ...HELLO,
    proof: (await bridgeProof(SECRET, challenge, ADA)).toUpperCase(),
  })],
  ["the proof of another challenge", async () => ({
    ...HELLO,
    proof: await bridgeProof(SECRET, "0".repeat(64), ADA),
  })],
  ["an agent that nobody started", async (challenge) => ({
    op: "hello",
    agent: "eve",
    owner: "kay",
    proof: await bridgeProof(SECRET, challenge, { agent: "eve", owner: "kay" }),
  })],
  ["no proof", () => Promise.resolve({ op: "hello", ...ADA })],
  [
    "a request before the hello",
    () => Promise.resolve({ op: "last", thread: "link:main" }),
  ],
  [
    "a request with a right binding before the hello",
    () => Promise.resolve({ op: "file_list", ...ADA }),
  ],
];

Deno.test.each(wrong)(
  "%s is refused, and the client is closed",
  (_, hello) =>
    serving(async (served) => {
      using client = talk(await served.connect());
      const { challenge } = (await client.next())!;
      const { error, ok } = await client.ask(await hello(challenge!));
      assertEquals(ok, undefined);
      const { code } = error!;
      assert(
        [
          "bridge/not-proven",
          "bridge/hello-first",
          "bridge/malformed-field",
        ].includes(code as string),
        String(code),
      );
      assertEquals(await client.next(), undefined);
      await stillServes(served);
    }),
);

Deno.test("a proof that was overheard is of no use on another connection", () =>
  serving(async ({ connect }) => {
    using one = talk(await connect());
    const { challenge } = (await one.next())!;
    const proof = await bridgeProof(SECRET, challenge!, ADA);
    assert((await one.ask({ ...HELLO, proof })).ok);
    using two = talk(await connect());
    await two.next();
    const { error } = await two.ask({ ...HELLO, proof });
    assertEquals(error!.code, "bridge/not-proven");
  }));

Deno.test("a second hello after a refused one is not read", () =>
  serving(async ({ connect }) => {
    using client = talk(await connect());
    const { challenge } = (await client.next())!;
    const proof = await bridgeProof(SECRET, challenge!, ADA);
    await client.send(
      `${JSON.stringify(HELLO)}\n${JSON.stringify({ ...HELLO, proof })}\n`,
    );
    assertEquals((await client.next())!.error!.code, "bridge/not-proven");
    assertEquals(await client.next(), undefined);
  }));

Deno.test("a new start ends what the old start's secret opened", () =>
  serving(async ({ connect, keys }) => {
    using client = await greeted(await connect());
    keys.start(ADA, OTHER);
    const { error } = await client.ask({ op: "last", thread: "link:main" });
    assertEquals(error!.code, "bridge/old-start");
    assertEquals(await client.next(), undefined);
    using late = talk(await connect());
    const { challenge } = (await late.next())!;
    const proof = await bridgeProof(SECRET, challenge!, ADA);
    const reply = await late.ask({ ...HELLO, proof });
    assertEquals(reply.error!.code, "bridge/not-proven");
    using renewed = await greeted(await connect(), ADA, OTHER);
    assert((await renewed.ask({ op: "last", thread: "link:main" })).ok);
  }));

Deno.test("nobody can be an agent whose start was ended", () =>
  serving(async ({ connect, keys }) => {
    using client = await greeted(await connect());
    keys.end(ADA);
    const { error } = await client.ask({ op: "file_list" });
    assertEquals(error!.code, "bridge/old-start");
  }));

Deno.test("a request names its own agent and owner, or none", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const last = { op: "last", thread: "link:main" };
    assert((await client.ask({ ...last, ...ADA })).ok);
    for (const other of [BOB, { owner: "eve" }, { agent: "" }]) {
      const { error } = await client.ask({ ...last, ...other });
      assertEquals(error!.code, "bridge/other-binding");
    }
    const { error } = await client.ask(HELLO);
    assertEquals(error!.code, "bridge/hello-again");
    assert((await client.ask(last)).ok);
  }));

Deno.test("each agent sees its own storage", () =>
  serving(async ({ connect }) => {
    using ada = await greeted(await connect());
    using bob = await greeted(await connect(), BOB, OTHER);
    await ada.ask({ op: "file_write", path: "skills/a", content: "of ada" });
    assertEquals(await bob.ask({ op: "file_list" }), { ok: { files: [] } });
  }));

Deno.test.each<[string, string, string]>([
  ["no JSON", "last", "bridge/malformed-line"],
  ["an empty line", "", "bridge/malformed-line"],
  ["a list", "[]", "bridge/malformed-line"],
  ["null", "null", "bridge/malformed-line"],
  ["a deep list", "[".repeat(200_000), "bridge/malformed-line"],
  ["no op", "{}", "bridge/unknown-op"],
  ["an unknown op", '{"op":"file_append"}', "bridge/unknown-op"],
  ["an op of a prototype", '{"op":"constructor"}', "bridge/unknown-op"],
  [
    "an unknown field",
    '{"op":"last","thread":"link:a","tread":1}',
    "bridge/unknown-field",
  ],
  [
    "a prototype",
    '{"op":"last","thread":"link:a","__proto__":{}}',
    "bridge/unknown-field",
  ],
  ["a missing field", '{"op":"last"}', "bridge/malformed-field"],
  ["a wrong type", '{"op":"last","thread":1}', "bridge/malformed-field"],
  [
    "a number for a version",
    '{"op":"file_delete","path":"a","expect":1}',
    "bridge/malformed-field",
  ],
  [
    "a version beyond 64 bits",
    '{"op":"file_delete","path":"a","expect":"18446744073709551616"}',
    "bridge/malformed-field",
  ],
  [
    "a version of many digits",
    `{"op":"file_delete","path":"a","expect":"${"9".repeat(100_000)}"}`,
    "bridge/malformed-field",
  ],
  [
    "half a surrogate pair",
    '{"op":"append","thread":"link:a","record":"{\\"a\\":\\"\\ud800\\"}","seq":1}',
    "bridge/malformed-field",
  ],
  [
    "a sequence that JSON rounds",
    '{"op":"append","thread":"link:a","record":"{}","seq":9007199254740993}',
    "bridge/malformed-field",
  ],
])(
  "%s is a coded error, and the session goes on",
  (_, line, code) =>
    serving(async ({ connect }) => {
      using client = await greeted(await connect());
      await client.send(`${line}\n`);
      const { error } = (await client.next())!;
      assertEquals([error!.code, error!.kind], [code, "usage"]);
      assert(String(error!.message).length < 300);
      assert((await client.ask({ op: "last", thread: "link:a" })).ok);
    }),
);

Deno.test("a line that is not UTF-8 is a coded error", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    await client.wire.write(new Uint8Array([0x22, 0xff, 0x22, 0x0a]));
    assertEquals((await client.next())!.error!.code, "bridge/malformed-line");
    assert((await client.ask({ op: "last", thread: "link:a" })).ok);
  }));

Deno.test("requests sent ahead are answered in order", () =>
  serving(async ({ connect }) => {
    using client = await greeted(await connect());
    const count = 500;
    const lines = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        op: "append",
        thread: "link:main",
        record: `{"text":"${i}"}`,
        seq: i + 1,
      }) + "\n");
    await client.send(lines.join(""));
    for (let seq = 1; seq <= count; seq++) {
      assertEquals(await client.next(), { ok: { seq, repeated: false } });
    }
  }));

Deno.test("the schema knows every operation's request and reply", () => {
  const { request, replies } = bridgeSchema() as {
    request: { oneOf: { properties: { op: { const: string } } }[] };
    replies: Record<string, unknown>;
  };
  const asked = request.oneOf.map(({ properties }) => properties.op.const);
  assertEquals(
    Object.keys(replies).sort(),
    ["challenge", "error", ...asked].sort(),
  );
  assertEquals(asked.length, 11);
});
