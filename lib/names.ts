// Copyright 2026 the lnk authors. MIT license.

/**
 * The names that people and programs give: agents, owners, conversations,
 * documents. One rule each, used wherever a name comes in.
 *
 * @module
 */

import { LnkError } from "./errors.ts";
import { quote } from "./text.ts";

/** What a name is for, and the rule it follows. */
const RULES = {
  agent: {
    form: /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
    words: "1 to 128 of A-Z a-z 0-9 . _ -, not starting with a dot",
  },
  owner: {
    form: /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
    words: "1 to 128 of A-Z a-z 0-9 . _ -, not starting with a dot",
  },
  conversation: {
    form: /^[a-z0-9][a-z0-9_-]{0,63}$/,
    words: "1 to 64 of a-z 0-9 _ -, starting with a letter or digit",
  },
  document: {
    form: /^[a-z0-9][a-z0-9._-]{0,127}$/,
    words: "1 to 128 of a-z 0-9 . _ -, starting with a letter or digit",
  },
} as const;

/** What a name can be for. */
export type NameKind = keyof typeof RULES;

/**
 * Whether a text can be a name.
 *
 * @param kind What it is for.
 * @param text Any text.
 * @returns Whether it follows the rule.
 */
export function isName(kind: NameKind, text: string): boolean {
  return RULES[kind].form.test(text);
}

/**
 * Requires a name to follow its rule.
 *
 * @param kind What it is for.
 * @param text What was given.
 * @returns The text.
 * @throws {LnkError} `name/malformed` if it does not.
 */
export function requireName(kind: NameKind, text: string): string {
  if (isName(kind, text)) return text;
  throw new LnkError(
    "usage",
    "name/malformed",
    `${quote(text)} cannot name ${
      kind === "agent" || kind === "owner" ? "an" : "a"
    } ${kind}: ` +
      `it is not ${RULES[kind].words}`,
  );
}

const THREAD = "link:";

/**
 * The conversation of a thread.
 *
 * @param thread Such as `link:main`.
 * @returns Its name, such as `main`.
 * @throws {LnkError} `name/thread` if it is another kind of thread.
 */
export function conversationOf(thread: string): string {
  const name = thread.startsWith(THREAD) ? thread.slice(THREAD.length) : "";
  if (isName("conversation", name)) return name;
  throw new LnkError(
    "usage",
    "name/thread",
    `${quote(thread)} is not a thread of a conversation: it is not link:NAME ` +
      `with NAME ${RULES.conversation.words}`,
  );
}
