// Copyright 2026 the lnk authors. MIT license.

/** A bridge and an adapter as processes of their own, each killed while records are captured. */

import { assert, assertEquals } from "@std/assert";
import { fileStore } from "@lnk/tool";
import { ADA, HOST, SECRET, until } from "../support/bridge.ts";
import { FROM_SOURCE } from "../support/program.ts";

const COUNT = 120;
const WORKER = new URL("capture_worker.ts", import.meta.url).pathname;

interface Place {
  readonly agent: string;
  readonly socket: string;
  serve(): Deno.ChildProcess;
  capture(): Deno.ChildProcess;
}

async function inPlace(use: (place: Place) => Promise<void>): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  const agent = `${folder}/agent`;
  const socket = `${folder}/s`;
  Deno.mkdirSync(agent, { mode: 0o700 });
  Deno.writeFileSync(`${folder}/key`, SECRET, { mode: 0o600 });
  const children: Deno.ChildProcess[] = [];
  const spawn = (args: readonly string[]) => {
    const [program, ...more] = args;
    const child = new Deno.Command(program!, {
      args: more,
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    children.push(child);
    return child;
  };
  const serve = () =>
    spawn([
      ...FROM_SOURCE,
      ...["store", "serve", "--root", agent, "--socket", socket],
      ...["--agent", ADA.agent, "--owner", ADA.owner],
      ...["--key-file", `${folder}/key`],
    ]);
  const capture = () =>
    spawn([
      ...[Deno.execPath(), "run", "--quiet", "--allow-all"],
      ...[WORKER, socket, `${COUNT}`],
    ]);
  try {
    await use({ agent, socket, serve, capture });
  } finally {
    for (const child of children) await kill(child);
    Deno.removeSync(folder, { recursive: true });
  }
}

async function kill(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  await child.status;
}

function lines(agent: string): string[] {
  try {
    return Deno.readTextFileSync(`${agent}/chats/main.jsonl`).split("\n");
  } catch {
    return [];
  }
}

Deno.test("whichever side is killed, every record is there once and in order", async () => {
  await inPlace(async ({ agent, serve, capture }) => {
    let bridge = serve();
    let adapter = capture();
    await until(() => lines(agent).length > COUNT / 4);
    await kill(bridge);
    bridge = serve();
    await until(() => lines(agent).length > COUNT / 2);
    await kill(adapter);
    assert(lines(agent).length <= COUNT, "it was killed at work");
    adapter = capture();
    await until(() => lines(agent).length > 3 * COUNT / 4);
    await kill(bridge);
    bridge = serve();
    const { success } = await adapter.status;
    assert(success);
    await kill(bridge);
    using store = fileStore(HOST, agent, ADA);
    const { records } = await store.read("link:main");
    assertEquals(
      records.map(({ raw }) => JSON.parse(raw).text),
      Array.from({ length: COUNT }, (_, i) => `${i + 1}`),
    );
  });
});
