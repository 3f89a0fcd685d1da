// Copyright 2026 the lnk authors. MIT license.

import { appendAtOnce } from "../bridge.ts";
import type { TimeRow } from "../row.ts";

/** What it costs that all want the next place of one log. */
export const bridgeThread: TimeRow = {
  what: "8 clients of a bridge appending to one thread",
  against: "1 client appending as many",
  goal: 3,
  prepare: ({ folder }) => ({
    ours: () => appendAtOnce(folder, Array(8).fill("link:main")),
    base: () => appendAtOnce(folder, ["link:main"]),
  }),
};
