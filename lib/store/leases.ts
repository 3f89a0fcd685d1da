// Copyright 2026 the lnk authors. MIT license.

/**
 * Leases: durable rights to do something alone, for a while.
 *
 * A lease holds until its expiry by the store's clock, and is taken by another
 * only then. A clock that was wrong and steps back would make that moment
 * unreachable: where it reads earlier than when the lease was granted, the
 * lease is counted from now on as well. Nothing that was told before is
 * forgotten: once the clock reads as late as the grant again, the end holds
 * that was told then.
 *
 * @module
 */

import {
  durableRemove,
  durableWrite,
  type Host,
  readPrivate,
} from "../disk.ts";
import { removeStaleTemps, withLock } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { join } from "@std/path/posix";
import type { Area } from "./area.ts";
import type { Lease, Store } from "./interface.ts";

/** The longest lease, in milliseconds: a day. */
export const LONGEST_LEASE = 24 * 60 * 60 * 1000;

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,127}$/;
const LARGEST = 4096;

/** A lease as its file keeps it. */
interface Granted {
  readonly version: 1;
  readonly name: string;
  readonly holder: string;
  /** When it was granted, by the clock of then. */
  readonly granted: number;
  /** Its length in milliseconds. */
  readonly ttl: number;
  /** What was told by clocks that read later than now, from the grant that starts first. */
  readonly earlier?: readonly Span[];
}

/** From when to when a lease holds, by one reading of the clock. */
type Span = readonly [start: number, end: number];

/** So many steps back within one lease are told apart; more count as one. */
const MOST_EARLIER = 16;

/** What the leases of one store need. */
export interface LeaseOptions {
  /** The machine. */
  readonly host: Host;
  /** The store's own corner. */
  readonly area: Area;
  /** The most milliseconds to wait for a lock. */
  readonly wait: number | undefined;
}

/**
 * The leases of a store.
 *
 * @param options What they need.
 * @returns The calls of {@linkcode Store} that are about leases.
 */
export function leasesOf(
  options: LeaseOptions,
): Pick<Store, "leaseAcquire" | "leaseRenew" | "leaseRelease"> {
  const { host, area, wait } = options;
  const locked = <T>(
    name: string,
    holder: string,
    act: (path: string) => T,
  ) => {
    requireLabels(name, holder);
    const folder = area("leases");
    const lock = wait === undefined ? {} : { wait };
    return withLock(host, folder, lock, () => {
      removeStaleTemps(host.disk, folder);
      return act(join(folder, `${name}.json`));
    });
  };
  return {
    leaseAcquire: async (name, holder, ttl) => {
      requireLength(ttl);
      return await locked(name, holder, (path) => {
        const held = readLease(host, path, name);
        if (held && held.holder !== holder && !isOver(host, held)) {
          throw leaseHeld(held, endOf(held, host.now()));
        }
        const own = held?.holder === holder ? held : undefined;
        return writeLease(host, path, { name, holder, ttl, own });
      });
    },
    leaseRenew: async (name, holder, ttl) => {
      requireLength(ttl);
      return await locked(name, holder, (path) => {
        const own = readLease(host, path, name);
        requireHolder(own, name, holder);
        return writeLease(host, path, { name, holder, ttl, own });
      });
    },
    leaseRelease: async (name, holder) =>
      await locked(name, holder, (path) => {
        requireHolder(readLease(host, path, name), name, holder);
        durableRemove(host.disk, path);
      }),
  };
}

function isOver(host: Host, held: Granted): boolean {
  return host.now() >= endOf(held, host.now());
}

/** The end that was told by the clock as it reads now. */
function endOf(held: Granted, now: number): number {
  const [, end] = spansOf(held).findLast(([start]) => start <= now) ??
    spansOf(held)[0]!;
  return end;
}

/** All that a lease was told to hold, by its start: the newest starts first. */
function spansOf({ granted, ttl, earlier = [] }: Granted): readonly Span[] {
  return [[granted, granted + ttl], ...earlier];
}

/** Writes a lease that is counted from now on; what its holder was told by a later clock stays. */
function writeLease(
  host: Host,
  path: string,
  { name, holder, ttl, own }: Pick<Granted, "name" | "holder" | "ttl"> & {
    readonly own: Granted | undefined;
  },
): Lease {
  const granted = Math.trunc(host.now());
  const later = own ? spansOf(own).filter(([start]) => start > granted) : [];
  const content: Granted = {
    ...{ version: 1, name, holder, granted, ttl },
    ...(later.length > 0 && { earlier: later.slice(-MOST_EARLIER) }),
  };
  const text = JSON.stringify(content) + "\n";
  durableWrite(host, path, new TextEncoder().encode(text));
  return { name, holder, expires: granted + ttl };
}

