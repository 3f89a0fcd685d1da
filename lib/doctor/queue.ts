// Copyright 2026 the lnk authors. MIT license.

/**
 * The capture queue of an adapter's home.
 *
 * @module
 */

import { counted } from "./check.ts";
import { lookAtPrivateFolder } from "../disk.ts";
import { nextFor as nextForEntry } from "../queue/bad.ts";
import { type Batch, openQueue, type Queue, scanQueue } from "../queue.ts";
import { isMade, namesIn as queueNames } from "../queue/place.ts";
import type { QueueState } from "../queue/scan.ts";
import { shellPath } from "../shell.ts";
import { quote } from "../text.ts";
import { join } from "@std/path/posix";
import { type Look, looking, type Names, namesIn } from "./look.ts";

const AREA = "queue";
/** From this part of a limit on, somebody should know. */
const FILLING = 0.8;
/** Longer than a batch takes to get its name, in milliseconds. */
const MOMENT = 50;

/**
 * Looks at the queue in a home.
 *
 * @param look What the look needs.
 * @param home The adapter's home; without one nothing is looked at.
 * @param party Whose batches they must be, where that is known.
 */
export async function lookAtQueue(
  look: Pick<Look, "host" | "report" | "unfinished">,
  home: string | undefined,
  party: Names | undefined,
): Promise<void> {
  if (home === undefined) {
    return look.report.add(AREA, {
      status: "skipped",
      message: "not looked at: name the adapter's home with --home DIR",
    });
  }
  const at = { area: AREA, path: home, name: home } as const;
  await looking(look, at, async () => {
    const queue = openQueue(look.host, home);
    if (!isMade(queue)) {
      return look.report.add(AREA, {
        status: "ok",
        path: queue.folder,
        message: `${quote(home)} has no queue: nothing was captured`,
      });
    }
    const state = await steadyState(look, queue, party);
    addBad(look, queue, home, state);
    addOwners(look, queue, home, state, party);
    addRoom(look, queue, home, state);
    for (const { name, kind } of queueNames(look.host.disk, queue.folder)) {
      if (kind === "temp") look.unfinished.push(join(queue.folder, name));
    }
    addAside(look, queue);
  });
}

/** What is bad at two looks; a batch has a second name for a moment while it is admitted. */
async function steadyState(
  { host }: Where,
  queue: Queue,
  party: Names | undefined,
): Promise<QueueState> {
  const state = await scanQueue(queue, party);
  if (state.bad.length === 0) return state;
  await host.sleep(MOMENT);
  return await scanQueue(queue, party);
}

type Where = Pick<Look, "host" | "report" | "unfinished">;

function addBad(
  { report }: Where,
  { folder }: Queue,
  home: string,
  { bad }: QueueState,
): void {
  for (const entry of bad) {
    report.add(AREA, {
      status: "error",
      code: "queue/bad-entry",
      path: join(folder, entry.name),
      message: `${quote(entry.name)} is ${entry.reason}: ${entry.state}`,
      help: nextForEntry(entry, { folder, home }),
    });
  }
}

function addOwners(
  { report }: Where,
  { folder }: Queue,
  home: string,
  { batches }: QueueState,
  party: Names | undefined,
): void {
  const whose = new Set(
    batches.map(({ agent, owner }) => `${agent} of ${owner}`),
  );
  if (party || whose.size < 2) return;
  report.add(AREA, {
    status: "error",
    code: "doctor/other-party",
    path: folder,
    message: `its batches are of ${whose.size}: ${
      quote([...whose].slice(0, 5).join(", "))
    }`,
    help: `see which: lnk-tool queue list --home ${shellPath(home)}`,
  });
}

function addRoom(
  { report }: Where,
  queue: Queue,
  home: string,
  { batches, records, entries, bytes, limits }: QueueState,
): void {
  const part = Math.max(entries / limits.batches, bytes / limits.bytes);
  const [first] = batches;
  const since = first
    ? `, the first since ${new Date(first.admitted).toISOString()}`
    : "";
  const waiting = first
    ? counted(batches.length, "batch waits", "batches wait") + ", " +
      counted(records, "record") + since
    : "nothing waits";
  const message = `${waiting}; ${Math.floor(100 * part)} % of its room is used`;
  const help = first && drain(first, home);
  const common = { path: queue.folder, message, ...(help && { help }) };
  if (part >= FILLING) {
    report.add(AREA, { status: "warning", code: "doctor/filling", ...common });
  } else report.add(AREA, { status: "ok", ...common });
}

/** What is set aside is not delivered, but it is what somebody said all the same. */
function addAside(look: Where, { aside: path }: Queue): void {
  if (!lookAtPrivateFolder(look.host.disk, path)) return;
  const aside = namesIn(look, AREA, path).length;
  if (aside === 0) return;
  look.report.add(AREA, {
    status: "ok",
    path,
    message: counted(aside, "entry is", "entries are") + " set aside",
    help: `see them: ls -la ${shellPath(path)}`,
  });
}

function drain({ agent, owner }: Batch, home: string): string {
  return `lnk-tool queue drain --home ${shellPath(home)} --agent ${agent} ` +
    `--owner ${owner} --store ADDRESS`;
}
