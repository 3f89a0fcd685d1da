// Copyright 2026 the lnk authors. MIT license.

/** The queue under several processes, deaths and signals. */

import { assert, assertEquals } from "@std/assert";
import { admitBatch, drainQueue, scanQueue } from "../../lib/queue.ts";
import { fileStore } from "../../lib/store/files.ts";
import { FROM_SOURCE } from "../support/program.ts";
import { homeFolder } from "./bench.ts";
import { capture, OURS } from "./captures.ts";

const WORKER = new URL("./client.ts", import.meta.url).pathname;

function start(args: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", WORKER, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

Deno.test("eight clients, one that drains and one that dies: once each, in order", async () => {
  using home = homeFolder();
  const agent = `${home.home}/agent`;
  Deno.mkdirSync(agent, { mode: 0o700 });
  const clients = Array.from(
    { length: 7 },
    (_, i) => start(["admit", home.home, `c${i}`]),
  );
  const drainer = start(["drain", home.home, agent]);
  const dying = start(["admit-on", home.home, "c7"]);
  setTimeout(() => dying.kill("SIGKILL"), 700 + Math.random() * 600);

  const outputs = await Promise.all(clients.map((client) => client.output()));
  const { stdout: part } = await dying.output();
  drainer.kill("SIGTERM");
  await drainer.output();
  for (const { code, stderr } of outputs) {
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  }
  const told = [...outputs.map(({ stdout }) => stdout), part].flatMap((bytes) =>
    new TextDecoder().decode(bytes).split("\n").slice(0, -1)
  );

  const queue = home.open();
  using store = fileStore(home.host, agent, OURS);
  await drainQueue(queue, { store, binding: OURS });
  const { records } = await store.read("link:main");
  const stored = records.map(({ raw }) => JSON.parse(raw).source.record);
  assertEquals(new Set(stored).size, stored.length, "each once");
  for (const item of told) assert(stored.includes(item), `${item} is lost`);
  assert(told.length >= 7 * 5, `${told.length} were acknowledged`);
  for (const client of ["c0", "c3", "c7"]) {
    const own = stored.filter((item: string) => item.startsWith(client));
    const order = own.map((item: string) => Number(item.split(".")[1]));
    assertEquals(order, order.toSorted((a, b) => a - b), `order of ${client}`);
  }
  assertEquals((await scanQueue(queue)).entries, 0);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} ends a drain that hangs, and keeps what waits`, async () => {
    using home = homeFolder();
    await admitBatch(home.open(), capture(["1"]));
    // A bridge that takes the connection and never says a word.
    const socket = `${home.home}/bridge.sock`;
    using listener = Deno.listen({ transport: "unix", path: socket });
    Deno.chmodSync(socket, 0o600);
    Deno.writeTextFileSync(`${home.home}/key`, "secret\n", { mode: 0o600 });
    const [command, ...args] = FROM_SOURCE;
    const child = new Deno.Command(command!, {
      args: [
        ...[...args, "queue", "drain", "--home", home.home, "--agent", "ada"],
        ...["--owner", "kay", "--store", `unix:${socket}`],
        ...["--key-file", `${home.home}/key`],
      ],
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const connection = await listener.accept();
    child.kill(signal);
    const { code } = await child.output();
    connection.close();
    // Before the drain listens, the signal ends the process itself.
    const ends = [5, 128 + (signal === "SIGINT" ? 2 : 15)];
    assert(ends.includes(code), `exit ${code}`);
    const { batches, clean } = await scanQueue(home.open());
    assertEquals([batches.length, clean], [1, true]);
  });
}
