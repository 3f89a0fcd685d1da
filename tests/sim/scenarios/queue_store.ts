// Copyright 2026 the lnk authors. MIT license.

/**
 * A conversation on the simulated disk: it keeps what it acknowledges, and
 * costs little.
 *
 * @module
 */

import {
  durableWrite,
  type Host,
  readPrivate,
  settle,
} from "../../../lib/disk.ts";
import { LnkError } from "../../../lib/errors.ts";
import type { Store } from "../../../lib/store/interface.ts";
import { REFUSING } from "../../support/refusing.ts";

const LOG = "store/log";

/**
 * The records of the conversation.
 *
 * @param host The machine.
 * @returns Their texts, in order.
 */
export function logOn({ disk }: Host): string[] {
  const bytes = readPrivate(disk, LOG, 1 << 20);
  return new TextDecoder().decode(bytes).split("\n").slice(0, -1);
}

/**
 * A store with one conversation.
 *
 * @param host The machine.
 * @param trouble Whether every second answer is lost.
 * @returns The store.
 */
export function storeOn(
  host: Host,
  { loses }: { readonly loses: boolean },
): Store {
  let calls = 0;
  return {
    ...REFUSING,
    last: () => Promise.resolve(logOn(host).length),
    append: (_, record, seq) => {
      const before = logOn(host);
      const found = before.indexOf(record) + 1;
      if (found === 0 && seq !== before.length + 1) {
        throw conflict(before.length);
      }
      if (found === 0) write(host, [...before, record]);
      // Who wrote it may have died before the sync.
      else settle(host.disk, LOG);
      if (loses && ++calls % 2 === 1) throw lost();
      return Promise.resolve({ seq: found || seq, repeated: found > 0 });
    },
  };
}

function write(host: Host, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join("");
  durableWrite(host, LOG, new TextEncoder().encode(text));
}

function conflict(last: number): LnkError {
  const message = "Cannot append: another record is next";
  return new LnkError("conflict", "store/sequence-conflict", message, {
    details: { last },
  });
}

function lost(): LnkError {
  return new LnkError("unable", "store/unreachable", "No answer", {
    details: { outcome: "unknown" },
  });
}
