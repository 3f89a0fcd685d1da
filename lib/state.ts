// Copyright 2026 the lnk authors. MIT license.

/**
 * What moves with an agent to another machine: plan, pack, unpack.
 *
 * The state of a harness moves, never its install, which is made fresh there.
 * A list says which folders and files of the harness's home hold the agent,
 * and which paths under them do not (spec: harness-base, A harness's state).
 *
 * ```ts
 * import { planState, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * await Deno.mkdir(`${home}/.goose/cache`, { recursive: true });
 * await Deno.writeTextFile(`${home}/.goose/config.yaml`, "a: 1\n");
 *
 * const plan = planState(realDisk("/"), home, {
 *   include: ["~/.goose"],
 *   exclude: ["~/.goose/cache"],
 * });
 * assertEquals(plan.files, [{ path: "~/.goose/config.yaml", bytes: 5 }]);
 * assertEquals(plan.excluded, [
 *   { path: "~/.goose/cache", by: "~/.goose/cache" },
 * ]);
 * await Deno.remove(home, { recursive: true });
 * ```
 *
 * @module
 */

export { type StateList, statePathFault } from "./state/paths.ts";
export {
  planState,
  type StateEntry,
  type StateFile,
  type StatePlan,
} from "./state/plan.ts";
export { type PackedState, packState } from "./state/pack.ts";
export {
  UNPACK_LIMIT,
  type UnpackedState,
  type UnpackOptions,
  unpackState,
} from "./state/unpack.ts";
