// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether an entry of a list of folders is a folder's name.
 *
 * @module
 */

import { quote } from "../text.ts";
import { isFolderName, WHOLE } from "./layout.ts";

/** Why a name is refused, and what to write instead. */
export interface NameReason {
  readonly state: string;
  readonly help: string;
}

/** Why an entry is neither a folder's name nor `.`. */
export function whyNoFolder(name: string): NameReason | undefined {
  if (name === WHOLE || isFolderName(name)) return undefined;
  const { state, help } = reasonOf(name);
  const bare = bareName(name);
  return {
    state,
    help: isFolderName(bare) ? `did you mean ${quote(bare)}?` : help,
  };
}

/** A name without what people put around it. */
function bareName(name: string): string {
  return name.trim().replace(/^\.?\/+/, "").replace(/^home\//, "")
    .replace(/\/+(\.|\*+)?$/, "").toLowerCase();
}

const ONE_LEVEL = 'name the folder alone, such as "work"';

function reasonOf(name: string): NameReason {
  if (name === "") {
    return { state: "it is empty", help: "name a folder, or remove the entry" };
  }
  if (name.split("/").includes("..")) {
    return { state: "it leads out of the agent's folder", help: ONE_LEVEL };
  }
  if (name.startsWith("/")) {
    return { state: "it is an absolute path", help: ONE_LEVEL };
  }
  if (/[*?[\]{}]/.test(name)) {
    return {
      state: "patterns are not expanded",
      help: 'name each folder, or "." for all of them',
    };
  }
  if (name.includes("/")) {
    const [top] = name.split("/");
    return {
      state: "a grant names a whole folder of one level",
      help: isFolderName(top!)
        ? `${quote(top!)} can be granted, as a whole`
        : ONE_LEVEL,
    };
  }
  return spelling(name);
}

function spelling(name: string): NameReason {
  if (name !== name.trim()) {
    return {
      state: "it has a space around it",
      help: "remove the space",
    };
  }
  if (name.length > 64) {
    return {
      state: "it has more than 64 characters",
      help: "give the folder a shorter name",
    };
  }
  const bad = Array.from(name).find((c) => !/[A-Za-z0-9_-]/.test(c));
  if (bad !== undefined) return badCharacter(bad);
  if (/[A-Z]/.test(name)) {
    return { state: "folders are lowercase", help: "write it in lower case" };
  }
  return {
    state: "it starts with neither a letter nor a digit",
    help: "give the folder a name that does",
  };
}

function badCharacter(bad: string): NameReason {
  const point = bad.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return {
    state:
      `${quote(bad)} (U+${point}) is not a letter of a-z, a digit or one ` +
      "of - _",
    help: "retype the name with those alone",
  };
}
