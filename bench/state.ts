// Copyright 2026 the lnk authors. MIT license.

/**
 * How much memory packing and unpacking take: `deno run -A bench/state.ts`.
 *
 * Each runs in a process of its own, whose largest resident size is what Linux
 * says at its end. `--mib N` chooses the size of the home (2048 for the figure
 * of the design); half of the content is random, so that it does not shrink.
 *
 * @module
 */

import { planState, realDisk } from "../mod.ts";
import { packState, unpackState } from "../lib/state.ts";
import { openInput, readPieces } from "../lib/input.ts";

/** The most memory that either may take, in MiB. */
const LIMIT = 128;

const LIST = { include: ["~/.state"], exclude: ["~/.state/cache"] };

const host = {
  disk: realDisk(Deno.cwd()),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: (milliseconds: number) =>
    new Promise<void>((done) => setTimeout(done, milliseconds)),
};

/** A process that does nothing but say its own size. */
const IDLE = `console.log(/VmHWM:\\s+(\\d+)/.exec(
  Deno.readTextFileSync("/proc/self/status"))[1])`;

const [task, from, to] = Deno.args;
if (task === "pack") {
  await packState(host, planState(host.disk, from!, LIST), to!);
  report();
} else if (task === "unpack") {
  const source = readPieces(openInput(host.disk, from!));
  await unpackState(host, source, { home: to! });
  report();
} else {
  await measure(task === "--mib" ? Number(from) : 256);
}

/** What the parent reads: the largest resident size so far, in KiB. */
function report(): void {
  const status = Deno.readTextFileSync("/proc/self/status");
  console.log(/^VmHWM:\s+(\d+)/m.exec(status)![1]);
}

async function measure(mib: number): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-bench-" });
  try {
    fill(`${folder}/home/.state`, mib);
    Deno.mkdirSync(`${folder}/new`);
    const archive = `${folder}/state.tar.gz`;
    const idle = await run("idle", "", "");
    const pack = await run("pack", `${folder}/home`, archive);
    const unpack = await run("unpack", archive, `${folder}/new`);
    console.log(`home ${mib} MiB, memory at its peak (limit ${LIMIT} MiB)`);
    for (
      const [name, { peak, seconds }] of [
        ["empty process", idle],
        ["pack", pack],
        ["unpack", unpack],
      ] as const
    ) {
      const rate = name === "empty process"
        ? ""
        : `  ${(mib / seconds).toFixed(0).padStart(4)} MiB/s`;
      console.log(
        `${name.padEnd(14)} ${peak.toFixed(0).padStart(4)} MiB${rate}`,
      );
    }
    if (pack.peak > LIMIT || unpack.peak > LIMIT) Deno.exitCode = 1;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** One large file of a third, the rest in files of 1 MiB; every other MiB is random. */
function fill(folder: string, mib: number): void {
  Deno.mkdirSync(folder, { recursive: true });
  const piece = new Uint8Array(1024 * 1024);
  using large = Deno.openSync(`${folder}/large`, { create: true, write: true });
  for (let i = 0; i < mib; i++) {
    if (i % 2 === 0) piece.fill(i);
    else {
      for (let at = 0; at < piece.length; at += 65536) {
        crypto.getRandomValues(piece.subarray(at, at + 65536));
      }
    }
    if (i < mib / 3) large.writeSync(piece);
    else Deno.writeFileSync(`${folder}/${i}`, piece);
  }
}

async function run(
  what: string,
  source: string,
  target: string,
): Promise<{ readonly peak: number; readonly seconds: number }> {
  const start = performance.now();
  const args = what === "idle"
    ? ["eval", IDLE]
    : ["run", "--quiet", "--allow-all", import.meta.filename!, what];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, source, target],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${what} failed`);
  const seconds = (performance.now() - start) / 1000;
  return { peak: Number(new TextDecoder().decode(stdout)) / 1024, seconds };
}
