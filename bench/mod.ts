// Copyright 2026 the lnk authors. MIT license.

/**
 * Prints speed and size as ratios: `deno task bench [--rounds=N] [WORD...]`.
 *
 * A word keeps the rows that contain it. The exit code is 0 also where a goal
 * is missed: a busy machine is no fault of the code.
 *
 * @module
 */

import { bundle } from "../tools/bundle.ts";
import { compare } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { bridgeThread } from "./rows/bridge_thread.ts";
import { bridgeThreads } from "./rows/bridge_threads.ts";
import { appendMany } from "./rows/append_many.ts";
import { SIZE_ROWS } from "./rows/bundle_size.ts";
import { checkMany } from "./rows/check_many.ts";
import { checkStart } from "./rows/check_start.ts";
import { readLast } from "./rows/read_last.ts";
import { LEDGER_ROWS } from "./rows/ledger.ts";
import { queueAdmit } from "./rows/queue_admit.ts";
import { queueDrain } from "./rows/queue_drain.ts";
import { queueVerify } from "./rows/queue_verify.ts";

const ROWS: readonly Row[] = [
  checkStart,
  checkMany,
  appendMany,
  readLast,
  bridgeThreads,
  bridgeThread,
  ...LEDGER_ROWS,
  queueAdmit,
  queueVerify,
  queueDrain,
  ...SIZE_ROWS,
];

/** The cells of a line: what, against, ratio, goal, ok. */
type Cells = readonly [string, string, string, string, string];

const HEAD: Cells = ["what", "against", "ratio (middle half)", "goal", "ok"];

async function measure(row: Row, bench: Bench, rounds: number): Promise<Cells> {
  if ("bytes" in row) {
    const kib = await row.bytes(bench) / 1024;
    const ok = kib <= row.limit ? "yes" : "NO";
    return [row.what, "", `${kib.toFixed(1)} KiB`, `${row.limit} KiB`, ok];
  }
  const sides = await row.prepare(bench);
  const { ratio, spread, medians } = await compare(sides, rounds);
  const [low, high] = spread.map((bound) => bound.toFixed(2));
  const [ours, base] = medians.map((time) => `${time.toFixed(1)} ms`);
  return [
    `${row.what} (${ours})`,
    `${row.against} (${base})`,
    `${ratio.toFixed(2)}x (${low}-${high})`,
    `${row.goal.toFixed(2)}x`,
    ratio <= row.goal ? "yes" : "NO",
  ];
}

function print(lines: readonly Cells[]): void {
  const widths = HEAD.map((_, i) =>
    Math.max(...lines.map((line) => line[i]!.length))
  );
  for (const line of lines) {
    const cells = line.map((cell, i) => cell.padEnd(widths[i]!));
    console.log(cells.join(" | ").trimEnd());
  }
}

function readRounds(args: readonly string[]): number {
  const word = args.find((arg) => arg.startsWith("--rounds="));
  return word === undefined ? 40 : Math.max(1, Number(word.slice(9)) || 1);
}

const rounds = readRounds(Deno.args);
const words = Deno.args.filter((arg) => !arg.startsWith("--"));
const wanted = ROWS.filter(({ what }) =>
  words.length === 0 || words.some((word) => what.includes(word))
);
const folder = Deno.makeTempDirSync({ prefix: "lnk-bench-" });
try {
  const bench = { folder, ...await bundle(`${folder}/bundle`) };
  const lines: Cells[] = [];
  for (const row of wanted) {
    const start = performance.now();
    lines.push(await measure(row, bench, rounds));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.error(`${row.what}: measured in ${seconds} s`);
  }
  print([HEAD, ...lines]);
} finally {
  Deno.removeSync(folder, { recursive: true });
}
