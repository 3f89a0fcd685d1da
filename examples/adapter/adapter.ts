// Copyright 2026 the lnk authors. MIT license.

/**
 * An adapter of a made-up harness, "parrot": it captures what its sessions
 * expose, and reads on where it left.
 *
 * Its transcript has a line for each record: a native id, a time, who, and the
 * text, in which `\n` stands for a line break.
 */

import {
  append,
  type Binding,
  checkCursor,
  contextMarkdown,
  cursorFields,
  durableWrite,
  type Event,
  type Host,
  type News,
  parseCursor,
  readContext,
  type Store,
} from "@lnk/tool";

/** What the adapter works with. */
export interface Parrot {
  /** The machine. */
  readonly host: Host;
  /** Portable storage. */
  readonly store: Store;
  /** Whose it is. */
  readonly binding: Binding;
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The adapter's own home. */
  readonly home: string;
}

/** Captures a transcript; the same transcript again adds nothing. */
export async function capture(
  { store, thread }: Parrot,
  session: string,
  transcript: string,
): Promise<void> {
  for (const line of transcript.split("\n")) {
    const [, native, at, who, text] = /^(\w+) (\S+) (\S+)> (.*)$/.exec(line) ??
      [];
    const role = roleOf(who ?? "");
    // Thinking is not exposed: it never becomes readable.
    if (!native || !role) continue;
    const record = JSON.stringify({
      role,
      text: text!.replaceAll("\\n", "\n"),
      at,
      ...(role === "tool" && { from: who!.slice("tool/".length) }),
      source: { adapter: "parrot", session, record: native },
    });
    await append(store, { thread, record });
  }
}

function roleOf(who: string): Event["role"] | undefined {
  if (who === "you") return "user";
  if (who === "parrot") return "assistant";
  return who.startsWith("tool/") ? "tool" : undefined;
}

/** Reads all for a new session, and keeps in its home how far it read. */
export async function seed(parrot: Parrot): Promise<string> {
  const { host, store, home } = parrot;
  const snapshot = await readContext(store, { ...parrot, memory: "all" });
  const cursor = JSON.stringify(cursorFields(snapshot.cursor));
  durableWrite(host, `${home}/cursor.json`, new TextEncoder().encode(cursor));
  // What tools did is told, and never done again.
  return contextMarkdown(snapshot);
}

/** What came since it left, before it goes on with its own session. */
export async function comeBack(
  parrot: Parrot,
): Promise<{ readonly news: News; readonly events: readonly Event[] }> {
  const { host, store, binding, home } = parrot;
  const kept = host.disk.read(`${home}/cursor.json`, 1024 * 1024);
  const cursor = parseCursor(new TextDecoder().decode(kept));
  const news = await checkCursor(store, binding, cursor);
  const request = { ...parrot, after: cursor.throughSeq };
  const { events } = await readContext(store, request);
  return { news, events };
}
