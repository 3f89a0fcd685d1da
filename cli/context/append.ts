// Copyright 2026 the lnk authors. MIT license.

import { append } from "../../lib/context/append.ts";
import { parseSource, withSource } from "../../lib/context/source.ts";
import { LARGEST_RECORD } from "../../lib/store/record.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readTextInput } from "../text_input.ts";
import { withStore } from "../store_advice.ts";
import type { AppendFlags } from "./flags.ts";

/** Runs `lnk-tool context append`: prints the sequence. */
export default async function contextAppend(
  this: Context,
  flags: AppendFlags,
): Promise<void> {
  const { thread } = flags;
  const source = flags.source === undefined
    ? undefined
    : parseSource(flags.source);
  const given = await readTextInput(this, flags, {
    limit: LARGEST_RECORD + 2,
    code: "store/record",
    what: "the record",
  });
  const record = source ? withSource(given, source) : given;
  const pause = (lost: number) => this.io.sleep(50 * 2 ** lost);
  const { seq, repeated } = await withStore(
    this,
    flags,
    (store) => append(store, { thread, record }, { pause }),
  );
  const where = `record ${seq} of ${quote(thread)}`;
  answer(this, flags, { seq, repeated }, `${seq}\n`, {
    did: repeated ? `it stands as ${where}` : `it was appended as ${where}`,
    next: "it is stored for good; a record without a source would be stored " +
      "twice by the same command",
  });
}
