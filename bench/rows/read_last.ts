// Copyright 2026 the lnk authors. MIT license.

import { filledStore, THREAD } from "../store.ts";
import type { Work } from "../measure.ts";
import type { TimeRow } from "../row.ts";

/** What the last records cost in a log that has grown. */
export const readLast: TimeRow = {
  what: "read the last 100 of 1,000,000 records",
  against: "of 1,000",
  goal: 2,
  async prepare({ folder }) {
    return {
      ours: await reading(`${folder}/read-many`, 1_000_000),
      base: await reading(`${folder}/read-few`, 1000),
    };
  },
};

async function reading(root: string, count: number): Promise<Work> {
  const store = await filledStore(root, count);
  return async () => {
    for (let i = 0; i < 10; i++) {
      const after = await store.last(THREAD) - 100;
      const { records } = await store.read(THREAD, { after });
      if (records.length !== 100) throw new Error("records are missing");
    }
  };
}
