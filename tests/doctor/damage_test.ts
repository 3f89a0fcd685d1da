// Copyright 2026 the lnk authors. MIT license.

/** Each kind of damage, one at a time: what is told of it, and that nothing else changes. */

import { assert, assertEquals } from "@std/assert";
import { type Check, examine } from "../../lib/doctor.ts";
import { openLedger } from "../../lib/ledger.ts";
import { admitBatch, openQueue } from "../../lib/queue.ts";
import { capture } from "../queue/captures.ts";
import { type WholeAgent, wholeAgent } from "../support/agent.ts";
import { inFolder, snapshot } from "../support/tree.ts";
import { AGENT_DAMAGES } from "./damages/agent.ts";
import { write } from "./damages/damage.ts";
import { HOST_DAMAGES } from "./damages/host.ts";
import { STORE_DAMAGES } from "./damages/store.ts";

const DAMAGES = [...AGENT_DAMAGES, ...STORE_DAMAGES, ...HOST_DAMAGES];

function toldOf(checks: readonly Check[]): string[] {
  return checks.filter(({ status }) =>
    status === "warning" || status === "error"
  )
    .map(({ status, area, code }) => `${status} ${area} ${code}`).sort();
}

for (const { name, damage, told, says, more } of DAMAGES) {
  Deno.test(`doctor: ${name}`, () =>
    inFolder(async (base) => {
      const agent = await wholeAgent(base);
      const at = (path: string) => `${base}/${path}`;
      await damage(at);
      const before = seen(agent);
      const { checks } = await agent.examine(more?.(at));
      assertEquals(seen(agent), before, "nothing changed");
      assertEquals(toldOf(checks), [...told].sort(), shown(checks));
      for (const one of checks) {
        const bad = one.status === "warning" || one.status === "error";
        assert(!bad || (one.code && one.help), `no next step: ${one.message}`);
      }
      if (says) assert(says.test(shown(checks)), shown(checks));
    }));
}

function shown(checks: readonly Check[]): string {
  return checks.map(({ message, help = "" }) => `${message}\n${help}\n`).join(
    "",
  );
}

/** Every file's bytes, mode and time; those of large files by their size. */
function seen({ base }: WholeAgent): string[] {
  return snapshot(base).map((line) =>
    line.length > 100_000 ? `${line.slice(0, 200)} ${line.length}` : line
  );
}

Deno.test("doctor: what is not named is not looked at, and said", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const { checks } = await agent.examine({
      home: undefined,
      ledger: undefined,
    });
    const skipped = checks.filter(({ status }) => status === "skipped");
    assertEquals(skipped.map(({ area }) => area), ["queue", "ledger"]);
  }));

Deno.test("doctor: without the agent's folder the rest is looked at", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    Deno.renameSync(`${base}/ada`, `${base}/gone`);
    const { checks, unread } = await agent.examine();
    assertEquals(unread?.code, "disk/missing");
    assertEquals(toldOf(checks), ["error agent disk/missing"]);
    const ok = checks.filter(({ status }) => status === "ok");
    assertEquals(ok.map(({ area }) => area), ["leftovers", "queue", "ledger"]);
  }));

Deno.test("doctor: the queue's batches are the ledger's agent's", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const queue = openQueue(agent.host, agent.subject.home);
    await admitBatch(queue, { ...capture(["c"]), owner: "eve" });
    const { checks } = await agent.examine();
    assertEquals(toldOf(checks), ["error queue queue/bad-entry"]);
    assert(shown(checks).includes("--agent ada --owner eve"), shown(checks));
    const alone = await agent.examine({ ledger: undefined });
    assertEquals(toldOf(alone.checks), ["error queue doctor/other-party"]);
  }));

Deno.test("doctor: requests that wait are told, and are no fault", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const ledger = openLedger(agent.host, agent.subject.ledger);
    const secret = new Uint8Array(32).fill(7);
    await ledger.start({ secret });
    await ledger.session("link:main");
    const turn = { thread: "link:main", attempt: "t1", binding: "b" };
    const { generation } = await ledger.admit({ secret, ...turn });
    const call = { tool: "pay", arguments: "{}" };
    await ledger.propose({ secret, attempt: "t1", generation, ...call });
    const codes = async () => {
      const { checks } = await agent.examine();
      assertEquals(toldOf(checks), []);
      return checks.flatMap(({ code }) => code ?? []);
    };
    assertEquals(await codes(), ["doctor/pending"]);
    await ledger.recover();
    assertEquals(await codes(), ["doctor/recovery"]);
  }));

Deno.test("doctor: an agent's folder of another user is not called open", () =>
  inFolder(async (base) => {
    const { host, subject } = await wholeAgent(base);
    const disk = { ...host.disk, uid: Deno.uid()! + 1 };
    const { checks } = await examine({ ...host, disk }, subject);
    const [root] = checks.filter(({ code }) => code === "store/root");
    assert(/^".*ada": its owner is user/.test(root!.message), root!.message);
    assertEquals(root!.help?.includes("chmod"), false, root!.help);
    assert(root!.help?.includes("chown -R"), root!.help);
  }));

Deno.test("doctor: many things of one kind are counted", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    for (let i = 0; i < 1200; i++) write(`${base}/ada/chats/x${i}`, "");
    const { checks, warnings } = await agent.examine();
    assertEquals(warnings, 1200);
    const [last] = checks.filter(({ code }) => code === "check/more");
    assertEquals(last?.more, 200);
  }));

Deno.test("doctor: names that are no UTF-8 are told", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const paths = ["skills", "chats", "home/memory/portable"]
      .map((folder) => `"${base}/ada/${folder}/x$(printf '\\377')"`);
    const script = `touch ${paths.join(" ")}`;
    await new Deno.Command("sh", { args: ["-c", script] }).output();
    const { checks } = await agent.examine();
    assertEquals(
      toldOf(checks),
      ["guidance", "logs", "memory"].map((area) =>
        `warning ${area} doctor/foreign`
      ),
    );
    assert(shown(checks).includes("has 1 name that is not UTF-8"));
  }));
