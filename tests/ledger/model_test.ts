// Copyright 2026 the lnk authors. MIT license.

/** Random calls, crashes and retries against a small model of the ledger. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { createLedger, type Ledger, openLedger } from "../../lib/ledger.ts";
import type { Disk } from "../../lib/disk.ts";
import { Crash } from "../sim/ground.ts";
import { simDisk } from "../sim/disk.ts";
import { REMEMBERED } from "../../lib/ledger/form.ts";
import { bytesOf, hostOn } from "../support/ledger.ts";

/** What is known of a request, in few words. */
interface Known {
  id: string;
  attempt: string;
  text: string;
  status: "pending" | "allowed" | "denied" | "claimed";
}

/** The whole ledger, as plainly as it can be said. */
interface Model {
  secret: string | undefined;
  spent: Set<string>;
  active: string | undefined;
  over: Set<string>;
  requests: Map<string, Known>;
  handedOut: Map<string, number>;
}

/** Calls as data: short lists of names make them meet. */
type Call =
  | readonly ["start", string]
  | readonly ["admit" | "retire", string, string]
  | readonly ["propose", string, string, string]
  | readonly ["respond", string, "allow_once" | "deny"]
  | readonly ["consume", string, string, boolean]
  | readonly ["recover"]
  | readonly ["archive"]
  | readonly ["archive it", string]
  | readonly ["crowd", string, string];

// Mostly the same names, so that calls meet.
const secret = fc.constantFrom("s1", "s1", "s1", "s1", "s2", "s3");
const attempt = fc.constantFrom("a", "a", "a", "b", "b", "c");
const text = fc.constantFrom("1", "1", "1", "2");
const calls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constant("start"), secret) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("admit"), attempt, secret) },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant("propose"), attempt, text, secret),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.constant("respond"),
      attempt,
      fc.constantFrom("allow_once", "allow_once", "deny"),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant("consume"),
      attempt,
      secret,
      fc.constantFrom(true, true, false),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant("retire"), attempt, fc.constant("")),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("recover")) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("archive")) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("archive it"), attempt) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant("crowd"),
      fc.uuid(),
      secret,
    ),
  },
) as fc.Arbitrary<Call>;

/** What the model says of a call: whether it is done, and what then holds. */
function expected(model: Model, call: Call): (() => void) | undefined {
  const right = (given: string) =>
    model.secret !== undefined && model.secret === given;
  const request = model.requests.get(call[1] ?? "");
  switch (call[0]) {
    case "start":
      if (model.active !== undefined) return undefined;
      if (model.secret === call[1]) return () => {};
      if (model.spent.has(call[1])) return undefined;
      return () => {
        model.secret = call[1];
        model.spent.add(call[1]);
      };
    case "admit":
      if (!right(call[2]) || model.over.has(call[1])) return undefined;
      if ((model.active ?? call[1]) !== call[1]) return undefined;
      return () => (model.active = call[1]);
    case "propose":
      if (!right(call[3]) || model.active !== call[1]) return undefined;
      if (request) return request.text === call[2] ? () => {} : undefined;
      return () =>
        model.requests.set(call[1], {
          id: "",
          attempt: call[1],
          text: call[2],
          status: "pending",
        });
    case "respond": {
      if (!request) return undefined;
      const { status } = request;
      const allow = call[2] === "allow_once";
      if (status !== "pending") {
        return (status !== "denied") === allow ? () => {} : undefined;
      }
      if (allow && model.active !== request.attempt) return undefined;
      return () => (request.status = allow ? "allowed" : "denied");
    }
    case "consume":
      if (!right(call[2]) || !call[3] || model.active !== call[1]) {
        return undefined;
      }
      if (request?.status !== "allowed") return undefined;
      return () => (request.status = "claimed");
    case "retire":
      if (model.over.has(call[1])) return () => {};
      if (model.active !== call[1]) return undefined;
      return () => endActive(model);
    case "recover":
      return () => {
        endActive(model);
        model.secret = undefined;
      };
    case "archive":
      return () => {};
    case "archive it":
      if (!request || model.active === call[1]) return undefined;
      return request.status === "pending" ? undefined : () => {};
    case "crowd":
      return right(call[2]) && model.active === undefined
        ? () => {}
        : undefined;
  }
}

