// Copyright 2026 the lnk authors. MIT license.

/**
 * Tries a scenario at every crash point, with every survival of what was not
 * synced where those are few, and with a seeded choice of them where not.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import type { Disk, Host } from "../../lib/disk.ts";
import { type Chance, chance } from "./chance.ts";
import { type SimDisk, simDisk, type Trouble } from "./disk.ts";
import { SWEPT } from "./errors.ts";
import { choices } from "./choices.ts";
import type { Platter } from "./platter.ts";
import { type Journal, journal, type Scenario } from "./scenario.ts";

/** How much is tried. */
export interface Effort {
  /** Repeats the same choices. */
  readonly seed: number;
  /** The most survivals at one crash point. */
  readonly mostSurvivals: number;
  /** Puts something between the rules and the disk: how a control leaves a sync out. */
  readonly between?: (disk: Disk) => Disk;
}

/** What was tried. */
export interface Tried {
  /** Crash points, or calls that failed. */
  readonly points: number;
  /** States that were recovered from and checked. */
  readonly states: number;
}

/** The machine that a scenario runs on. */
interface Machine extends Host {
  readonly disk: Disk;
  readonly sim: SimDisk;
}

/**
 * Crashes a scenario before every change and after the last one.
 *
 * @param scenario What to try.
 * @param effort How much.
 * @returns How much was tried.
 * @throws {Error} Names the scenario, the point, the survival and the seed.
 */
export async function crashEverywhere(
  scenario: Scenario,
  effort: Effort,
): Promise<Tried> {
  const start = await prepared(scenario, effort);
  let states = 0;
  for (let point = 1;; point++) {
    const machine = start(point, { crashAt: point });
    const told = await cutOff(scenario, effort, machine, point);
    const { sim } = machine;
    states += await survivals(scenario, effort, { sim, told, point });
    if (!sim.ground.dead) return { points: point, states };
  }
}

/**
 * Lets every call of a scenario fail with every error; then the machine is
 * killed or loses power.
 *
 * @param scenario What to try.
 * @param effort How much.
 * @returns How much was tried.
 * @throws {Error} Names the scenario, the point, the survival and the seed.
 */
export async function failEverywhere(
  scenario: Scenario,
  effort: Effort,
): Promise<Tried> {
  const start = await prepared(scenario, effort);
  const few = { ...effort, mostSurvivals: Math.min(effort.mostSurvivals, 12) };
  let states = 0;
  let points = 0;
  for (let failAt = 1;; failAt++) {
    for (const error of SWEPT) {
      const machine = start(failAt, { failAt, error });
      const told = journal();
      try {
        await scenario.run(machine, told);
      } catch (thrown) {
        if (!(thrown instanceof LnkError)) throw thrown;
      }
      if (machine.sim.ground.calls < failAt) return { points, states };
      points++;
      const { sim } = machine;
      states += await survivals(scenario, few, { sim, told, point: failAt });
    }
  }
}

/** Sets the scene, all of it on the medium, and returns machines that start from it. */
async function prepared(
  scenario: Scenario,
  effort: Effort,
): Promise<(stream: number, trouble: Trouble) => Machine> {
  const first = machineOn(simDisk(), effort, 0);
  await scenario.setup?.(first);
  first.sim.ground.platter.settle();
  const short = scenario.mostBytes === undefined
    ? {}
    : { mostBytes: scenario.mostBytes };
  return (stream, trouble) =>
    machineOn(
      simDisk(first.sim.ground.platter.clone(), { ...short, ...trouble }),
      effort,
      stream,
    );
}

function machineOn(sim: SimDisk, effort: Effort, stream: number): Machine {
  const random = chance(effort.seed * 1_000_003 + stream);
  let time = 1_700_000_000_000;
  return {
    sim,
    disk: effort.between?.(sim) ?? sim,
    now: () => time++,
    random: random.bytes,
    sleep: () => Promise.resolve(),
  };
}

async function cutOff(
  scenario: Scenario,
  effort: Effort,
  machine: Machine,
  point: number,
): Promise<Journal> {
  const told = journal();
  try {
    await untilCrash(machine, () => scenario.run(machine, told));
    return told;
  } catch (error) {
    throw broken(scenario, effort, point, "before any crash", error);
  }
}

/** A machine that stopped, and what its callers had been told by then. */
interface Stopped {
  readonly sim: SimDisk;
  readonly told: Journal;
  readonly point: number;
}

/** Recovers from and checks what a kill and what power cuts leave. */
async function survivals(
  scenario: Scenario,
  effort: Effort,
  stopped: Stopped,
): Promise<number> {
  const { sim, point } = stopped;
  const random = chance(effort.seed * 7919 + point);
  const counts = sim.ground.platter.fates();
  let states = 0;
  for (const fates of choices(counts, effort.mostSurvivals, random)) {
    const how = () => `power cut: ${sim.ground.platter.describe(fates)}`;
    const left = sim.ground.platter.afterPowerCut(fates);
    states += await restart(scenario, effort, stopped, { left, how, random });
  }
  // A kill keeps all that shows, and what was not synced is still not.
  const left = sim.ground.platter.clone();
  const how = () => "kill";
  return states +
    await restart(scenario, effort, stopped, { left, how, random });
}

/** What a machine starts with the next time. */
interface Remains {
  readonly left: Platter;
  /** Says in words what happened to it. */
  how(): string;
  readonly random: Chance;
}

/** The next start, then the check; then power is lost once more, and it is checked again. */
async function restart(
  scenario: Scenario,
  effort: Effort,
  { sim, told, point }: Stopped,
  { left, how, random }: Remains,
): Promise<number> {
  const next = journal(told.begun, told.acknowledged);
  const steps: string[] = [];
  const start = (platter: Platter, trouble: Trouble = {}) => {
    const stream = 1_000_000 + random.below(1_000_000_000);
    return machineOn(simDisk(platter, trouble), effort, stream);
  };
  const recoverAndCheck = async (platter: Platter) => {
    const machine = start(platter);
    await scenario.recover(machine, next);
    await scenario.check(machine, next);
  };
  let states = 1;
  try {
    if (random.below(4) === 0) {
      states++;
      const crashAt = 1 + random.below(6);
      const cut = start(left, { crashAt });
      steps.push(`recovery cut off before change ${crashAt}`);
      await untilCrash(cut, () => scenario.recover(cut, next));
      const [fates = []] = choices(left.fates(), 1, random);
      left = left.afterPowerCut(fates);
    }
    await recoverAndCheck(left);
    for (const fates of choices(left.fates(), 4, random)) {
      steps.push("second power cut");
      await recoverAndCheck(left.afterPowerCut(fates));
      states++;
    }
    return states;
  } catch (error) {
    const trace = sim.ground.trace.slice(-12).join("\n    ");
    const where = [how(), ...steps, `last changes:\n    ${trace}`];
    throw broken(scenario, effort, point, where.join("\n  "), error);
  }
}

/** Runs until the machine stops, or to the end. */
async function untilCrash(
  { sim }: Machine,
  act: () => void | Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!sim.ground.dead) throw error;
  }
}

function broken(
  scenario: Scenario,
  { seed }: Effort,
  point: number,
  where: string,
  cause: unknown,
): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `${scenario.name}: ${reason}\n  seed ${seed}, point ${point}, ${where}`,
    { cause },
  );
}
