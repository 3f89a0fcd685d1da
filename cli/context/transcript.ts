// Copyright 2026 the lnk authors. MIT license.

/**
 * A snapshot as people read it: every line of a text is set in, so that none
 * can pass for a heading.
 *
 * @module
 */

import type { Event } from "../../lib/context/event.ts";
import { inertLines, label } from "../../lib/context/markdown.ts";
import type { Snapshot } from "../../lib/context/read.ts";
import type { Source } from "../../lib/context/source.ts";
import type { StoredMemory } from "../../lib/memory/get.ts";
import { inert } from "../../lib/text.ts";
import type { Paint } from "../report/paint.ts";

/**
 * Writes a snapshot for people.
 *
 * @param snapshot The snapshot.
 * @param mark The colours of the output.
 * @returns Lines with their newlines.
 */
export function transcript(snapshot: Snapshot, mark: Paint): string {
  const { events, documents, others, records, thread, throughSeq } = snapshot;
  const parts = [
    ...documents.map((stored) => memoryPart(stored, mark)),
    ...events.map((event) => eventPart(event, mark)),
  ];
  const shown = `${records.length} of ${throughSeq} records`;
  const kinds = others > 0 ? `, ${others} of other kinds not shown` : "";
  return parts.join("") + mark.dim(`${inert(thread)}: ${shown}${kinds}`) + "\n";
}

function eventPart(event: Event, mark: Paint): string {
  const { seq, role, from, at, source, text } = event;
  const head = mark.bold(`#${seq} ${role}`);
  const facts = [
    ...(from ? [`from ${label(from)}`] : []),
    ...(at ? [`at ${label(at)}`] : []),
  ];
  return part(head, [...facts, ...sourceWords(source)], text);
}

function memoryPart(stored: StoredMemory, mark: Paint): string {
  const { id, version, memory } = stored;
  const head = mark.bold(`memory ${id}`);
  if (!memory) return part(head, [`version ${version}`, "not a document"], "");
  const facts = [
    `version ${version}`,
    ...(memory.modifiedAt ? [`changed ${label(memory.modifiedAt)}`] : []),
    ...sourceWords(memory.source),
    ...(memory.deleted ? ["deleted"] : []),
  ];
  return part(head, facts, memory.text);
}

function sourceWords(source: Source | undefined): readonly string[] {
  if (!source) return [];
  const { adapter, session, record } = source;
  return [`[${[adapter, session, record].map(label).join("/")}]`];
}

function part(head: string, facts: readonly string[], text: string): string {
  const heading = [head, ...facts].join("  ");
  const lines = text === "" ? [] : inertLines(text.replace(/\n$/, ""));
  return `${heading}\n${lines.map((line) => `    ${line}\n`).join("")}\n`;
}