/** More attempts than authority.json remembers. */
const CROWD = REMEMBERED + 1;

/** So many attempts come and go that the ledger forgets all earlier names. */
async function crowd(ledger: Ledger, name: string, secret: string) {
  const thread = "link:main";
  for (let i = 0; i < CROWD; i++) {
    const attempt = `${name}-${i}`;
    const admission = { secret: bytesOf(secret), thread, attempt };
    const { generation } = await ledger.admit({ ...admission, binding: "b" });
    await ledger.retire({ attempt, generation });
  }
}

function endActive(model: Model): void {
  if (model.active !== undefined) model.over.add(model.active);
  model.active = undefined;
}

/** Makes a call on the real ledger. */
async function make(
  ledger: Ledger,
  model: Model,
  call: Call,
  generations: Map<string, number>,
): Promise<void> {
  const generation = generations.get(call[1] ?? "") ?? 1;
  const id = model.requests.get(call[1] ?? "")?.id ?? "none";
  switch (call[0]) {
    case "start":
      return void await ledger.start({ secret: bytesOf(call[1]) });
    case "admit": {
      const admission = { thread: "link:main", attempt: call[1], binding: "b" };
      const secret = bytesOf(call[2]);
      const admitted = await ledger.admit({ secret, ...admission });
      return void generations.set(call[1], admitted.generation);
    }
    case "propose": {
      const [, attempt, text, given] = call;
      const secret = bytesOf(given);
      const proposal = {
        secret,
        attempt,
        generation,
        tool: "t",
        arguments: text,
      };
      return void await ledger.propose(proposal);
    }
    case "respond":
      return void await ledger.respond(id, call[2]);
    case "consume": {
      const [, attempt, given, allows] = call;
      const secret = bytesOf(given);
      const policy = () => allows;
      await ledger.consume({
        secret,
        attempt,
        generation,
        request: id,
        policy,
      });
      return void model.handedOut.set(id, (model.handedOut.get(id) ?? 0) + 1);
    }
    case "retire":
      return void await ledger.retire({ attempt: call[1], generation });
    case "recover":
      return void await ledger.recover();
    case "archive":
      return void await ledger.archive();
    case "archive it":
      return void await ledger.archive(id);
    case "crowd":
      return await crowd(ledger, call[1], call[2]);
  }
}

/** A call, and the change of the disk before which the machine stops; 0: it does not. */
const anyStep = fc.tuple(
  calls,
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    fc.integer({ min: 1, max: 7 }),
  ),
);

/** Chance alone seldom comes as far as an allowed call. */
const TURN: readonly (readonly [Call, number])[] = [
  [["start", "s1"], 0],
  [["admit", "a", "s1"], 0],
  [["propose", "a", "1", "s1"], 0],
  [["respond", "a", "allow_once"], 0],
];

/** A request that was allowed and never taken, long ago, and its host's late retry. */
const LATE: readonly (readonly [Call, number])[] = [
  ...TURN,
  [["retire", "a", ""], 0],
  [["archive it", "a"], 0],
  [["crowd", "c", "s1"], 0],
  [["admit", "a", "s1"], 0],
  [["consume", "a", "s1", true], 0],
];

const steps = fc.tuple(
  fc.constantFrom([], TURN, LATE),
  fc.array(anyStep, { minLength: 20, maxLength: 50, size: "max" }),
).map((parts) => parts.flat());

Deno.test("random calls, crashes and retries do as the model says", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), runSteps),
    { numRuns: 150 },
  );
});

