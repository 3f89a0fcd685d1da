// Copyright 2026 the lnk authors. MIT license.

import { append } from "../../lib/context/append.ts";
import { parseSource, withSource } from "../../lib/context/source.ts";
import { LARGEST_RECORD } from "../../lib/store/record.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readTextInput } from "../text_input.ts";
import { openStoreFor } from "../store_flags.ts";
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
  using store = await openStoreFor(this, flags);
  const pause = (lost: number) => this.io.sleep(50 * 2 ** lost);
  const { seq, repeated } = await append(store, { thread, record }, { pause });
  answer(this, flags, { seq, repeated }, `${seq}\n`);
}
