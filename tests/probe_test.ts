// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import {
  endpointProof,
  isChallenge,
  LnkError,
  probeEndpoint,
  realLoopback,
  serveProof,
} from "@lnk/tool";
import { type Behaviour, type Peer, peer, send } from "./support/loopback.ts";

const KEY = new TextEncoder().encode("the agent's key");
const OTHER = new TextEncoder().encode("another key");

const loopback = realLoopback();
const world = {
  loopback,
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  limit: 2000,
};

const probe = (url: string, limit = 2000) =>
  probeEndpoint(url, KEY, { ...world, limit });

function challengeOf(request: string): string {
  return /^Link-Challenge: (.*)\r$/m.exec(request)![1]!;
}

/** Answers with lines in which PROOF stands for the right proof. */
function answering(...lines: string[]): Behaviour {
  return async (connection, request) => {
    const proof = await endpointProof(KEY, challengeOf(request));
    const text = lines.map((line) => `${line}\r\n`).join("");
    await send(connection, text.replaceAll("PROOF", proof) + "\r\n");
  };
}

Deno.test("probeEndpoint() and serveProof() agree on a key", async () => {
  const endpoint = serveProof({ loopback, port: 0, key: KEY });
  try {
    const { port } = endpoint;
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST"]) {
      assertEquals(await probe(`http://${host}:${port}/any/path`), {
        matches: true,
        port,
        status: 200,
      });
    }
    assertEquals(
      await probeEndpoint(`http://localhost:${port}`, OTHER, world),
      { matches: false, port, reason: "other-proof", status: 200 },
    );
  } finally {
    endpoint.close();
    await endpoint.closed;
  }
});

Deno.test("a probe sends one GET with a fresh challenge, and never the key", async () => {
  using server = peer(answering("HTTP/1.1 200 OK", "Link-Proof: PROOF"));
  await probe(`${server.url}/agent/path`);
  await probe(server.url);
  const [first, second] = server.requests;
  assertEquals(first!.split("\r\n")[0], "GET /_link/proof HTTP/1.1");
  assert(isChallenge(challengeOf(first!)));
  assert(challengeOf(first!) !== challengeOf(second!));
  assertEquals(server.requests.length, 2);
  assert(!first!.includes("the agent's key"));
});

const RIGHT = "Link-Proof: PROOF";

Deno.test.each<[string, string[]]>([
  ["in lower case", ["HTTP/1.1 200 OK", "link-proof:PROOF"]],
  ["with space around", ["HTTP/1.1 200 OK", "LINK-Proof: \t PROOF \t"]],
  ["from HTTP/1.0", ["HTTP/1.0 200", RIGHT]],
  ["among others", ["HTTP/1.1 200 OK", "A: b", RIGHT, "A: \u00e9", "C:"]],
])("a probe takes the right proof %s", async (_name, lines) => {
  using server = peer(answering(...lines));
  assertEquals((await probe(server.url)).matches, true);
});

const OK = "HTTP/1.1 200 OK";

