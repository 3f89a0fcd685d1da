// Copyright 2026 the lnk authors. MIT license.

/**
 * The families of commands. One is loaded only when it is named: what all of
 * them cost at start grows with each, what one costs does not.
 *
 * @module
 */

import type { Command, RouteMap } from "@stricli/core";
import type { Context } from "./context.ts";

/** Commands and groups by the word that names them. */
export type Routes = Readonly<
  Record<string, Command<Context> | RouteMap<Context>>
>;

/** The groups, and commands with words of their own, in the order of the help. */
const FAMILIES: Readonly<Record<string, () => Promise<Routes[string]>>> = {
  grants: async () => (await import("./grants/mod.ts")).grants,
  proof: async () => (await import("./proof/mod.ts")).proof,
  endpoint: async () => (await import("./endpoint/mod.ts")).endpoint,
  contract: async () => (await import("./contract/mod.ts")).contract,
  ledger: async () => (await import("./ledger/mod.ts")).ledger,
  state: async () => (await import("./state/mod.ts")).state,
  store: async () => (await import("./store/mod.ts")).store,
  context: async () => (await import("./context/mod.ts")).context,
  memory: async () => (await import("./memory/mod.ts")).memory,
  queue: async () => (await import("./queue/mod.ts")).queue,
  doctor: async () => (await import("./doctor/mod.ts")).doctor,
};

/** The commands about the program itself. */
async function about(): Promise<Routes> {
  return (await import("./about/mod.ts")).about;
}

/**
 * The routes of the root.
 *
 * @param first The first word, if it is known.
 * @returns Only the family of that name, or all where it names none.
 */
export async function routes(first: string | undefined): Promise<Routes> {
  if (first !== undefined && Object.hasOwn(FAMILIES, first)) {
    return { [first]: await FAMILIES[first]!() };
  }
  const own = await about();
  if (first !== undefined && Object.hasOwn(own, first)) return own;
  const all = Object.entries(FAMILIES)
    .map(async ([name, load]) => [name, await load()] as const);
  return { ...Object.fromEntries(await Promise.all(all)), ...own };
}
