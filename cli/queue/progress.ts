// Copyright 2026 the lnk authors. MIT license.

import type { Output } from "../io.ts";

/** A line that tells how far a drain is. */
export interface Progress {
  /** Shows how many batches are delivered. */
  tell(done: number, total: number): void;
  /** Clears the line, so that what is written next starts on its own. */
  clear(): void;
}

/** Shows how many batches are delivered, where a person watches. */
export function progressOn(err: Output): Progress {
  let shown = false;
  const clear = () => {
    if (shown) err.write("\r\x1b[K");
    shown = false;
  };
  return {
    tell: (done, total) => {
      if (!err.terminal) return;
      if (done >= total) return clear();
      err.write(`\rDraining: ${done} of ${total} batches`);
      shown = true;
    },
    clear,
  };
}
