// Copyright 2026 the lnk authors. MIT license.

import { contractMatrix } from "../../lib/contract.ts";
import type { Contract } from "../../lib/contract/types.ts";
import { LnkError } from "../../lib/errors.ts";
import { quote } from "../../lib/text.ts";
import { chosenFormat } from "../check.ts";
import type { Context } from "../context.ts";
import type { MatrixFlags } from "./flags.ts";
import {
  readContracts,
  type SoundContracts,
  switchFields,
  warningFields,
} from "./read.ts";

/** Runs `lnk-tool contract matrix`: every switch between some harnesses. */
export default async function contractMatrixDeed(
  this: Context,
  flags: MatrixFlags,
  ...names: string[]
): Promise<void> {
  const format = chosenFormat(flags);
  const json = format === "json";
  refuseOne(names);
  const sound = await readContracts(this, { json }, names);
  refuseSameNames(sound.contracts);
  this.io.out.write(await render(sound, format, this.io.out.colour));
}

type Format = NonNullable<MatrixFlags["format"]>;

async function render(
  { contracts, warned }: SoundContracts,
  format: Format,
  colour: boolean,
): Promise<string> {
  switch (format) {
    case "json": {
      const { jsonDocument } = await import("../report/json.ts");
      return jsonDocument({
        harnesses: contracts.map(({ name }) => name),
        cells: contractMatrix(contracts).map(switchFields),
        ...warningFields(warned),
      });
    }
    case "markdown":
      return (await import("./markdown.ts")).markdownMatrix(contracts);
    case "html":
      return (await import("./html.ts")).htmlMatrix(contracts);
    case "text":
      return (await import("./grid.ts")).textMatrix(contracts, colour);
  }
}

function refuseOne(names: readonly string[]): void {
  if (names.length > 1) return;
  throw new LnkError(
    "usage",
    "usage/arguments",
    "A matrix needs two contracts or more: one was given",
    { help: "name every contract, such as contracts/*.toml" },
  );
}

/** Rows and columns are told apart by their names. */
function refuseSameNames(contracts: readonly Contract[]): void {
  const seen = new Set<string>();
  for (const { name } of contracts) {
    if (seen.has(name)) {
      throw new LnkError(
        "usage",
        "contract/same-name",
        `Cannot lay out a matrix: two contracts are named ${quote(name)}`,
      );
    }
    seen.add(name);
  }
}
