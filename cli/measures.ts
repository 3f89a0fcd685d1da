// Copyright 2026 the lnk authors. MIT license.

/** Counts, sizes and times as people read them. */

/** A count with its noun: `1 batch`, `1,024 batches`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Digits in groups of three. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Bytes in the unit that leaves few digits. */
export function sized(bytes: number): string {
  const units = ["bytes", "KiB", "MiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  if (unit === 0) return counted(bytes, "byte");
  return `${value.toFixed(value < 10 && value % 1 !== 0 ? 1 : 0)} ${
    units[unit]
  }`;
}

/** A moment to the second, in UTC. */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("T", " ").slice(0, 19) +
    " UTC";
}

/** How long ago, in the largest unit that is at least one. */
export function ago(milliseconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1000],
  ];
  for (const [unit, length] of units) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${counted(count, unit)} ago`;
  }
  return milliseconds < 0 ? "by a clock that was ahead" : "just now";
}

/** A bar that is filled as far as a part is of a whole. */
export function bar(part: number, whole: number, width: number): string {
  const exact = Math.min(1, part / whole) * width;
  // What is there at all is seen, and only what is full looks full.
  const filled = part >= whole
    ? width
    : part > 0
    ? Math.max(1, Math.floor(exact))
    : 0;
  const shown = part >= whole ? filled : Math.min(filled, width - 1);
  return `[${"#".repeat(shown)}${".".repeat(width - shown)}]`;
}