Deno.test.each<[string, string[], string]>([
  ["no proof", [OK, "Link-Proofs: PROOF"], "no-proof"],
  ["a wrong proof", [OK, `Link-Proof: ${"0".repeat(64)}`], "other-proof"],
  ["an empty proof", [OK, "Link-Proof:"], "not-a-proof"],
  [
    "a proof in upper case",
    [OK, `Link-Proof: ${"A".repeat(64)}`],
    "not-a-proof",
  ],
  ["two equal proofs", [OK, RIGHT, RIGHT], "repeated-proof"],
  ["two cases of it", [OK, RIGHT, "link-proof: x"], "repeated-proof"],
  ["an empty second one", [OK, RIGHT, "Link-Proof:"], "repeated-proof"],
  ["two proofs in one", [OK, "Link-Proof: PROOF, PROOF"], "not-a-proof"],
  ["a quoted proof", [OK, 'Link-Proof: "PROOF"'], "not-a-proof"],
  ["a no-break space", [OK, "Link-Proof: PROOF\u00a0"], "not-a-proof"],
  ["status 201", ["HTTP/1.1 201 Created", RIGHT], "status"],
  ["status 204", ["HTTP/1.1 204 No Content", RIGHT], "status"],
  ["status 103", ["HTTP/1.1 103 Early Hints", RIGHT], "status"],
  ["status 500", ["HTTP/1.1 500 Oops", RIGHT], "status"],
  ["status 2000", ["HTTP/1.1 2000 OK", RIGHT], "not-http"],
  ["HTTP/2", ["HTTP/2 200", RIGHT], "not-http"],
  ["lower case http", ["http/1.1 200 OK", RIGHT], "not-http"],
  ["a folded header", [OK, "Link-Proof:", " PROOF"], "not-http"],
  ["space before the colon", [OK, "Link-Proof : PROOF"], "not-http"],
  ["a header without colon", [OK, RIGHT, "nonsense"], "not-http"],
  ["a NUL", [OK, RIGHT, "A: \0"], "not-http"],
  ["a lone line feed", [OK, `A: b\n${RIGHT}`], "not-http"],
  ["a lone return", [OK, `A: b\r${RIGHT}`], "not-http"],
  ["huge headers", [OK, RIGHT, `A: ${"a".repeat(20_000)}`], "too-large"],
  ["many headers", [OK, ...Array(5000).fill("A: b"), RIGHT], "too-large"],
])("a probe is not taken in by %s", async (_name, lines, reason) => {
  using server = peer(answering(...lines));
  const found = await probe(server.url);
  assertEquals([found.matches, found.reason as string], [false, reason]);
});

Deno.test("a probe says of bare line feeds that headers never ended", async () => {
  const text = `${OK}\nLink-Proof: ${"0".repeat(64)}\n\n`;
  const behaviours: Behaviour[] = [
    // One ends, the other stays.
    (connection) => send(connection, text),
    async (connection) => {
      await send(connection, text);
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  ];
  for (const behaviour of behaviours) {
    using server = peer(behaviour);
    const error = await assertRejects(() => probe(server.url, 250), LnkError);
    assertEquals(error.code, "endpoint/no-answer");
    assertMatch(error.message, /never ended with an empty line \(CR LF\)$/);
  }
});

Deno.test("a probe does not follow a redirect, not even to itself", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    using server: Peer = peer((connection) =>
      send(
        connection,
        `HTTP/1.1 ${status} Moved\r\nLocation: ${server.url}/_link/proof\r\n\r\n`,
      )
    );
    const found = await probe(server.url);
    assertEquals(found, {
      matches: false,
      port: server.port,
      reason: "status",
      status,
    });
    assertEquals(server.requests.length, 1);
  }
});

Deno.test("a proof for another challenge is of no use", async () => {
  let replayed = "";
  using server = peer(async (connection, request) => {
    replayed ||= await endpointProof(KEY, challengeOf(request));
    await send(connection, `${OK}\r\nLink-Proof: ${replayed}\r\n\r\n`);
  });
  assertEquals((await probe(server.url)).matches, true);
  assertEquals((await probe(server.url)).reason, "other-proof");
});

Deno.test("an endless body does not hold a probe up", async () => {
  let sent = 0;
  using server = peer(async (connection, request) => {
    await answering(OK, RIGHT)(connection, request);
    const piece = "x".repeat(65536);
    // Ends when the probe has gone: nobody reads all this.
    while (sent < 1 << 30) {
      await send(connection, piece);
      sent += piece.length;
    }
  });
  assertEquals((await probe(server.url)).matches, true);
  assert(sent < 1 << 30);
});

Deno.test("a body without end or without a start does not matter", async () => {
  for (const extra of ["Content-Length: 99", "Transfer-Encoding: chunked"]) {
    using server = peer(answering(OK, RIGHT, extra));
    assertEquals((await probe(server.url)).matches, true);
  }
});

async function failure(url: string, limit?: number): Promise<LnkError> {
  const error = await assertRejects(() => probe(url, limit), LnkError);
  assertEquals(error.kind, "unable");
  return error;
}

