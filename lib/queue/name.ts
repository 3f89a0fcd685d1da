// Copyright 2026 the lnk authors. MIT license.

/**
 * The names in the queue's folder, which also keep its count: a number is in
 * use while a name has it, and the last one stays when all batches are gone.
 *
 * @module
 */

import { isTemp } from "../disk.ts";

/** What a name in the queue's folder is for. */
export type NameKind = "batch" | "done" | "temp" | "other";

/** A name in the queue's folder. */
export interface QueueName {
  /** The name. */
  readonly name: string;
  /** What it is for. */
  readonly kind: NameKind;
  /** Its number, from 1; 0 for `temp` and `other`. */
  readonly number: number;
}

/** What is said of a name that {@linkcode isLost}. */
export const NOT_UTF8 = "its name is not UTF-8";

const FORM = /^([0-9]{20})\.(batch|done)$/;

/**
 * Reads a name.
 *
 * @param name A name without its folder.
 * @returns What it is for; `other` for all that no part of the queue is
 *   called, also for numbers past what a double holds.
 */
export function readName(name: string): QueueName {
  if (isTemp(name)) return { name, kind: "temp", number: 0 };
  const [, digits, kind] = FORM.exec(name) ?? [];
  const number = Number(digits ?? 0);
  if (number < 1 || !Number.isSafeInteger(number)) {
    return { name, kind: "other", number: 0 };
  }
  return { name, kind: kind === "batch" ? "batch" : "done", number };
}

/**
 * Why a name is no batch's.
 *
 * @param name A name of kind `other`.
 * @returns What is wrong with it, in words.
 */
export function whyNoBatch(name: string): string {
  return FORM.test(name)
    ? "its number is none that is given out"
    : "its name is not twenty digits and .batch";
}

/**
 * The name of a batch that waits.
 *
 * @param number Its number.
 * @returns Twenty digits and `.batch`.
 */
export function batchName(number: number): string {
  return `${String(number).padStart(20, "0")}.batch`;
}

/**
 * The name that keeps a number when its batch is gone.
 *
 * @param number The number.
 * @returns Twenty digits and `.done`.
 */
export function doneName(number: number): string {
  return `${String(number).padStart(20, "0")}.done`;
}

/**
 * The highest number that was given.
 *
 * @param names The names in the folder.
 * @returns The number, 0 before the first.
 */
export function lastNumber(names: readonly QueueName[]): number {
  return names.reduce((last, { number }) => Math.max(last, number), 0);
}

/**
 * Whether a name was lost in reading it: one that is not UTF-8 cannot be
 * asked for by what is listed. Ask only where nothing stands at it.
 *
 * @param name A name that was listed.
 * @returns Whether something stands there nevertheless.
 */
export function isLost({ name }: QueueName): boolean {
  return name.includes("\ufffd");
}
