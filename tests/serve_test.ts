// Copyright 2026 the lnk authors. MIT license.

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertThrows,
} from "@std/assert";
import {
  type Endpoint,
  endpointProof,
  LnkError,
  realLoopback,
  type ServeOptions,
  serveProof,
} from "@lnk/tool";
import { closeQuietly, exchange, send } from "./support/loopback.ts";

const KEY = new TextEncoder().encode("the agent's key");
const CHALLENGE = "0123456789abcdefABCDEF0123456789a";
const PROOF = await endpointProof(KEY, CHALLENGE);
const ASK = `Link-Challenge: ${CHALLENGE}\r\n`;

async function serving(
  use: (endpoint: Endpoint) => Promise<void>,
  options: Partial<ServeOptions> = {},
): Promise<void> {
  const endpoint = serveProof({
    loopback: realLoopback(),
    port: 0,
    key: KEY,
    ...options,
  });
  try {
    await use(endpoint);
  } finally {
    endpoint.close();
    await endpoint.closed;
    // Connections that it ended wind up in the background.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const get = (headers: string, target = "/_link/proof", method = "GET") =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** A question with another Host, or several, or none. */
const to = (...hosts: string[]) =>
  "GET /_link/proof HTTP/1.1\r\n" +
  hosts.map((host) => `Host: ${host}\r\n`).join("") + `${ASK}\r\n`;

Deno.test.each<[string, string]>([
  ["as it is", get(ASK)],
  ["in lower case", get(ASK.toLowerCase().replace(/: .*/, `: ${CHALLENGE}`))],
  ["in upper case", get(`LINK-CHALLENGE:\t${CHALLENGE} \r\n`)],
  ["with HTTP/1.0", get(ASK).replace("HTTP/1.1", "HTTP/1.0")],
  ["with no body, and said so", get(`${ASK}Content-Length: 0\r\n`)],
  ["for 127.0.0.1 and a port", to("127.0.0.1:8080")],
  ["for LOCALHOST", to("LOCALHOST")],
  ["twice in one go", get(ASK) + get(ASK)],
])(
  "an endpoint answers a challenge %s",
  (_name, request) =>
    serving(async ({ port }) => {
      const answer = await exchange(port, request);
      assertMatch(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assertEquals(answer.match(/^Link-Proof: .*$/gm), [
        `Link-Proof: ${PROOF}`,
      ]);
      assertMatch(answer, /\r\nContent-Length: 0\r\n/);
    }),
);

const short = "0".repeat(31);

Deno.test.each<[string, string, number]>([
  ["no Host", to(), 400],
  ["two Hosts", to("localhost", "localhost"), 400],
  ["a foreign Host", to("attacker.example:8080"), 400],
  [
    "a foreign Host with an Origin",
    get(`${ASK}Origin: http://a.example\r\n`)
      .replace("Host: localhost", "Host: a.example"),
    400,
  ],
  ["a Host like ours", to("localhost.attacker.example"), 400],
  ["a Host of another loopback", to("127.0.0.2"), 400],
  ["a Host with a user", to("127.0.0.1@a.example"), 400],
  ["an empty Host", to(""), 400],
  ["a body", get(`${ASK}Content-Length: 3\r\n`) + "abc", 400],
  ["an unfinished body", get(`${ASK}Content-Length: 9\r\n`) + "abc", 400],
  ["two lengths", get(`${ASK}Content-Length: 0\r\nContent-Length: 0\r\n`), 400],
  ["a length that is none", get(`${ASK}Content-Length: +0\r\n`), 400],
  [
    "a length and an encoding",
    get(`${ASK}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`),
    400,
  ],
  ["an encoding", get(`${ASK}Transfer-Encoding: identity\r\n`), 400],
  ["no challenge", get(""), 400],
  ["an empty challenge", get("Link-Challenge:\r\n"), 400],
  ["a short challenge", get(`Link-Challenge: ${short}\r\n`), 400],
  ["a long challenge", get(`Link-Challenge: ${"0".repeat(129)}\r\n`), 400],
  ["a challenge not in hex", get(`Link-Challenge: ${short}g\r\n`), 400],
  ["two challenges", get(ASK + ASK), 400],
  ["two, one in lower case", get(ASK + ASK.toLowerCase()), 400],
  ["two, one empty", get(`${ASK}link-challenge:\r\n`), 400],
  ["two in one", get(`Link-Challenge: ${CHALLENGE}, ${CHALLENGE}\r\n`), 400],
  ["space before the colon", get(`Link-Challenge : ${CHALLENGE}\r\n`), 400],
  ["a folded challenge", get(`Link-Challenge:\r\n ${CHALLENGE}\r\n`), 400],
  ["a challenge and a NUL", get(`${ASK}A: \0\r\n`), 400],
  ["HEAD", get(ASK, "/_link/proof", "HEAD"), 405],
  ["POST", get(ASK, "/_link/proof", "POST"), 405],
  ["OPTIONS", get(ASK, "/_link/proof", "OPTIONS"), 405],
  ["lower case get", get(ASK, "/_link/proof", "get"), 405],
  ["another path", get(ASK, "/"), 404],
  ["a slash at the end", get(ASK, "/_link/proof/"), 404],
  ["two slashes", get(ASK, "//_link/proof"), 404],
  ["a query", get(ASK, "/_link/proof?query"), 404],
  ["an empty query", get(ASK, "/_link/proof?"), 404],
  ["a fragment", get(ASK, "/_link/proof#x"), 404],
  ["dots", get(ASK, "/x/../_link/proof"), 404],
  ["percent encoding", get(ASK, "/%5flink/proof"), 404],
  ["upper case", get(ASK, "/_LINK/PROOF"), 404],
  ["a whole URL", get(ASK, "http://127.0.0.1/_link/proof"), 404],
  ["POST to another path", get(ASK, "/x", "POST"), 404],
  ["no path", `GET\r\n${ASK}\r\n`, 400],
  ["HTTP/0.9", `GET /_link/proof\r\n${ASK}\r\n`, 400],
  ["HTTP/2", `GET /_link/proof HTTP/2\r\n${ASK}\r\n`, 400],
  ["a space in the path", get(ASK, "/_link/proof x"), 400],
  ["a line before", `\r\n${get(ASK)}`, 400],
  ["garbage", "\x16\x03\x01\x02\0\r\n\r\n", 400],
  ["an oversized head", get(`A: ${"a".repeat(20_000)}\r\n${ASK}`), 400],
  ["an oversized target", get(ASK, `/${"a".repeat(20_000)}`), 400],
  ["a long body", get(ASK, "/", "POST") + "b".repeat(500_000), 404],
])(
  "an endpoint gives no proof for %s",
  (_name, request, status) =>
    serving(async ({ port }) => {
      const answer = await exchange(port, request);
      assertEquals(answer.slice(0, 12), `HTTP/1.1 ${status}`);
      assert(!/link-proof/i.test(answer));
      assert(!answer.includes("the agent's key"));
      assertEquals(/^Allow: GET\r$/m.test(answer), status === 405);
      assert(answer.endsWith("\r\n\r\n"), "no body");
    }),
);

Deno.test("an endpoint takes a request in pieces, and one that breaks off", () =>
  serving(async ({ port }) => {
    assertEquals(await exchange(port, "", true), "");
    assertMatch(await exchange(port, "GET /_li", true), /^HTTP\/1\.1 400 /);
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    for (const c of get(ASK)) await send(connection, c);
    const answer = new Uint8Array(4096);
    const got = await connection.read(answer);
    connection.close();
    assertMatch(
      new TextDecoder().decode(answer.subarray(0, got!)),
      new RegExp(PROOF),
    );
  }));

Deno.test("a client that goes on sending still gets its answer", () =>
  serving(async ({ port }) => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await send(connection, get(ASK, "/_link/proof", "POST"));
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await send(connection, "b".repeat(1000));
    }
    const answer = new Uint8Array(4096);
    const got = await connection.read(answer);
    connection.close();
    assertMatch(new TextDecoder().decode(answer.subarray(0, got!)), / 405 /);
  }));

Deno.test("closing an endpoint ends its connections", async () => {
  const loopback = realLoopback();
  const endpoint = serveProof({ loopback, port: 0, key: KEY, limit: 60_000 });
  const hostname = "127.0.0.1";
  const connection = await Deno.connect({ hostname, port: endpoint.port });
  await send(connection, "GET ");
  // Answered requests come after it: it has been accepted.
  await exchange(endpoint.port, get(ASK));
  endpoint.close();
  await endpoint.closed;
  const end = await connection.read(new Uint8Array(1)).catch(() => null);
  assertEquals(end, null);
  connection.close();
});

Deno.test("clients that hold connections open do not keep others out", () =>
  serving(async ({ port }) => {
    const held: Deno.TcpConn[] = [];
    for (let i = 0; i < 150; i++) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await send(connection, "GET /_link/proof HTTP/1.1\r\nA: ");
      held.push(connection);
    }
    assertMatch(await exchange(port, get(ASK)), new RegExp(PROOF));
    for (const connection of held) closeQuietly(connection);
    assertMatch(await exchange(port, get(ASK)), new RegExp(PROOF));
  }));

