// Copyright 2026 the lnk authors. MIT license.

/** What a bridge bears: whatever one client does, the others are served on. */

import { assert, assertEquals } from "@std/assert";
import { BRIDGE_LIMITS } from "@lnk/tool";
import { answerRequest } from "../../lib/store/answer.ts";
import { fromContent, toContent } from "../../lib/store/content.ts";
import { encodeRequest } from "../../lib/store/requests.ts";
import { lineReader } from "../../lib/store/stream.ts";
import {
  ADA,
  greeted,
  HOST,
  serving,
  stillServes,
  type Talk,
  talk,
  until,
} from "../support/bridge.ts";
import { memory } from "../support/memory_store.ts";

const LAST = { op: "last", thread: "link:main" };
const MIB = 1024 * 1024;

/** Numbers that look random, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SEED = Number(Deno.env.get("LNK_SEED") ?? 20260101);

/** A line without a newline: noise, broken JSON, or a request with a part exchanged. */
function fuzzedLine(random: () => number): Uint8Array<ArrayBuffer> {
  const pick = <T>(list: readonly T[]) =>
    list[Math.floor(random() * list.length)]!;
  const value = (): unknown =>
    pick<() => unknown>([
      () => null,
      () => random() * 2 ** 60 - 2 ** 59,
      () => "link:main",
      () => "../../etc/passwd",
      () => "\0\u202e\ud800",
      () => "x".repeat(random() * 3000),
      () => [[[]]],
      () => ({ op: "hello", toString: 1 }),
      () => true,
      () => "18446744073709551615",
    ])();
  const request: Record<string, unknown> = {
    op: pick([
      "hello",
      "file_read",
      "file_write",
      "last",
      "read",
      "append",
      "",
    ]),
    path: "memory/notes.md",
    thread: "link:main",
    record: "{}",
    seq: 1,
  };
  for (
    const name of ["op", "thread", "path", "expect", "agent", "constructor"]
  ) {
    if (random() < 0.3) request[name] = value();
    if (random() < 0.3) delete request[name];
  }
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const flips = random() < 0.5 ? 0 : Math.ceil(random() * 20);
  for (let i = 0; i < flips; i++) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  return bytes.subarray(0, random() < 0.8 ? bytes.length : random() * 40)
    .filter((byte) => byte !== 0x0a);
}

Deno.test("10,000 fuzzed lines get 10,000 replies, and others are served", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    const random = randomOf(SEED);
    for (let sent = 0; sent < 10_000; sent += 500) {
      const lines = Array.from({ length: 500 }, () => fuzzedLine(random));
      const blob = new Blob(lines.flatMap((line) => [line, "\n"]));
      await Promise.all([
        sendBytes(client, await blob.bytes()),
        readReplies(client, 500),
      ]);
      await stillServes(served);
    }
    assert((await client.ask(LAST)).ok, `seed ${SEED}`);
  }));

async function sendBytes(
  { wire }: Talk,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(await wire.write(rest));
}

async function readReplies(client: Talk, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const reply = await client.next();
    assert(reply?.ok || reply?.error, `seed ${SEED}, reply ${i}`);
    assert(reply.error?.code !== "program/bug", JSON.stringify(reply));
  }
}

Deno.test("fuzzed lines instead of a hello end that client alone", () =>
  serving(async (served) => {
    const random = randomOf(SEED);
    for (let i = 0; i < 50; i++) {
      using client = talk(await served.connect());
      await client.next();
      const line = fuzzedLine(random);
      await sendBytes(client, line);
      await client.send("\n");
      const reply = await client.next();
      assert(reply?.error, `seed ${SEED}, line ${i}`);
      assertEquals(await client.next(), undefined);
    }
    await stillServes(served);
  }));

function writeRequest(length: number): string {
  const frame = '{"op":"file_write","path":"skills/a","content":""}';
  const content = "a".repeat(length - frame.length);
  return frame.replace('""', `"${content}"`) + "\n";
}

Deno.test("a line has at most 34 MiB, and not a byte more", () =>
  serving(async (served) => {
    assertEquals(BRIDGE_LIMITS.length, 34 * MIB);
    using client = await greeted(await served.connect());
    await client.send(writeRequest(34 * MIB));
    assert((await client.next())!.ok);
    await client.send(writeRequest(34 * MIB + 1));
    const { error } = (await client.next())!;
    assertEquals([error!.code, error!.limit], [
      "bridge/line-too-long",
      34 * MIB,
    ]);
    assert((await client.ask(LAST)).ok);
    await stillServes(served);
  }));

