// Copyright 2026 the lnk authors. MIT license.

/**
 * What each harness declares, as a table of the matrix page.
 *
 * @module
 */

import {
  type Contract,
  FEATURE_PARTS,
  type FeaturePart,
  STATE_PARTS,
  type StatePart,
} from "../../lib/contract/types.ts";
import { escapeHtml } from "./html_escape.ts";

/**
 * Writes the table.
 *
 * @param contracts The harnesses.
 * @returns A heading and a table.
 */
export function declaredTable(contracts: readonly Contract[]): string {
  const heads = [...STATE_PARTS, ...FEATURE_PARTS].map((part) =>
    `<th scope="col">${part.replace("_", " ")}</th>`
  );
  const rows = contracts.map((contract) =>
    `<tr><th scope="row">${escapeHtml(contract.name)}</th>${
      STATE_PARTS.map((part) => `<td>${state(contract, part)}</td>`).join("")
    }${
      FEATURE_PARTS.map((part) => `<td>${feature(contract, part)}</td>`)
        .join("")
    }</tr>`
  );
  return `<h2>What each harness declares</h2>
<div class="scroll" tabindex="0" role="region" aria-label="What each harness declares">
<table class="declared">
<thead><tr><td></td>${heads.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table>
</div>`;
}

function state({ state }: Contract, part: StatePart): string {
  const exported = state?.export?.[part] ?? false;
  const imported = state?.import?.[part] ?? false;
  const marks = [
    exported === "none" ? no("holds none") : exported ? yes("out") : "",
    imported === "text" ? yes("in as text") : imported ? yes("in") : "",
  ].filter((mark) => mark !== "");
  return marks.join(" ") || no("&#8211;");
}

function feature({ features }: Contract, part: FeaturePart): string {
  return features?.[part] ? yes("yes") : no("&#8211;");
}

function yes(words: string): string {
  return `<span class="chip">${words}</span>`;
}

function no(words: string): string {
  return `<span class="faint">${words}</span>`;
}