Deno.test("a request that takes too long is ended", () =>
  serving(async ({ port }) => {
    assertEquals(await exchange(port, "GET /_link/proof HTTP/1.1\r\n"), "");
  }, { limit: 50 }));

Deno.test("many at once all get their own proof", () =>
  serving(async ({ port }) => {
    const challenges = Array.from(
      { length: 40 },
      (_, i) => i.toString(16).padStart(32, "0"),
    );
    await Promise.all(challenges.map(async (challenge) => {
      const answer = await exchange(
        port,
        get(`Link-Challenge: ${challenge}\r\n`),
      );
      assertMatch(answer, new RegExp(await endpointProof(KEY, challenge)));
    }));
  }));

Deno.test("an endpoint listens on 127.0.0.1 alone", () =>
  serving(async ({ port }) => {
    for (const hostname of ["127.0.0.2", "::1"]) {
      const reached = await Deno.connect({ hostname, port })
        .then((connection) => {
          connection.close();
          return true;
        }, () => false);
      assertEquals(reached, false, hostname);
    }
  }));

Deno.test("a port in use, or one that is none, is refused", () =>
  serving(async ({ port }) => {
    for (const taken of [port, 70_000]) {
      const error = assertThrows(
        () => serveProof({ loopback: realLoopback(), port: taken, key: KEY }),
        LnkError,
      );
      assertEquals(
        [error.code, error.kind],
        ["endpoint/cannot-listen", "unable"],
      );
    }
    await Promise.resolve();
  }));