Deno.test("a reply that would be too long is an error, and the session goes on", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    const content = "\u{1f600}".repeat(400);
    const path = "skills/a";
    assert((await client.ask({ op: "file_write", path, content })).ok);
    const { error } = await client.ask({ op: "file_read", path });
    assertEquals(error!.code, "bridge/reply-too-long");
    assert((await client.ask(LAST)).ok);
  }, { replyLength: 1000 }));

Deno.test("a page of records ends early, but is never empty", async () => {
  const raw = `{"seq":1,"text":"${"a".repeat(5 * MIB)}"}`;
  using store = memory().open(ADA);
  const page = (count: number) => ({
    ...store,
    read: () =>
      Promise.resolve({
        records: Array.from({ length: count }, (_, i) => ({ seq: i + 1, raw })),
        more: false,
      }),
  });
  for (const count of [0, 1, 3]) {
    const answer = await answerRequest(page(count), {
      op: "read",
      thread: "link:main",
    });
    const { records, more } = answer as { records: unknown[]; more: boolean };
    assertEquals([records.length, more], [Math.min(count, 1), count > 1]);
  }
});

Deno.test("what the store takes fits into a line, however much is escaped", () => {
  const thread = "link:" + "a".repeat(64);
  const frame = '{"a":""}';
  const escapes = '\\"'.repeat((16 * MIB - frame.length) / 2);
  const record = frame.replace('""', () => `"${escapes}"`);
  const seq = Number.MAX_SAFE_INTEGER;
  assert(
    encodeRequest({ op: "append", thread, record, seq }).length > 31 * MIB,
  );
  const path = "skills/a";
  const expect = "18446744073709551615";
  for (const byte of [0x00, 0x22, 0x0a, 0xff]) {
    const bytes = new Uint8Array(16 * MIB).fill(byte);
    const content = toContent(bytes);
    const op = "file_write";
    encodeRequest({ op, path, ...content, expect });
    assertEquals(fromContent(content).length, bytes.length);
  }
  const short = new Uint8Array(1000);
  assertEquals(toContent(short), { content: "\0".repeat(1000) });
});

Deno.test("the time for a hello is one for all of it", () =>
  serving(async ({ connect }) => {
    using client = talk(await connect());
    await client.next();
    const start = performance.now();
    await HOST.sleep(300);
    await client.send("{");
    assertEquals((await client.next())!.error!.code, "bridge/late");
    assert(performance.now() - start >= 390);
    assertEquals(await client.next(), undefined);
  }, { hello: 400 }));

Deno.test("a hello has at most 4 KiB", () =>
  serving(async (served) => {
    using client = talk(await served.connect());
    await client.next();
    await client.send(" ".repeat(4097) + "\n");
    assertEquals((await client.next())!.error!.code, "bridge/line-too-long");
    assertEquals(await client.next(), undefined);
  }));

Deno.test("a reader holds no more than a line, however much comes", async () => {
  const limit = MIB;
  let left = 16 * MIB;
  const wire = {
    read: (into: Uint8Array<ArrayBuffer>) => {
      const got = Math.min(into.length, left, 50_000);
      left -= got;
      into.fill(0x61, 0, got);
      if (got < 50_000 && left === 0) into[got - 1] = 0x0a;
      assert(reader.held <= limit + 1, `it holds ${reader.held}`);
      return Promise.resolve(got === 0 ? null : got);
    },
  };
  const reader = lineReader(wire);
  const limits = { length: limit, idle: 1000, whole: 10_000 };
  assertEquals(await reader.next(limits), "too-long");
  assertEquals(await reader.next(limits), "ended");
  assert(reader.held <= 16 * 1024);
});

Deno.test("a line that comes bit by bit runs out of time", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    let replied = false;
    const reply = client.next().finally(() => replied = true);
    while (!replied) {
      await client.send(" ").catch(() => {});
      await HOST.sleep(5);
    }
    assertEquals((await reply)!.error!.code, "bridge/late");
    assertEquals(await client.next(), undefined);
    await stillServes(served);
  }, { line: 60 }));