async function runSteps(
  list: readonly (readonly [Call, number])[],
  luck: fc.Stream<boolean>,
): Promise<void> {
  const model: Model = {
    secret: undefined,
    spent: new Set(),
    active: undefined,
    over: new Set(),
    requests: new Map(),
    handedOut: new Map(),
  };
  const generations = new Map<string, number>();
  let disk = simDisk();
  await createLedger(hostOn(disk), "l", { agent: "ada", owner: "acme" });
  await openLedger(hostOn(disk), "l").session("link:main");
  for (const [call, crashAt] of list) {
    if (crashAt > 0 && call[0] !== "crowd") {
      disk = await crashIn(disk, { call, crashAt, model, generations, luck });
    }
    // After a crash this is the retry of a call whose answer was lost.
    await tryCall(disk, model, call, generations);
    await same(disk, model);
  }
  for (const count of model.handedOut.values()) assertEquals(count, 1);
}

async function tryCall(
  disk: Disk,
  model: Model,
  call: Call,
  generations: Map<string, number>,
): Promise<void> {
  const then = expected(model, call);
  let done = true;
  try {
    await make(openLedger(hostOn(disk), "l"), model, call, generations);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    done = false;
  }
  assertEquals(
    done,
    then !== undefined,
    `${call} is ${done ? "done" : "refused"}`,
  );
  then?.();
  await learnIds(disk, model);
}

/** Runs a call into a power cut; then the disk is what is left, and the model follows what is seen. */
async function crashIn(
  disk: ReturnType<typeof simDisk>,
  { call, crashAt, model, generations, luck }: {
    call: Call;
    crashAt: number;
    model: Model;
    generations: Map<string, number>;
    luck: fc.Stream<boolean>;
  },
): Promise<ReturnType<typeof simDisk>> {
  disk.ground.platter.settle();
  const cut = simDisk(disk.ground.platter.clone(), { crashAt });
  const then = expected(model, call);
  let answered = false;
  try {
    await make(openLedger(hostOn(cut), "l"), model, call, generations);
    answered = true;
  } catch (error) {
    if (!(error instanceof Crash) && !(error instanceof LnkError)) throw error;
  }
  const { platter } = cut.ground;
  const fates = platter.fates().map((most) =>
    luck.next().value ? Math.min(most, 1) : 0
  );
  const left = simDisk(platter.afterPowerCut(fates as never));
  const before = await seen(disk);
  const after = await seen(left);
  if (before !== after || answered) {
    assert(then, `${call} was refused, and changed something`);
    then();
    await learnIds(left, model);
  }
  return left;
}

/** All that a call can change, without what an archiving moves. */
async function seen(disk: Disk): Promise<string> {
  const text = new TextDecoder().decode(disk.read("l/authority.json", 99_999));
  const { start, attempt, ended, generation } = JSON.parse(text);
  const requests = await openLedger(hostOn(disk), "l").requests();
  const moved = requests.filter(({ status, attempt: of }) =>
    (status === "pending" || status === "allowed") || of === attempt?.attempt
  );
  return JSON.stringify({ start, attempt, ended, generation, moved });
}

async function learnIds(disk: Disk, model: Model): Promise<void> {
  for (const one of await openLedger(hostOn(disk), "l").requests()) {
    const known = model.requests.get(one.attempt);
    if (known) known.id = one.request;
  }
}

/** The ledger shows what the model holds, whether or not it was archived. */
async function same(disk: Disk, model: Model): Promise<void> {
  const ledger = openLedger(hostOn(disk), "l");
  for (const known of model.requests.values()) {
    const found = await ledger.show(known.id);
    assertEquals(found.status, known.status);
    assertEquals(found.arguments, known.text);
    const open = known.status === "pending" || known.status === "allowed";
    assertEquals(
      found.recovery_required,
      open && model.active !== known.attempt && !found.archived,
    );
  }
}
