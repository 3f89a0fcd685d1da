// Copyright 2026 the lnk authors. MIT license.

/**
 * A matrix as one page of HTML: no script, nothing from elsewhere, light and
 * dark, and every name escaped.
 *
 * @module
 */

import { compareContracts } from "../../lib/contract.ts";
import { type Contract, PARTS } from "../../lib/contract/types.ts";
import { declaredTable } from "./html_declared.ts";
import { escapeHtml } from "./html_escape.ts";
import { STYLE } from "./html_style.ts";
import { type Fate, fates, LETTERS } from "./fate.ts";
import { carriedWords, whyWords } from "./text.ts";

/** What a fate is called. */
const CALLED: Readonly<Record<Fate, string>> = {
  whole: "goes along",
  text: "goes along as text only",
  left: "is left behind",
  nothing: "is not there to lose",
};

/**
 * Writes the page.
 *
 * @param contracts The harnesses, each with a name of its own.
 * @returns The whole document.
 */
export function htmlMatrix(contracts: readonly Contract[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What a switch leaves behind</title>
<style>
${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>What a switch leaves behind</h1>
<p class="lead">Find the harness you leave on the left and the one that takes
over on top. Each square is a part of the agent.</p>
${legend()}</header>
${grid(contracts)}
${declaredTable(contracts)}
${details(contracts)}
<footer><p>Computed from the contracts alone. What is left behind stays with
the old harness, for a switch back.</p></footer>
</main>
</body>
</html>
`;
}

/** A square that shows what becomes of a part. */
function square(letter: string, fate: Fate): string {
  return `<i class="sq ${fate}" aria-hidden="true">${letter}</i>`;
}

function legend(): string {
  const parts = PARTS.map((part) =>
    `<li><b>${LETTERS[part]}</b> ${spoken(part)}</li>`
  );
  const all = (["whole", "text", "left", "nothing"] as const)
    .map((fate) => `<li>${square("", fate)} ${CALLED[fate]}</li>`);
  return `<ul class="legend">${all.join("")}</ul>
<ul class="legend letters">${parts.join("")}</ul>
`;
}

function grid(contracts: readonly Contract[]): string {
  const heads = contracts.map(({ name }) =>
    `<th scope="col"><span>${escapeHtml(name)}</span></th>`
  );
  const rows = contracts.map((from, row) =>
    `<tr><th scope="row">${escapeHtml(from.name)}</th>${
      contracts.map((to, column) =>
        from === to
          ? `<td class="self"><span aria-hidden="true">&#183;</span></td>`
          : cell(from, to, place(row, column))
      ).join("")
    }</tr>`
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Matrix of switches">
<table class="grid">
<caption>Parts left behind when an agent moves from the harness of a row to that of a column</caption>
<thead><tr><td class="corner">from &#8594; to</td>${heads.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table>
</div>`;
}

function place(row: number, column: number): string {
  return `s${row + 1}-${column + 1}`;
}

function cell(from: Contract, to: Contract, id: string): string {
  const all = fates(from, to);
  const left = all.filter(({ fate }) => fate === "left");
  const squares = all.map(({ part, fate }) => square(LETTERS[part], fate));
  const title = all.map(({ part, fate }) => `${spoken(part)} ${CALLED[fate]}`);
  const names = left.map(({ part }) => spoken(part)).join(", ");
  const count = left.length === 0
    ? "nothing stays"
    : `${left.length} ${left.length === 1 ? "stays" : "stay"}` +
      `<span class="hidden">: ${names}</span>`;
  return `<td class="n${left.length}"><a href="#${id}" title="${
    title.join(", ")
  }"><span class="squares">${squares.join("")}</span>` +
    `<span class="count">${count}</span></a></td>`;
}

function details(contracts: readonly Contract[]): string {
  const sections = contracts.map((from, row) =>
    `<section><h3>From ${escapeHtml(from.name)}</h3><div class="cards">${
      contracts.map((to, column) =>
        from === to ? "" : card(from, to, place(row, column))
      ).join("")
    }</div></section>`
  );
  return `<h2>Every switch</h2>\n${sections.join("\n")}`;
}

function card(from: Contract, to: Contract, id: string): string {
  const change = compareContracts(from, to);
  const stays = change.leftBehind.map((one) =>
    `<li>${square(LETTERS[one.part], "left")} <span><b>${
      spoken(one.part)
    }</b>: ${escapeHtml(whyWords(one, change))}</span></li>`
  );
  const goes = change.carried.map((one) =>
    `<li>${square(LETTERS[one.part], one.as)} <span><b>${
      spoken(one.part)
    }</b>: ${carriedWords(one)}</span></li>`
  );
  const none = stays.length === 0
    ? `<li class="fine">Nothing is left behind</li>`
    : "";
  return `<article id="${id}"><h4>to ${escapeHtml(to.name)}</h4><ul>${none}${
    stays.join("")
  }${goes.join("")}</ul></article>`;
}

function spoken(part: string): string {
  return part.replace("_", " ");
}
