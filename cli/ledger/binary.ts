// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the system itself can start a file.
 *
 * What the kernel refuses, the C library runs as a shell script: a file that
 * only begins like a program could then exit 0.
 *
 * @module
 */

import type { Disk, OpenFile } from "../../lib/disk.ts";

/** ELF's numbers of the machines that the runtime exists for. */
const MACHINES: Readonly<Record<string, number>> = {
  x86_64: 62,
  aarch64: 183,
};

/** How programs of macOS begin: one kind of machine, or several. */
const MACH = ["cffaedfe", "cafebabe"];

const HEADER = 64;
const SEGMENT = 56;
const LOAD = 1;
const INTERPRETER = 3;

/**
 * Whether a file is a whole program of this system and machine.
 *
 * @param disk Where.
 * @param path The file.
 * @returns Whether the kernel starts it: for ELF, its header and its segments
 *   are looked at, and that the file holds them.
 */
export function isBinary(disk: Disk, path: string): boolean {
  using file = disk.openRead(path);
  const header = bytesAt(file, 0, HEADER);
  if (!header) return false;
  if (Deno.build.os === "darwin") return MACH.includes(hex(header));
  return isElf(file, header);
}

function isElf(file: OpenFile, header: DataView): boolean {
  const u16 = (at: number) => header.getUint16(at, true);
  // 64 bits, little end first, version 1; a program, or one that can be moved.
  const fits = hex(header) === "7f454c46" &&
    [2, 1, 1].every((byte, i) => header.getUint8(4 + i) === byte) &&
    (u16(16) === 2 || u16(16) === 3) &&
    u16(18) === MACHINES[Deno.build.arch] && u16(54) === SEGMENT;
  const count = u16(56);
  if (!fits || count === 0 || count > 1000) return false;
  const table = bytesAt(file, place(header, 32), count * SEGMENT);
  return table !== undefined && segmentsStand(file, table);
}

function segmentsStand(file: OpenFile, table: DataView): boolean {
  const { size } = file.entry();
  let loads = 0;
  for (let at = 0; at < table.byteLength; at += SEGMENT) {
    const type = table.getUint32(at, true);
    if (type !== LOAD && type !== INTERPRETER) continue;
    const from = place(table, at + 8);
    const length = place(table, at + 32);
    if (from + length > size) return false;
    if (type === LOAD) loads++;
    else if (!isPath(file, from, length)) return false;
  }
  return loads > 0;
}

function isPath(file: OpenFile, from: number, length: number): boolean {
  if (length < 2 || length > 4096) return false;
  return bytesAt(file, from, length)?.getUint8(length - 1) === 0;
}

function place(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function hex(header: DataView): string {
  return header.getUint32(0).toString(16).padStart(8, "0");
}

/** So many bytes, or nothing where the file has fewer. */
function bytesAt(
  file: OpenFile,
  from: number,
  length: number,
): DataView | undefined {
  const bytes = new Uint8Array(length);
  if (!Number.isSafeInteger(from)) return undefined;
  for (let done = 0; done < length;) {
    const got = file.readAt(from + done, bytes.subarray(done));
    if (got === 0) return undefined;
    done += got;
  }
  return new DataView(bytes.buffer);
}
