// Copyright 2026 the lnk authors. MIT license.

import {
  checkCursor,
  CURSOR_LIMIT,
  type News,
  parseCursor,
} from "../../lib/context/cursor.ts";
import { SNAPSHOT_LIMIT } from "../../lib/context/read.ts";
import { EXIT } from "../../lib/errors.ts";
import { inert } from "../../lib/text.ts";
import { counted, grouped } from "../measures.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor, type StoreFlags } from "../store_flags.ts";
import { readTextInput } from "../text_input.ts";

/** Runs `lnk-tool context current`: exit 0 if nothing happened since, 1 if something did. */
export default async function contextCurrent(
  this: Context,
  flags: StoreFlags,
): Promise<void> {
  const { agent, owner } = flags;
  const text = await readTextInput(this, flags, {
    limit: SNAPSHOT_LIMIT + CURSOR_LIMIT,
    code: "context/cursor",
    what: "the cursor",
  });
  const cursor = parseCursor(text);
  using store = await openStoreFor(this, flags);
  const news = await checkCursor(store, { agent, owner }, cursor);
  const { current, changed, deleted, added, recordsSince, recordsLost } = news;
  const document = {
    current,
    changed,
    deleted,
    added,
    records_since: recordsSince,
    ...(recordsLost > 0 && { records_lost: recordsLost }),
  };
  answer(this, flags, document, words(news, cursor.throughSeq));
  if (!current) this.process.exitCode = EXIT.no;
}

function words(news: News, through: number): string {
  const { current, changed, deleted, added, recordsSince, recordsLost } = news;
  if (current) return "current\n";
  const named = Object.entries({ changed, deleted, added })
    .flatMap(([word, paths]) => paths.map((path) => `${word} ${inert(path)}`));
  const since = recordsSince > 0
    ? [`${counted(recordsSince, "new record")}, after ${through}`]
    : [];
  const lost = recordsLost > 0
    ? [`of ${counted(through, "record")} read ${grouped(recordsLost)} are gone`]
    : [];
  return [...named, ...since, ...lost].map((line) => `${line}\n`).join("");
}
