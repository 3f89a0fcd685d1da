// Copyright 2026 the lnk authors. MIT license.

import { readForCheck } from "../../tools/bundle.ts";
import type { SizeRow } from "../row.ts";

/** What the machine reads and parses at each start, and all that a release carries. */
export const SIZE_ROWS: readonly SizeRow[] = [
  {
    what: "bundle, read for one check",
    limit: 250,
    bytes: ({ program }) => readForCheck(program),
  },
  { what: "bundle, all of it", limit: 250, bytes: ({ bytes }) => bytes },
];