Deno.test("a head that comes too slowly is no answer", async () => {
  using silent = peer(() => {});
  assertEquals((await failure(silent.url, 50)).code, "endpoint/no-answer");
  using half = peer((connection) => send(connection, `${OK}\r\nLink-`));
  assertEquals((await failure(half.url, 50)).code, "endpoint/no-answer");
  using slow = peer(async (connection, request) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await answering(OK, RIGHT)(connection, request);
  });
  assertEquals((await failure(slow.url, 50)).code, "endpoint/no-answer");
  await new Promise((resolve) => setTimeout(resolve, 150));
});

Deno.test("a connection that ends too early is no answer", async () => {
  using closing = peer((connection) => connection.close());
  assertEquals((await failure(closing.url)).code, "endpoint/no-answer");
  using cut = peer(async (connection) => {
    await send(connection, `${OK}\r\nLink-Proof: 00`);
    connection.close();
  });
  assertEquals((await failure(cut.url)).code, "endpoint/no-answer");
});

Deno.test("garbage is an answer that proves nothing", async () => {
  const garbage = ["hello\n", "\0\0\0\0", "SSH-2.0-x\r\n", "\r\n\r\n", "{}"];
  for (const text of garbage) {
    using server = peer(async (connection) => {
      await send(connection, text);
      connection.close();
    });
    assertEquals((await probe(server.url)).reason, "not-http");
  }
  using endless = peer((connection) => send(connection, "x".repeat(1 << 20)));
  assertEquals((await probe(endless.url)).reason, "too-large");
});

Deno.test("a probe closes its connection, whatever it found", async () => {
  for (const proof of [RIGHT, "A: b"]) {
    const closed = Promise.withResolvers<number | null>();
    using server = peer(async (connection, request) => {
      await answering(OK, proof)(connection, request);
      closed.resolve(await connection.read(new Uint8Array(1)));
    });
    await probe(server.url);
    assertEquals(await closed.promise, null);
  }
});

Deno.test("a head that comes byte by byte is read", async () => {
  using server = peer(async (connection, request) => {
    const proof = await endpointProof(KEY, challengeOf(request));
    for (const c of `${OK}\r\nLink-Proof: ${proof}\r\n\r\n`) {
      await send(connection, c);
    }
  });
  assertEquals((await probe(server.url)).matches, true);
});

Deno.test("no answer but the right one ever matches", async () => {
  const fragments = fc.constantFrom(
    OK,
    "\r\n",
    "\n",
    "\r\n\r\n",
    "Link-Proof: ",
    "0".repeat(64),
    "HTTP/1.1 302 Found",
    ":",
    " ",
    "\0",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fragments, { maxLength: 12 }), async (parts) => {
      using server = peer(async (connection) => {
        await send(connection, parts.join(""));
        connection.close();
      });
      try {
        assertEquals((await probe(server.url)).matches, false);
      } catch (error) {
        assert(error instanceof LnkError, String(error));
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("where nothing listens, the endpoint cannot be reached", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const error = await failure(`http://127.0.0.1:${port}`);
  assertEquals(error.code, "endpoint/unreachable");
});

Deno.test("a connection that never comes about is no answer, and is closed when it does", async () => {
  let closed = false;
  const late = {
    ...loopback,
    connect: () =>
      new Promise<never>((resolve) =>
        setTimeout(() =>
          resolve(
            {
              read: () => Promise.resolve(null),
              write: () => Promise.reject(new Error("closed")),
              closeWrite: () => Promise.resolve(),
              close: () => closed = true,
            } as never,
          ), 60)
      ),
  };
  const error = await assertRejects(
    () =>
      probeEndpoint("http://localhost:9", KEY, {
        ...world,
        loopback: late,
        limit: 20,
      }),
    LnkError,
  );
  assertEquals(error.code, "endpoint/no-answer");
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert(closed);
});

Deno.test("a wrong URL is refused before anything is connected", async () => {
  const never = () => {
    throw new Error("connected");
  };
  const error = await assertRejects(
    () =>
      probeEndpoint("http://example.com:80", KEY, {
        ...world,
        loopback: { ...loopback, connect: never },
      }),
    LnkError,
  );
  assertEquals(error.code, "endpoint/url");
});
