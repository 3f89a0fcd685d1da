// Copyright 2026 the lnk authors. MIT license.

/**
 * The fields of a contract, and what two of them say about a switch.
 *
 * @module
 */

/** A part of an agent's state that a switch can carry. */
export type StatePart =
  | "conversations"
  | "native_memory"
  | "identity"
  | "notes";

/** Something a harness can do for its agent, or not. */
export type FeaturePart = "skills" | "persona";

/** Whatever a switch can leave behind. */
export type Part = StatePart | FeaturePart;

/** The parts of state, in the order every answer keeps. */
export const STATE_PARTS: readonly StatePart[] = [
  "conversations",
  "native_memory",
  "identity",
  "notes",
];

/** The features, in the order every answer keeps. */
export const FEATURE_PARTS: readonly FeaturePart[] = ["skills", "persona"];

/** All parts: state first, then features. */
export const PARTS: readonly Part[] = [...STATE_PARTS, ...FEATURE_PARTS];

/** What a harness can hand out; `"none"`: it holds none of it, so that nothing can be lost. */
export type Exports = boolean | "none";

/** What a harness can take in; `"text"`: user and assistant text only. */
export type Imports = boolean | "text";

/** What a harness declares of the agent's state. */
export interface ContractState {
  /** The files and folders of its home that a move carries, each from `~/`. */
  readonly include?: readonly string[];
  /** The paths under them that a move leaves out. */
  readonly exclude?: readonly string[];
  /** What it can hand out; absent is `false`. */
  readonly export?: Readonly<Partial<Record<StatePart, Exports>>>;
  /** What it can take in; absent is `false`; `"text"` for conversations only. */
  readonly import?: Readonly<
    & { readonly conversations?: Imports }
    & Partial<Record<Exclude<StatePart, "conversations">, boolean>>
  >;
}

/** What a harness declares about itself: the fields of its contract file. */
export interface Contract {
  /** The harness. */
  readonly name: string;
  /** What it holds, hands out and takes in; absent promises nothing. */
  readonly state?: ContractState;
  /** What it can do; absent is `false`. */
  readonly features?: Readonly<Partial<Record<FeaturePart, boolean>>>;
}

/**
 * Why a part stays: the source does not hand it out, the destination does not
 * take it in, neither does, or the destination lacks the feature.
 */
export type Why = "not-exported" | "not-imported" | "neither" | "no-feature";

/** A part that stays with the source harness. */
export interface LeftBehind {
  /** What stays. */
  readonly part: Part;
  /** Why it stays. */
  readonly why: Why;
}

/** A part of state that goes along. */
export interface Carried {
  /** What goes along. */
  readonly part: StatePart;
  /** All of it, or user and assistant text only. */
  readonly as: "whole" | "text";
  /** What is omitted on the way; absent for `whole`. */
  readonly omits?: string;
}

/** What a switch would do. */
export interface Switch {
  /** The harness that is left. */
  readonly from: string;
  /** The harness that takes over. */
  readonly to: string;
  /** What goes along, in the order of {@linkcode PARTS}. */
  readonly carried: readonly Carried[];
  /** What stays, in the order of {@linkcode PARTS}. */
  readonly leftBehind: readonly LeftBehind[];
}
