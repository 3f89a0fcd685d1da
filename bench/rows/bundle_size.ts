// Copyright 2026 the lnk authors. MIT license.

import type { SizeRow } from "../row.ts";

/** The bundle is read at every start. */
export const bundleSize: SizeRow = {
  what: "bundle, minified",
  limit: 250,
  bytes: ({ program }) => Deno.statSync(program).size,
};
