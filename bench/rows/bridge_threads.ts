// Copyright 2026 the lnk authors. MIT license.

import { appendAtOnce } from "../bridge.ts";
import type { TimeRow } from "../row.ts";

/** What it costs the store that clients come at once. */
export const bridgeThreads: TimeRow = {
  what: "8 clients of a bridge appending to 8 threads",
  against: "1 client appending as many",
  goal: 1.2,
  prepare: ({ folder }) => ({
    ours: () =>
      appendAtOnce(
        folder,
        Array.from({ length: 8 }, (_, i) => `link:t${i}`),
      ),
    base: () => appendAtOnce(folder, ["link:main"]),
  }),
};