/** The lease that stands, counted from now on too if the clock stepped back before its grant. */
function readLease(
  host: Host,
  path: string,
  name: string,
): Granted | undefined {
  const bytes = readPrivate(host.disk, path, LARGEST);
  if (!bytes) return undefined;
  const lease = parseLease(bytes, name);
  if (!lease) throw corruptLease(path);
  if (host.now() >= lease.granted) return lease;
  const { holder, ttl } = lease;
  writeLease(host, path, { name, holder, ttl, own: lease });
  return readLease(host, path, name);
}

/** A lease that was looked at. */
export interface SeenLease extends Lease {
  /** Whether the clock reads earlier than when it was granted. */
  readonly early: boolean;
}

/**
 * Looks at a lease, without a lock and without counting it anew.
 *
 * @param host The disk and its clock.
 * @param path The lease's file.
 * @param name Its name.
 * @returns The lease, over or not; `undefined` where there is none.
 * @throws {LnkError} `store/corrupt-lease`; as `readPrivate` does.
 */
export function lookAtLease(
  { disk, now }: Pick<Host, "disk" | "now">,
  path: string,
  name: string,
): SeenLease | undefined {
  const bytes = readPrivate(disk, path, LARGEST);
  if (!bytes) return undefined;
  const lease = parseLease(bytes, name);
  if (!lease) throw corruptLease(path);
  const { holder, granted } = lease;
  return { name, holder, expires: endOf(lease, now()), early: now() < granted };
}

function parseLease(bytes: Uint8Array, name: string): Granted | undefined {
  let lease: Granted;
  try {
    lease = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  const sound = lease?.version === 1 && lease.name === name &&
    typeof lease.holder === "string" && isLength(lease.ttl) &&
    Number.isSafeInteger(lease.granted) && areSpans(lease.earlier ?? []);
  return sound ? lease : undefined;
}

function areSpans(spans: unknown): boolean {
  return Array.isArray(spans) && spans.length <= MOST_EARLIER &&
    spans.every((span) =>
      Array.isArray(span) && span.length === 2 &&
      span.every(Number.isSafeInteger)
    );
}

function requireHolder(
  lease: Granted | undefined,
  name: string,
  holder: string,
): void {
  if (lease?.holder === holder) return;
  throw new LnkError(
    "conflict",
    "store/lease-lost",
    `${quote(holder)} does not hold lease ${quote(name)}: ` +
      (lease ? `${quote(lease.holder)} does` : "nobody does"),
  );
}

function requireLabels(name: string, holder: string): void {
  if (!NAME.test(name)) {
    throw badLease(
      `${quote(name)} cannot name a lease: it is not 1 to 128 of A-Z a-z 0-9 ` +
        ". _ : -, not starting with a dot or colon",
    );
  }
  const { length } = Array.from(holder);
  if (length < 1 || length > 256 || /\p{Cc}|\p{Cs}/u.test(holder)) {
    throw badLease(
      `${quote(holder)} cannot hold a lease: it is not 1 to 256 characters`,
    );
  }
}

function isLength(ttl: unknown): ttl is number {
  return Number.isSafeInteger(ttl) && (ttl as number) >= 1 &&
    (ttl as number) <= LONGEST_LEASE;
}

function requireLength(ttl: number): void {
  if (isLength(ttl)) return;
  throw badLease(
    `A lease cannot be ${ttl} ms long: it is not 1 to ${LONGEST_LEASE}`,
  );
}

function badLease(message: string): LnkError {
  return new LnkError("usage", "store/lease", message);
}

function leaseHeld({ name, holder }: Granted, expires: number): LnkError {
  return new LnkError(
    "conflict",
    "store/lease-held",
    `Cannot take lease ${quote(name)}: ${quote(holder)} holds it`,
    { details: { holder, expires } },
  );
}

function corruptLease(path: string): LnkError {
  return new LnkError(
    "refused",
    "store/corrupt-lease",
    `Cannot use ${quote(path)}: it is not a lease of this version`,
  );
}