Deno.test("a client that goes before it is accepted ends nothing; a lost port is told", async () => {
  const named = (name: string) => Object.assign(new Error(name), { name });
  const accepts = ["ConnectionAborted", "ConnectionAborted", "Other"];
  const loopback = {
    ...realLoopback(),
    listen: () => ({
      port: 9,
      accept: () => Promise.reject(named(accepts.shift()!)),
      close: () => {},
    }),
  };
  const { closed } = serveProof({ loopback, port: 9, key: KEY });
  const error = await assertRejects(() => closed, LnkError);
  assertEquals([error.code, accepts.length], ["endpoint/cannot-listen", 0]);
});

Deno.test("an empty key serves nobody", () => {
  const options = { loopback: realLoopback(), port: 0, key: new Uint8Array() };
  assertEquals(
    assertThrows(() => serveProof(options), LnkError).code,
    "key/empty",
  );
});

function has(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "curl gets a proof, and a whole refusal",
  ignore: !has("curl"),
  fn: () =>
    serving(async ({ port }) => {
      const curl = async (...args: string[]) => {
        const { code, stdout } = await new Deno.Command("curl", {
          args: ["-q", "--silent", "--noproxy", "*", "--include", ...args],
        }).output();
        assertEquals(code, 0);
        return new TextDecoder().decode(stdout);
      };
      const url = `http://127.0.0.1:${port}/_link/proof`;
      const header = ["--header", `Link-Challenge: ${CHALLENGE}`];
      assertMatch(await curl(...header, url), new RegExp(PROOF));
      assertMatch(await curl(url), /^HTTP\/1\.1 400 /);
      assertMatch(await curl("--head", ...header, url), /^HTTP\/1\.1 405 /);
      assertMatch(await curl(...header, `${url}/`), /^HTTP\/1\.1 404 /);
      const body = ["--data", "x".repeat(100_000), "--header", "Expect:"];
      assertMatch(await curl(...body, ...header, url), /^HTTP\/1\.1 405 /);
    }),
});
