// Copyright 2026 the lnk authors. MIT license.

/**
 * The storage commands that `deno task prove` puts to the proof. One entry a
 * command; a command of the program joins with its own argv and check.
 *
 * @module
 */

import type { Broken, StorageCommand } from "../../tools/prove/command.ts";
import type { Sync } from "../sim/controls.ts";
import { LEDGER_TURN } from "./ledger.ts";
import { QUEUE_COMMANDS, QUEUE_CONTROLS } from "./queue.ts";
import { content, found, line, namesIn, wholeLines } from "./content.ts";
import { acknowledgedIn, workerArgv } from "./process.ts";
import { STORE_COMMANDS, STORE_CONTROLS } from "./store.ts";
import { WAITING_COMMANDS, WAITING_CONTROLS } from "./waiting.ts";

/** What the small program does, and how its folder is looked at. */
interface Deed {
  readonly name: "create" | "replace" | "remove" | "append" | "first";
  readonly setup?: (q: string) => void;
  readonly check: (q: string, told: readonly string[]) => Broken;
}

const WHOLE: Broken = { lost: [], doubled: [], damaged: [] };

/** Names in a folder, without unfinished files. */
function names(folder: string): string[] {
  return namesIn(folder).filter((name) => !name.endsWith(".tmp"));
}

function put(path: string, bytes: Uint8Array): void {
  Deno.writeFileSync(path, bytes, { mode: 0o600 });
}

const DEEDS: readonly Deed[] = [
  {
    name: "create",
    check: (q, told) => ({
      ...WHOLE,
      lost: told.filter((item) => found(`${q}/${item}`) !== item),
      damaged: names(q).filter((item) => found(`${q}/${item}`) !== item),
    }),
  },
  {
    name: "replace",
    setup: (q) => put(`${q}/ledger`, content("0")),
    check: (q, told) => {
      const state = found(`${q}/ledger`);
      const least = Number(told.at(-1) ?? 0);
      return {
        ...WHOLE,
        lost: told.filter((item) => Number(item) > Number(state ?? 0)),
        damaged: state === undefined || state === "" ||
            (Number(state) > least && !told.length)
          ? ["ledger"]
          : [],
      };
    },
  },
  {
    name: "remove",
    setup: (q) => {
      for (let step = 1; step <= 64; step++) {
        for (const part of [1, 2, 3]) {
          const item = String(10 * step + part);
          put(`${q}/${item}`, content(item));
        }
      }
    },
    check: (q, told) => ({
      ...WHOLE,
      doubled: told.filter((item) => found(`${q}/${item}`) !== undefined),
      damaged: names(q).filter((item) => found(`${q}/${item}`) !== item),
    }),
  },
  {
    name: "append",
    setup: (q) => put(`${q}/log`, new TextEncoder().encode(line("0"))),
    check: (q, told) => {
      const lines = wholeLines(Deno.readTextFileSync(`${q}/log`));
      return {
        ...WHOLE,
        lost: told.filter((item) => !lines.includes(item)),
        doubled: lines.filter((item, i) => lines.indexOf(item) !== i),
      };
    },
  },
  {
    name: "first",
    check: (q, told) => ({
      ...WHOLE,
      lost: told.filter((item) =>
        found(`${q}/${item.slice(0, -1)}/${item}`) !== item
      ),
    }),
  },
];

function command({ name, setup, check }: Deed, sync?: Sync): StorageCommand {
  return {
    name: sync === undefined ? name : `${name} without sync of ${sync}`,
    removes: name === "remove",
    argv: (folder, step) => workerArgv("worker.ts", [name, folder, step], sync),
    setup: (folder) => {
      Deno.mkdirSync(`${folder}/q`, { mode: 0o700 });
      setup?.(`${folder}/q`);
    },
    acknowledged: acknowledgedIn,
    check: (folder, told) => check(`${folder}/q`, told),
  };
}

function deed(name: Deed["name"]): Deed {
  return DEEDS.find((one) => one.name === name)!;
}

/** Every storage command. */
export const COMMANDS: readonly StorageCommand[] = [
  ...DEEDS.map((one) => command(one)),
  LEDGER_TURN,
  ...STORE_COMMANDS,
  ...QUEUE_COMMANDS,
  ...WAITING_COMMANDS,
];

/** The same with one sync left out: a power cut must show it. */
export const CONTROLS: readonly StorageCommand[] = [
  command(deed("create"), "file"),
  command(deed("create"), "folder"),
  command(deed("replace"), "folder"),
  command(deed("append"), "file"),
  command(deed("remove"), "folder after a removal"),
  ...STORE_CONTROLS,
  ...QUEUE_CONTROLS,
  ...WAITING_CONTROLS,
];
