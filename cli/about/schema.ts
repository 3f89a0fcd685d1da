// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { nearest, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { SCHEMAS } from "./schemas.ts";

/** Runs `lnk-tool schema`: one schema as it is, or the list of all. */
export default async function schema(
  this: Context,
  flags: CommonFlags,
  name?: string,
): Promise<void> {
  if (name === undefined) {
    const list = Array.from(SCHEMAS, ([name, { brief }]) => ({ name, brief }));
    const width = Math.max(...list.map(({ name }) => name.length));
    const lines = list.map((one) =>
      `${one.name.padEnd(width)}  ${one.brief}\n`
    );
    return answer(this, flags, { schemas: list }, lines.join(""));
  }
  const found = SCHEMAS.get(name);
  if (!found) throw unknownSchema(name);
  const text = await found.load();
  const pretty = JSON.stringify(text, undefined, 2) + "\n";
  answer(this, flags, { name, schema: text }, pretty);
}

function unknownSchema(name: string): LnkError {
  const near = nearest(name, [...SCHEMAS.keys()]);
  const guess = near === undefined ? "" : `, did you mean ${near}?`;
  return new LnkError(
    "usage",
    "usage/arguments",
    `There is no schema ${quote(name)}${guess}`,
    { help: "lnk-tool schema lists every schema" },
  );
}
