// Copyright 2026 the lnk authors. MIT license.

/**
 * A store without anything, to which a test adds what it needs.
 *
 * @module
 */

import type { Store } from "../../lib/store/interface.ts";

const refuse = () => Promise.reject(new Error("not in this store"));

/** A store that refuses every call. */
export const REFUSING: Store = {
  fileRead: refuse,
  fileWrite: refuse,
  fileDelete: refuse,
  fileList: refuse,
  read: refuse,
  leaseAcquire: refuse,
  leaseRenew: refuse,
  leaseRelease: refuse,
  last: refuse,
  append: refuse,
  [Symbol.dispose]: () => {},
};
