// Copyright 2026 the lnk authors. MIT license.

/**
 * The agent's conversations: every line of every log, and its index.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { openWithin, within } from "../disk.ts";
import { isName } from "../names.ts";
import { shellPath } from "../shell.ts";
import { logOf } from "../store/paths.ts";
import { quote } from "../text.ts";
import { counted, type Seen } from "./check.ts";
import { logFaults } from "./log_faults.ts";
import { confirmedBytes, lookAtLogIndex } from "./log_index.ts";
import { type Look, looking, namesIn, steadily } from "./look.ts";
import { nextFor } from "./next.ts";
import { readLog } from "./read_log.ts";

const AREA = "logs";
const FOLDER = "chats";
const ENDING = ".jsonl";
const TORN = /^[a-z0-9][a-z0-9_-]{0,63}\.jsonl\.torn-\d{1,16}-[0-9a-f]{16}$/;

/** What all logs have together. */
interface Sum {
  logs: number;
  records: number;
  matching: number;
  copies: number;
  none: number;
}

/**
 * Looks at every conversation.
 *
 * @param look What the look needs.
 */
export async function lookAtLogs(look: Look): Promise<void> {
  const folder = join(look.root, FOLDER);
  const sum: Sum = { logs: 0, records: 0, matching: 0, copies: 0, none: 0 };
  const names: string[] = [];
  const at = { area: AREA, path: folder, name: FOLDER } as const;
  const listed = await looking(look, at, () => {
    const place = within(look.host.disk, look.root, `${FOLDER}/name`);
    if (place) names.push(...namesIn(look, AREA, folder));
    place?.verify();
  });
  for (const name of names) {
    const path = join(folder, name);
    const conversation = name.slice(0, -ENDING.length);
    if (TORN.test(name)) sum.copies++;
    else if (!name.endsWith(ENDING) || !isName("conversation", conversation)) {
      look.report.add(AREA, foreign(path, name));
    } else {
      const at = { area: AREA, path, name: logOf(conversation) } as const;
      await looking(look, at, () => lookAtLog(look, conversation, sum));
    }
  }
  if (!listed) return;
  await lookForLost(look, new Set(names));
  look.report.add(AREA, {
    status: "ok",
    path: folder,
    message: counted(sum.logs, "conversation") + ", " +
      counted(sum.records, "record") + " in sequence; " +
      counted(sum.matching, "index matches", "indexes match") +
      (sum.none === 0 ? "" : `, ${sum.none} not made yet`),
  });
  if (sum.copies === 0) return;
  look.report.add(AREA, {
    status: "ok",
    path: folder,
    message: counted(sum.copies, "copy", "copies") +
      " of interrupted appends kept beside the logs",
  });
}

function foreign(path: string, name: string): Seen {
  return {
    status: "warning",
    code: "doctor/foreign",
    path,
    message: `${quote(`chats/${name}`)} is no conversation: its name is not ` +
      "NAME.jsonl",
    help: nextFor("doctor/foreign", path),
  };
}

async function lookAtLog(look: Look, name: string, sum: Sum): Promise<void> {
  const { host, root, report, progress } = look;
  const open = () => openWithin(host.disk, root, logOf(name), "read");
  using file = await steadily(host, open);
  if (!file) return;
  // Asked before the log is read: meanwhile another may confirm more of it.
  const confirmed = confirmedBytes(look, name, file);
  const facts = await readLog(host, file, progress);
  const index = await lookAtLogIndex(look, name, file);
  sum.logs++;
  sum.records += facts.lines - facts.badCount;
  if (index.state === "matches") sum.matching++;
  if (index.state === "none") sum.none++;
  for (const seen of logFaults(look, { name, facts, index, confirmed })) {
    report.add(AREA, seen);
  }
}

/** Conversations whose index has confirmed records, and that are gone. */
async function lookForLost(
  look: Look,
  names: ReadonlySet<string>,
): Promise<void> {
  const way = ".lnk/store/logs";
  const folder = join(look.root, way);
  await looking(look, { area: AREA, path: folder, name: way }, async () => {
    if (!within(look.host.disk, look.root, `${way}/name`)) return;
    for (const name of namesIn(look, AREA, folder)) {
      if (!isName("conversation", name) || names.has(`${name}${ENDING}`)) {
        continue;
      }
      const index = await lookAtLogIndex(look, name, undefined);
      if (!index.confirmed) continue;
      look.report.add(AREA, {
        status: "warning",
        code: "doctor/log-gone",
        path: join(look.root, logOf(name)),
        message: `${quote(logOf(name))} is gone, and had ${index.confirmed} ` +
          "bytes of confirmed records",
        help: "put it back from a copy; if it was moved away on purpose: rm " +
          `-r ${shellPath(index.folder)}`,
      });
    }
  });
}
