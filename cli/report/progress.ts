// Copyright 2026 the lnk authors. MIT license.

/**
 * How far the reading of a whole log is, where a person watches.
 *
 * @module
 */

import type { Progress } from "../../lib/store/scan.ts";
import type { Output } from "../io.ts";

/** Smaller logs are read before anybody looks. */
const SHOWN = 16 * 1024 * 1024;

/**
 * Shows it on one line that is cleared at the end.
 *
 * @param err Where to.
 * @returns What is told.
 */
export function progressOn(err: Output): Progress {
  return (done, total) => {
    if (!err.terminal || total < SHOWN) return;
    const part = Math.floor(100 * done / total);
    err.write(
      done < total ? `\rReading the whole log: ${part} %` : "\r\x1b[K",
    );
  };
}
