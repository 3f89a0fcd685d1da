// Copyright 2026 the lnk authors. MIT license.

/**
 * The agent's conversations: every line of every log, and its index.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { openWithin, within } from "../disk.ts";
import { isName } from "../names.ts";
import { shellPath } from "../queue/shell.ts";
import { logOf } from "../store/paths.ts";
import { quote } from "../text.ts";
import { counted, type Seen } from "./check.ts";
import { type IndexState, lookAtLogIndex } from "./log_index.ts";
import { type Look, looking, namesIn, steadily } from "./look.ts";
import { nextFor } from "./next.ts";
import { type LogFacts, readLog } from "./read_log.ts";
import { MOST_SOURCES } from "./sources.ts";

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
  await looking(look, { area: AREA, path: folder, name: FOLDER }, () => {
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
  const facts = await readLog(host, file, progress);
  const index = await lookAtLogIndex(look, name, file);
  sum.logs++;
  sum.records += facts.lines - facts.badCount;
  if (index.state === "matches") sum.matching++;
  if (index.state === "none") sum.none++;
  const found = [
    ...corrupt(look, name, facts, index),
    ...repeated(look, name, facts),
    ...indexSeen(look, name, index),
  ];
  for (const seen of found) report.add(AREA, seen);
}

/** A command about one conversation. */
function command(look: Look, words: string, name: string): string {
  const { root, names: { agent, owner } } = look;
  return `lnk-tool ${words} --thread link:${name} ` +
    `--store ${shellPath(`file:${root}`)} --agent ${agent} --owner ${owner}`;
}

function corrupt(
  look: Look,
  name: string,
  { bad, badCount, torn, end, lines }: LogFacts,
  index: IndexState,
): Seen[] {
  const path = join(look.root, logOf(name));
  const log = quote(logOf(name));
  const found: Seen[] = [];
  if (bad) {
    const more = badCount > 1 ? `; ${badCount - 1} more bad lines` : "";
    const { line, at, why } = bad;
    found.push({
      ...{ status: "error", code: "store/corrupt-log", path },
      message: `${log}: line ${line} at byte ${at} ${why}${more}`,
      help: `look at it: sed -n ${line}p ${shellPath(path)}; see what can ` +
        `be read: ${command(look, "context log --skip-corrupt", name)}`,
    });
  }
  const confirmed = index.confirmed ?? 0;
  if (!bad && end < confirmed) {
    found.push({
      ...{ status: "error", code: "doctor/log-gone", path },
      message:
        `${log}: its whole lines end at byte ${end}, and were confirmed ` +
        `up to byte ${confirmed}`,
      help: "put the log back from a copy; if it was cut on purpose: rm -r " +
        shellPath(index.folder),
    });
  } else if (torn > 0) {
    found.push({
      ...{ status: "warning", code: "doctor/interrupted", path },
      message:
        `${log}: ${torn} bytes of an append that was interrupted after ` +
        `record ${lines}`,
      help: (bad
        ? "nothing is appended before the log is mended"
        : "nothing to do: the next append keeps a copy beside the log, cuts " +
          "them off and goes on") +
        `; to see them: tail -c ${torn} ${shellPath(path)}`,
    });
  }
  return found;
}

function repeated(
  { root }: Look,
  name: string,
  { repeated, repeatedCount, unsearched }: LogFacts,
): Seen[] {
  const path = join(root, logOf(name));
  const log = quote(logOf(name));
  const found: Seen[] = [];
  if (repeated) {
    const { first, again } = repeated;
    const more = repeatedCount > 1 ? `; ${repeatedCount - 1} more` : "";
    found.push({
      ...{ status: "warning", code: "doctor/repeated-source", path },
      message: `${log}: record ${again.seq} has the source of record ` +
        `${first.seq}${more}`,
      help: `compare them: sed -n '${first.seq}p;${again.seq}p' ${
        shellPath(path)
      }`,
    });
  }
  if (unsearched !== undefined) {
    found.push({
      ...{ status: "warning", code: "doctor/not-all", path },
      message:
        `${log}: sources were compared up to record ${unsearched - 1}; ` +
        `at most ${MOST_SOURCES} are`,
      help: "nothing to do: the store compares all of them when it appends",
    });
  }
  return found;
}

function indexSeen(look: Look, name: string, index: IndexState): Seen[] {
  const { state, folder } = index;
  if (state === "matches" || state === "none") return [];
  const log = quote(logOf(name));
  const next = command(look, "context read --last 1", name);
  if (state === "in use") {
    return [{
      status: "skipped",
      path: folder,
      message: `the index of ${log}: in use, or left by a process that was ` +
        "killed; its next use checks it",
    }];
  }
  return [{
    ...{ status: "warning", code: "doctor/index", path: folder },
    message:
      `the index of ${log} ${index.why}: it is made anew at its next use`,
    help: `nothing to do, or now: ${next}`,
  }];
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
