// Copyright 2026 the lnk authors. MIT license.

import type { Output } from "../io.ts";

/** Shows how many batches are delivered, where a person watches. */
export function progressOn(
  err: Output,
): (done: number, total: number) => void {
  return (done, total) => {
    if (!err.terminal) return;
    err.write(
      done < total ? `\rDraining: ${done} of ${total} batches` : "\r\x1b[K",
    );
  };
}
