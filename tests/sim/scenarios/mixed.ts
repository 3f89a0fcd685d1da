// Copyright 2026 the lnk authors. MIT license.

/**
 * Random work on two folders, against a model in memory.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  durableMove,
  durableRemove,
  durableWrite,
  type Host,
  isTemp,
  makePrivateFolder,
  readPrivate,
  removeStaleTemps,
} from "../../../lib/disk.ts";
import { type Chance, chance } from "../chance.ts";
import type { Scenario } from "../scenario.ts";

/** One change. */
type Step =
  | { readonly what: "write"; readonly path: string; readonly text: string }
  | { readonly what: "remove"; readonly path: string }
  | { readonly what: "move"; readonly path: string; readonly to: string };

/** Text by path. */
type Model = ReadonlyMap<string, string>;

const FOLDERS = ["a", "b"];

/**
 * Random work.
 *
 * @param seed Repeats the same work.
 * @param length How many changes.
 * @returns A scenario of them.
 */
export function mixedWork(seed: number, length: number): Scenario {
  const steps = work(chance(seed), length);
  return {
    name: `mixed work ${seed}`,
    mostBytes: 5,
    setup: ({ disk }) => {
      for (const folder of FOLDERS) makePrivateFolder(disk, folder);
    },
    run: (host, journal) => {
      steps.forEach((step, i) => {
        journal.begin(String(i));
        perform(host, step);
        journal.acknowledge(String(i));
      });
    },
    recover: ({ disk }) => {
      for (const folder of FOLDERS) removeStaleTemps(disk, folder);
    },
    check: (host, { begun, acknowledged }) => {
      const done = steps.slice(0, acknowledged.length);
      const before = done.reduce(after, new Map());
      const open = steps[begun.length - 1];
      const shown = picture(host);
      if (open && begun.length > acknowledged.length) {
        const also = after(before, open);
        if (JSON.stringify(shown) === JSON.stringify(sorted(also))) return;
      }
      assertEquals(shown, sorted(before));
    },
  };
}

function work(random: Chance, length: number): Step[] {
  const steps: Step[] = [];
  let model: Model = new Map();
  for (let turn = 0; turn < length; turn++) {
    const step = chosen(random, model, turn);
    model = after(model, step);
    steps.push(step);
  }
  return steps;
}

function chosen(random: Chance, model: Model, turn: number): Step {
  const standing = [...model.keys()];
  const path = standing[random.below(Math.max(1, standing.length))];
  const kind = path === undefined ? 0 : random.below(4);
  const text = `text ${turn} ${"x".repeat(random.below(12))}`;
  const fresh = `${FOLDERS[random.below(2)]}/${turn}`;
  if (path === undefined || kind === 0) {
    return { what: "write", path: fresh, text };
  }
  if (kind === 1) return { what: "write", path, text };
  if (kind === 2) return { what: "remove", path };
  return { what: "move", path, to: fresh };
}

function perform(host: Host, step: Step): void {
  if (step.what === "write") {
    durableWrite(host, step.path, new TextEncoder().encode(step.text));
  } else if (step.what === "remove") durableRemove(host.disk, step.path);
  else durableMove(host.disk, step.path, step.to);
}

function after(model: Model, step: Step): Model {
  const next = new Map(model);
  if (step.what === "write") next.set(step.path, step.text);
  else next.delete(step.path);
  if (step.what === "move") next.set(step.to, model.get(step.path)!);
  return next;
}

function sorted(model: Model): [string, string][] {
  return [...model].sort(([a], [b]) => a < b ? -1 : 1);
}

/** All that stands, except unfinished files. */
function picture({ disk }: Host): [string, string][] {
  return sorted(
    new Map(
      FOLDERS.flatMap((folder) =>
        disk.list(folder).filter((name) => !isTemp(name)).map((name) => {
          const path = `${folder}/${name}`;
          return [path, new TextDecoder().decode(readPrivate(disk, path, 99))];
        })
      ),
    ),
  );
}