Deno.test("a client that says no hello runs out of time", () =>
  serving(async (served) => {
    using silent = talk(await served.connect());
    using slow = talk(await served.connect());
    await Promise.all([silent.next(), slow.next()]);
    await slow.send('{"op":');
    for (const client of [silent, slow]) {
      assertEquals((await client.next())!.error!.code, "bridge/late");
      assertEquals(await client.next(), undefined);
    }
    await stillServes(served);
  }, { hello: 60 }));

Deno.test("a client that asks nothing any more runs out of time", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    assert((await client.ask(LAST)).ok);
    assertEquals((await client.next())!.error!.code, "bridge/late");
    assertEquals(await client.next(), undefined);
  }, { idle: 60 }));

Deno.test("a client that takes no replies is not read from, and ends", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    const content = "a".repeat(MIB);
    const write = { op: "file_write", path: "skills/a", content };
    assert((await client.ask(write)).ok);
    const read = `${JSON.stringify({ op: "file_read", path: "skills/a" })}\n`;
    let sent = 0;
    const flood = (async () => {
      while (true) {
        await client.send(read.repeat(100));
        sent += 100;
      }
    })().catch(() => {});
    await stillServes(served);
    await flood;
    assert(sent < 20_000, `it took ${sent} requests without a reply taken`);
    await stillServes(served);
    await until(() => served.bridge.clients === 0);
  }, { reply: 200 }));

Deno.test("the 65th client hears why it is not served", () =>
  serving(async (served) => {
    const clients: Talk[] = [];
    for (let i = 0; i < 64; i++) {
      clients.push(await greeted(await served.connect()));
    }
    using late = talk(await served.connect());
    const { error } = (await late.next())!;
    assertEquals([error!.code, error!.clients], ["bridge/busy", 64]);
    assertEquals(await late.next(), undefined);
    for (const client of clients) assert((await client.ask(LAST)).ok);
    clients.pop()![Symbol.dispose]();
    await until(() => served.bridge.clients === 63);
    await stillServes(served);
    for (const client of clients) client[Symbol.dispose]();
  }));

Deno.test("a client that is gone amid its request ends itself alone", async () => {
  let entered = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  await serving(async (served) => {
    using other = await greeted(await served.connect());
    const client = await greeted(await served.connect());
    await client.send(`${JSON.stringify({ op: "file_list" })}\n`);
    await until(() => entered > 0);
    client.wire.close();
    const half = await greeted(await served.connect());
    await half.send('{"op":"last","thr');
    half.wire.close();
    assert((await other.ask(LAST)).ok);
    release();
    await until(() => served.bridge.clients === 1);
    assertEquals(served.memory.count, 1);
    await stillServes(served);
  }, {
    before: (op) => {
      if (op !== "file_list") return;
      entered++;
      return gate;
    },
  });
});

Deno.test("a client that ends its half is answered to the end", () =>
  serving(async (served) => {
    using client = await greeted(await served.connect());
    await client.send(`${JSON.stringify(LAST)}\n`.repeat(3) + '{"op":"la');
    await client.wire.closeWrite();
    for (let i = 0; i < 3; i++) assert((await client.next())!.ok);
    assertEquals(await client.next(), undefined);
    await stillServes(served);
  }));

Deno.test("two clients are served at once", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  await serving(async ({ connect }) => {
    using slow = await greeted(await connect());
    using quick = await greeted(await connect());
    const listed = slow.ask({ op: "file_list" });
    for (let i = 0; i < 10; i++) assert((await quick.ask(LAST)).ok);
    release();
    assert((await listed).ok);
  }, { before: (op) => op === "file_list" ? gate : undefined });
});

Deno.test("a bridge that stops answers what it was asked, and closes the rest", async () => {
  let entered = false;
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  await serving(async ({ connect, bridge }) => {
    using idle = await greeted(await connect());
    using shy = talk(await connect());
    await shy.next();
    using busy = await greeted(await connect());
    const listed = busy.ask({ op: "file_list" });
    await until(() => entered);
    const stopped = bridge.stop();
    assertEquals(await idle.next(), undefined);
    assertEquals(await shy.next(), undefined);
    release();
    assert((await listed).ok);
    assertEquals(await busy.next(), undefined);
    await stopped;
    await bridge.closed;
  }, {
    before: (op) => {
      if (op !== "file_list") return;
      entered = true;
      return gate;
    },
  });
});
