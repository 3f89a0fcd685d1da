// Copyright 2026 the lnk authors. MIT license.

/**
 * A machine's files, each looked at once: a file of many thousand entries
 * would otherwise ask for the folders of PATH as often.
 *
 * @module
 */

import { faultOf } from "../disk.ts";
import type { Files } from "./machine.ts";

/** From so many names asked for in a folder on, the folder is listed instead. */
const LISTED_FROM = 64;

/**
 * The same files, as they were at the first look.
 *
 * @param disk The files.
 * @returns Files that ask each question once.
 */
export function remembering(disk: Files): Files {
  const isAbsent = absences(disk);
  const look = once(disk.lstat);
  return {
    readLink: once(disk.readLink),
    realPath: once(disk.realPath),
    lstat: (path) => isAbsent(path) ? undefined : look(path),
    isProgram: (path) => !isAbsent(path) && disk.isProgram(path),
  };
}

/** Whether a folder that many names were asked for does not have this one. */
function absences(
  { list }: Files,
): (path: string) => boolean {
  const asked = new Map<string, number>();
  const namesIn = once((folder) => new Set(list?.(folder).map(plain)));
  return (path) => {
    if (!list) return false;
    const at = path.lastIndexOf("/") + 1;
    const folder = path.slice(0, at);
    const times = (asked.get(folder) ?? 0) + 1;
    asked.set(folder, times);
    if (times < LISTED_FROM) return false;
    try {
      return !namesIn(folder).has(plain(path.slice(at)));
    } catch (error) {
      // What is in it may be looked at though it may not be listed.
      return faultOf(error) === "missing";
    }
  };
}

/** A name as a file system that does not tell case apart compares it. */
function plain(name: string): string {
  return name.normalize().toLowerCase();
}

/** Answers, and refusals, given once for all. */
function once<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, () => T>();
  return (path) => {
    const known = answers.get(path);
    if (known) return known();
    const answer = attempt(ask, path);
    answers.set(path, answer);
    return answer();
  };
}

function attempt<T>(ask: (path: string) => T, path: string): () => T {
  try {
    const value = ask(path);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
