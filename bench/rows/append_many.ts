// Copyright 2026 the lnk authors. MIT license.

import { filledStore, recordOf, THREAD } from "../store.ts";
import type { Work } from "../measure.ts";
import type { TimeRow } from "../row.ts";

/** Records of one round; one alone is lost in the noise of the disk. */
const EACH = 50;

/** What an append costs in a log that has grown. */
export const appendMany: TimeRow = {
  what: `append ${EACH} records at 1,000,000`,
  against: "at 1,000",
  goal: 1.2,
  async prepare({ folder }) {
    return {
      ours: await appending(`${folder}/append-many`, 1_000_000),
      base: await appending(`${folder}/append-few`, 1000),
    };
  },
};

async function appending(root: string, count: number): Promise<Work> {
  const store = await filledStore(root, count);
  let next = count + 1;
  return async () => {
    for (let i = 0; i < EACH; i++) {
      await store.append(THREAD, recordOf(next), next);
      next++;
    }
  };
}
