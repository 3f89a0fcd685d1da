// Copyright 2026 the lnk authors. MIT license.

/**
 * What an export does with a native file: one outcome for each pair of what
 * became of the native file and what became of the shared document since the
 * adapter's last good export.
 *
 * Source: the specification's "Portable Context", "Native exports against a
 * deletion" and "Each adapter's exports".
 *
 * @module
 */

/** What became of a native file since its last good export. */
export type NativeState =
  /** Its bytes are those of the last good export. */
  | "same"
  /** Its bytes are others. */
  | "changed"
  /** It was exported and is not there now. */
  | "gone"
  /** It was never exported. */
  | "new";

/** What became of the shared document since then. */
export type SharedState =
  /** It is at the version of the last good export, or says what the native file says. */
  | "same"
  /** It is at another version and says something else. */
  | "changed"
  /** It is a deletion. */
  | "deleted"
  /** There is no such file. */
  | "missing";

/** What an export does. */
export type Outcome =
  /** The shared document gets the native text. */
  | "exported"
  /** Both are as they were, or say the same. */
  | "unchanged"
  /** The shared side differs and stays as it is. */
  | "preserved"
  /** Nothing is done until someone decides. */
  | "conflict";

/** A cell of the table. */
export interface Cell {
  /** What is done. */
  readonly outcome: Outcome;
  /** Why. */
  readonly why: string;
}

const cell = (outcome: Outcome, why: string): Cell => ({ outcome, why });

/** The whole table. */
export const EXPORT_TABLE: Readonly<
  Record<NativeState, Readonly<Record<SharedState, Cell>>>
> = {
  same: {
    same: cell("unchanged", "nothing happened"),
    changed: cell("preserved", "the shared document was corrected"),
    deleted: cell("preserved", "the shared document was deleted"),
    missing: cell("preserved", "the shared file was removed"),
  },
  changed: {
    same: cell("exported", "only the native file changed"),
    changed: cell("conflict", "both changed"),
    deleted: cell(
      "conflict",
      "the native file changed and the shared document was deleted",
    ),
    missing: cell(
      "conflict",
      "the native file changed and the shared file was removed",
    ),
  },
  gone: {
    same: cell(
      "preserved",
      "the native file is gone, which deletes nothing by itself",
    ),
    changed: cell(
      "preserved",
      "the native file is gone and the shared document was corrected",
    ),
    deleted: cell("unchanged", "both are gone"),
    missing: cell("unchanged", "both are gone"),
  },
  new: {
    same: cell("unchanged", "the shared document says the same already"),
    changed: cell(
      "conflict",
      "the native file is new and the shared document says something else",
    ),
    deleted: cell(
      "conflict",
      "the native file is new and the shared document was deleted",
    ),
    missing: cell("exported", "the native file is new"),
  },
};
