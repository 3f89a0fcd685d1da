// Copyright 2026 the lnk authors. MIT license.

/** What the queue's deeds share: the queue, whose it is, what is wrong. */

import { requireName } from "../../lib/names.ts";
import { type BadEntry, openQueue, type Queue } from "../../lib/queue.ts";
import type { Binding } from "../../lib/store/interface.ts";
import { LnkError } from "../../lib/errors.ts";
import { inert } from "../../lib/text.ts";
import { type Context, hostOf } from "../context.ts";
import type { LookFlags } from "./flags.ts";

/** The queue that the flags name. */
export function queueOf(
  context: Context,
  { home, wait }: { readonly home: string; readonly wait?: number },
): Queue {
  const options = wait === undefined ? {} : { wait: wait * 1000 };
  return openQueue(hostOf(context), home, options);
}

/** Whose batches the flags ask for, if they do. */
export function bindingOf({ agent, owner }: LookFlags): Binding | undefined {
  if (agent === undefined && owner === undefined) return undefined;
  if (agent !== undefined && owner !== undefined) {
    return {
      agent: requireName("agent", agent),
      owner: requireName("owner", owner),
    };
  }
  const [given, missing] = agent === undefined
    ? ["owner", "agent"]
    : ["agent", "owner"];
  throw new LnkError(
    "usage",
    "usage/arguments",
    `--${given} needs --${missing} beside it: batches are of both`,
  );
}

/** Bad entries as members of a document. */
export function badFields(
  bad: readonly BadEntry[],
): Record<string, unknown>[] {
  return bad.map(({ name, reason, state, batch }) => ({
    name,
    reason,
    state,
    ...(batch === 0 ? {} : { batch }),
  }));
}

/** Bad entries as people read them, a line each. */
export function badLines(bad: readonly BadEntry[]): string[] {
  const names = bad.map(({ name }) => inert(name));
  const width = Math.max(0, ...names.map((name) => name.length));
  return bad.map(({ reason, state }, i) =>
    `${names[i]!.padEnd(width)}  ${reason.padEnd(11)}  ${inert(state)}`
  );
}
