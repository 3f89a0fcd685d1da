// Copyright 2026 the lnk authors. MIT license.

/**
 * The program's door: builds the real world and hands it to `main`.
 *
 * @module
 */

import { pipesWire, streamOutput } from "./cli/io.ts";
import { colourChoice } from "./cli/argv.ts";
import { main } from "./cli/main.ts";
import { realDisk } from "./lib/disk.ts";

const env = (name: string) => Deno.env.get(name);
const choice = colourChoice(Deno.args);
const columns = () => {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return 80;
  }
};

let connected = false;
let stopped = false;
const code = await main(Deno.args, {
  io: {
    out: streamOutput(Deno.stdout, env, choice, columns),
    err: streamOutput(Deno.stderr, env, choice, columns),
    in: {
      terminal: Deno.stdin.isTerminal(),
      stream: () => Deno.stdin.readable,
    },
    wire: () => {
      connected = true;
      return pipesWire(Deno);
    },
    now: () => Date.now(),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds) =>
      new Promise((done) => setTimeout(done, milliseconds)),
    env,
    stopped: () =>
      new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
          Deno.addSignalListener(signal, () => {
            stopped = true;
            resolve();
          });
        }
      }),
  },
  disk: realDisk(Deno.cwd()),
});
// A write that its reader never takes would keep the process, and so would a
// store that says nothing to a run that was asked to end.
if (connected || stopped) Deno.exit(code);
Deno.exitCode = code;
