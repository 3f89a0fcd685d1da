// Copyright 2026 the lnk authors. MIT license.

/**
 * One look over all that an agent has on a machine: its sandbox file, layout,
 * permissions, memory, conversations, leases, capture queue and ledger.
 *
 * Nothing is changed, no lock is taken, no link is followed and no key is
 * read. What cannot be looked at is told, and the rest is looked at.
 *
 * @module
 */

import { basename, isAbsolute, join } from "@std/path/posix";
import type { Host } from "./disk.ts";
import { lookAbove } from "./doctor/above.ts";
import { lookAtAgent } from "./doctor/agent.ts";
import { type Check, countChecks, newReport, STATES } from "./doctor/check.ts";
import { lookAtGuidance } from "./doctor/guidance.ts";
import { ledgerState, lookAtLedger } from "./doctor/ledger.ts";
import { lookAtLeases } from "./doctor/leases.ts";
import { lookAtLeftovers } from "./doctor/leftovers.ts";
import { lookAtLogs } from "./doctor/logs.ts";
import { type Look, looking } from "./doctor/look.ts";
import { lookingOnly } from "./doctor/looking_only.ts";
import { lookAtMemory } from "./doctor/memory.ts";
import { lookAtPermissions } from "./doctor/permissions.ts";
import { lookAtQueue } from "./doctor/queue.ts";
import { lookAtReach } from "./doctor/reach.ts";
import { lookAtSandbox } from "./doctor/sandbox.ts";
import type { LnkError } from "./errors.ts";
import { isName } from "./names.ts";
import type { Progress } from "./store/scan.ts";

export { type Area, type Check, type CheckStatus } from "./doctor/check.ts";

/** What is looked at. */
export interface Subject {
  /** The agent's folder: not a link. */
  readonly agent: string;
  /** Its sandbox file; without it, sandbox.toml in the agent's folder. */
  readonly grants?: string | undefined;
  /** The adapter's home, in which the queue is; without it no queue is looked at. */
  readonly home?: string | undefined;
  /** The ledger's folder; without it no ledger is looked at. */
  readonly ledger?: string | undefined;
  /** Key files: whether they are private and out of reach. None is read. */
  readonly keys?: readonly string[];
  /** Teams' shared folders by team. */
  readonly teams?: ReadonlyMap<string, string>;
  /** PATH, where the sandbox file's programs are looked for. */
  readonly searchPath?: string;
  /** Whether unknown tables and top keys of the sandbox file are errors. */
  readonly strict?: boolean;
  /** Told how many bytes of how many are read, while a large log is. */
  readonly progress?: Progress;
}

/** What looking found. */
export interface Examination {
  /** Every look, the worst first; of one state, in the order of the areas. */
  readonly checks: readonly Check[];
  /** How many errors there are, told or not. */
  readonly errors: number;
  /** How many warnings there are, told or not. */
  readonly warnings: number;
  /** Why the agent's folder could not be looked at, where it could not. */
  readonly unread: LnkError | undefined;
}

/**
 * Looks over an agent.
 *
 * @example Usage
 * ```ts
 * import { examine, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.mkdir(`${folder}/chats`);
 * await Deno.writeTextFile(`${folder}/chats/main.jsonl`, '{"seq":2}\n');
 * const host = {
 *   disk: realDisk("/"),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * const { checks, errors } = await examine(host, { agent: folder });
 * assertEquals(errors, 1);
 * assertEquals(checks[0]?.code, "store/corrupt-log");
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param machine The disk and its clock; nothing on it is changed.
 * @param given What is looked at.
 * @returns What was found.
 */
export async function examine(
  machine: Host,
  given: Subject,
): Promise<Examination> {
  const host = { ...machine, disk: lookingOnly(machine.disk) };
  const subject = wholePaths(host, given);
  const { agent, ledger, home } = subject;
  const common = { host, report: newReport(), unfinished: [] };
  const { root, unread } = lookAtAgent(host, agent, common.report);
  const state = ledger === undefined
    ? undefined
    : await ledgerState(host, ledger);
  const party = state && { agent: state.agent, owner: state.owner };
  if (root === undefined) common.report.add("agent", NOTHING);
  else {
    const names = party ?? namesFor(root);
    const { progress } = given;
    const look = { ...common, root, names, progress };
    await lookInAgent(look, subject);
  }
  await lookAtQueue(common, home, party);
  await lookAtLedger(common, ledger, state);
  const queue = home === undefined ? [] : [`${home}/.lnk`];
  const own = [root, ledger].filter((path) => path !== undefined);
  lookAbove(common, [...own, ...queue]);
  if (root ?? home ?? ledger) {
    await lookAtLeftovers({ ...common, root: root ?? agent });
  }
  const checks = sorted(common.report.all());
  return {
    checks,
    errors: countChecks(checks, "error"),
    warnings: countChecks(checks, "warning"),
    unread,
  };
}

const NOTHING = {
  status: "skipped",
  message: "nothing in it was looked at: the sandbox file, memory, " +
    "conversations, and what the agent reaches",
} as const;

/** Commands that are told work from any folder. */
function wholePaths(host: Pick<Host, "disk">, given: Subject): Subject {
  const whole = (path: string | undefined) =>
    path === undefined ? undefined : absolute(host, path);
  const { agent, grants, home, ledger, keys = [] } = given;
  return {
    ...given,
    agent: absolute(host, agent),
    grants: whole(grants),
    home: whole(home),
    ledger: whole(ledger),
    keys: keys.map((path) => absolute(host, path)),
  };
}

/** A path from the root folder on; links in it stay. */
function absolute({ disk }: Pick<Host, "disk">, path: string): string {
  if (isAbsolute(path)) return join(path);
  try {
    return join(disk.realPath("."), path);
  } catch {
    return path;
  }
}

/** What the sandbox file is called in the agent's folder. */
const SANDBOX = "sandbox.toml";

async function lookInAgent(
  bare: Omit<Look, "grants" | "sandbox">,
  subject: Subject,
): Promise<void> {
  const { root, report, host } = bare;
  const { grants: named, strict = false, searchPath = "" } = subject;
  const { teams = new Map(), ledger, keys = [] } = subject;
  const file = named ?? join(root, SANDBOX);
  const sandbox = { root, file, named: named !== undefined, teams };
  const at = { area: "sandbox", path: root, name: root } as const;
  let grants: Look["grants"];
  await looking(bare, at, () => {
    const options = { ...sandbox, searchPath, strict };
    grants = lookAtSandbox(host, options, report);
  });
  const look = { ...bare, sandbox: file, grants };
  await lookAtPermissions(look);
  await lookAtGuidance(look);
  await lookAtMemory(look);
  await lookAtLogs(look);
  await lookAtLeases(look);
  await lookAtReach(look, { ledger, keys, teams });
}

/** Names that a command takes for `file:`, where no ledger tells them. */
function namesFor(root: string): Look["names"] {
  const name = basename(root);
  const agent = isName("agent", name) ? name : "agent";
  return { agent, owner: "owner" };
}

function sorted(checks: readonly Check[]): Check[] {
  return checks.toSorted((a, b) =>
    STATES.indexOf(b.status) - STATES.indexOf(a.status)
  );
}
