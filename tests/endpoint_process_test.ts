// Copyright 2026 the lnk authors. MIT license.

/** `endpoint serve` and `endpoint probe` as programs of their own, against each other. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  BUILT,
  FROM_SOURCE,
  type Ran,
  spawnProgram,
} from "./support/program.ts";
import { peer, send } from "./support/loopback.ts";

const PROGRAM = BUILT === undefined
  ? FROM_SOURCE
  : BUILT.endsWith(".js")
  ? [Deno.execPath(), "run", "--quiet", "--allow-all", BUILT]
  : [BUILT];
const SECRET = "correct horse battery staple";

function folder(): { path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "lnk-" });
  Deno.writeTextFileSync(`${path}/agent.key`, SECRET, { mode: 0o600 });
  Deno.writeTextFileSync(`${path}/other.key`, "another", { mode: 0o600 });
  return {
    path,
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
}

/** Starts `endpoint serve` on any port and waits until it is ready. */
async function serve(base: string, env: Record<string, string> = {}) {
  const [command, ...before] = PROGRAM;
  const serve = ["endpoint", "serve", "--port", "0"];
  const child = new Deno.Command(command!, {
    args: [...before, ...serve, "--key-file", "agent.key", "--json"],
    cwd: base,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    assert(!done, "it ended before it was ready");
    text += new TextDecoder().decode(value);
  }
  const stop = async (signal: Deno.Signal) => {
    child.kill(signal);
    const { code } = await child.status;
    assertEquals((await reader.read()).done, true, "nothing more is printed");
    const errors = await new Response(child.stderr).text();
    return { code, errors };
  };
  return { port: JSON.parse(text).port as number, stop };
}

function run(
  base: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  return spawnProgram(PROGRAM, args, { base, env });
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const probe = (port: number, key: string, ...more: string[]) => [
  ...["endpoint", "probe", `http://localhost:${port}`, "--key-file", key],
  ...more,
];

Deno.test("a served endpoint proves its key and no other, and ends on SIGTERM with 0", async () => {
  using here = folder();
  const { port, stop } = await serve(here.path);
  const right = await run(here.path, probe(port, "agent.key"));
  assertEquals(right.code, 0);
  assertEquals(text(right.stdout), `127.0.0.1:${port} holds the key\n`);
  const wrong = await run(here.path, probe(port, "other.key", "--json"));
  assertEquals(wrong.code, 1);
  assertEquals(
    text(wrong.stdout),
    `{"version":1,"matches":false,"port":${port},"reason":"other-proof","status":200}\n`,
  );
  assertEquals(await stop("SIGTERM"), { code: 0, errors: "" });
});

Deno.test("an endpoint's port can be in use, and it ends on SIGINT with 0", async () => {
  using here = folder();
  const { port, stop } = await serve(here.path, {
    DENO_SERVE_ADDRESS: "tcp:0.0.0.0:0",
  });
  const second = await run(here.path, [
    ...["endpoint", "serve", "--port", `${port}`, "--key-file", "agent.key"],
  ]);
  assertEquals([second.code, text(second.stdout)], [5, ""]);
  assertMatch(
    text(second.stderr),
    /^error\[endpoint\/cannot-listen\]: Cannot listen on 127\.0\.0\.1:\d+: the port is in use\n/,
  );
  assertEquals(await stop("SIGINT"), { code: 0, errors: "" });
});

Deno.test("proxy variables do not divert a probe", async () => {
  using here = folder();
  using proxy = peer((connection) =>
    send(connection, "HTTP/1.1 502 Bad Gateway\r\n\r\n")
  );
  using endpoint = peer((connection) =>
    send(connection, "HTTP/1.1 404 Not Found\r\n\r\n")
  );
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const env = Object.fromEntries(
    names.flatMap((name) => [[name, proxy.url], [
      name.toLowerCase(),
      proxy.url,
    ]]),
  );
  const { code, stdout } = await run(
    here.path,
    probe(endpoint.port, "agent.key"),
    env,
  );
  assertEquals(code, 1);
  assertMatch(text(stdout), /: its answer has status 404, not 200\n$/);
  assertEquals([endpoint.requests.length, proxy.requests.length], [1, 0]);
  assert(!endpoint.requests[0]!.includes(SECRET));
});
