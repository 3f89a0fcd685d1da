// Copyright 2026 the lnk authors. MIT license.

/**
 * What a disk holds: what shows now, and what a power cut may leave of it.
 *
 * Content and names are kept apart, as file systems keep them. Each change
 * waits in a list until a sync makes it certain. At a power cut every waiting
 * change meets a fate of its own, whatever came before or after it; a write
 * may also be torn. Only a rename is never half done.
 *
 * @module
 */

import type { EntryKind } from "../../lib/disk.ts";
import {
  applied,
  type ContentChange,
  type Fate,
  fatesOf,
  NOTHING,
  resized,
  WRITE_FATES,
  written,
} from "./content.ts";

/** A change of names that waits; all of it happens, or none. */
interface NameChange {
  readonly names: readonly {
    readonly folder: number;
    readonly name: string;
    readonly to: number | undefined;
  }[];
  /** Folders whose sync is still needed. */
  readonly waiting: Set<number>;
}

/** A file, folder or link. */
export interface Node {
  readonly number: number;
  readonly kind: EntryKind;
  mode: number;
  uid: number;
  modified: number;
  /** A file's content as it shows, or where a link leads. */
  content: Uint8Array;
  /** A folder's names as they show. */
  names: Map<string, number>;
  /** The content that a power cut leaves for certain, before what waits. */
  keptContent: Uint8Array;
  /** The names that a power cut leaves for certain, before what waits. */
  keptNames: Map<string, number>;
  waiting: ContentChange[];
}

/** The number of the root folder. */
export const ROOT = 1;

/** What a disk holds. */
export class Platter {
  /** Everything by number. */
  nodes = new Map<number, Node>();
  /** Changes of names that wait, oldest first. */
  nameChanges: NameChange[] = [];
  #next = ROOT;

  /** A disk with an empty root folder. */
  static empty(): Platter {
    const platter = new Platter();
    platter.add("folder", 0o700, 1000);
    return platter;
  }

  /** Makes a node without a name. */
  add(kind: EntryKind, mode: number, uid: number): Node {
    const node: Node = {
      number: this.#next++,
      kind,
      mode,
      uid,
      modified: 0,
      content: NOTHING,
      names: new Map(),
      keptContent: NOTHING,
      keptNames: new Map(),
      waiting: [],
    };
    this.nodes.set(node.number, node);
    return node;
  }

  /** Changes names, all at once. */
  setNames(names: NameChange["names"]): void {
    for (const { folder, name, to } of names) {
      const shown = this.nodes.get(folder)!.names;
      if (to === undefined) shown.delete(name);
      else shown.set(name, to);
    }
    const waiting = new Set(names.map(({ folder }) => folder));
    this.nameChanges.push({ names, waiting });
  }

  /** Writes at a place. */
  write(node: Node, at: number, bytes: Uint8Array): void {
    node.content = written(node.content, at, bytes);
    this.#wait(node, "write", at, bytes.slice());
  }

  /** Sets the length. */
  cut(node: Node, length: number): void {
    node.content = resized(node.content, length);
    this.#wait(node, "cut", length, NOTHING);
  }

  #wait(
    node: Node,
    what: "write" | "cut",
    at: number,
    bytes: Uint8Array,
  ): void {
    node.waiting.push({ what, at, bytes, certain: false, dropped: false });
  }

  /** A sync that worked: content of a file, names of a folder. */
  sync(node: Node): void {
    for (const change of node.waiting) change.certain ||= !change.dropped;
    while (node.waiting[0]?.certain) {
      node.keptContent = applied(node.keptContent, node.waiting.shift()!, 0);
    }
    for (const change of this.nameChanges) {
      change.waiting.delete(node.number);
    }
    while (this.nameChanges[0]?.waiting.size === 0) {
      this.#keep(this.nameChanges.shift()!);
    }
  }

  /**
   * A sync that failed: content that waited is clean in memory from now on, and
   * no later sync brings it to the medium. Names are kept by a journal, which
   * goes on or stops for good: they still wait.
   */
  drop(node: Node): void {
    for (const change of node.waiting) change.dropped ||= !change.certain;
  }

  /** Makes all that shows certain. */
  settle(): void {
    for (const node of this.nodes.values()) {
      node.keptContent = node.content;
      node.keptNames = new Map(node.names);
      node.waiting = [];
    }
    this.nameChanges = [];
  }

  /** How many fates each waiting change has. */
  fates(): number[] {
    return [
      ...this.nameChanges.map(({ waiting }) => waiting.size === 0 ? 1 : 2),
      ...this.#contentChanges().map(fatesOf),
    ];
  }

  /** Says in words what the fates of a power cut are. */
  describe(fates: readonly Fate[]): string {
    const names = this.nameChanges.map((change, i) => {
      const what = change.names.map(({ name, to }) =>
        `${to === undefined ? "-" : "+"}${name}`
      );
      return `${what.join(" ")}: ${fates[i] === 0 ? "kept" : "lost"}`;
    });
    const offset = names.length;
    const content = this.#contentChanges().map((change, i) =>
      `${change.what} at ${change.at}: ${WRITE_FATES[fates[offset + i] ?? 0]}`
    );
    return [...names, ...content].join("; ");
  }

  /** What stands after a power cut. */
  afterPowerCut(fates: readonly Fate[]): Platter {
    const left = new Platter();
    left.#next = this.#next;
    let turn = this.nameChanges.length;
    for (const [number, node] of this.nodes) {
      let content = node.keptContent;
      for (const change of node.waiting) {
        content = applied(content, change, fates[turn++] ?? 0);
      }
      const names = new Map(node.keptNames);
      left.nodes.set(number, {
        ...node,
        content,
        names,
        keptContent: content,
        keptNames: names,
        waiting: [],
      });
    }
    this.nameChanges.forEach((change, i) => {
      if (fates[i] === 0) left.#keep(change);
    });
    for (const node of left.nodes.values()) {
      node.names = new Map(node.keptNames);
    }
    return left;
  }

  /** The same again, apart from this one. */
  clone(): Platter {
    const copy = new Platter();
    copy.#next = this.#next;
    for (const [number, node] of this.nodes) {
      copy.nodes.set(number, {
        ...node,
        names: new Map(node.names),
        keptNames: new Map(node.keptNames),
        waiting: node.waiting.map((change) => ({ ...change })),
      });
    }
    copy.nameChanges = this.nameChanges.map((change) => ({
      ...change,
      waiting: new Set(change.waiting),
    }));
    return copy;
  }

  #keep(change: NameChange): void {
    for (const { folder, name, to } of change.names) {
      const kept = this.nodes.get(folder)!.keptNames;
      if (to === undefined) kept.delete(name);
      else kept.set(name, to);
    }
  }

  #contentChanges(): ContentChange[] {
    return [...this.nodes.values()].flatMap(({ waiting }) => waiting);
  }
}
