// Copyright 2026 the lnk authors. MIT license.

/**
 * Archives whose bytes depend on what is in them only, and their checksums.
 *
 * @module
 */

import { packTar } from "modern-tar";

/** A file in an archive. */
export interface Packed {
  /** Its path, with `/`. */
  readonly name: string;
  /** What it holds. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is a program. */
  readonly program?: boolean;
}

/**
 * Packs files into a gzipped tar: in order, of one time, of nobody.
 *
 * @param files What goes in.
 * @param day The time of every file.
 * @returns The archive.
 */
export async function archive(
  files: readonly Packed[],
  day: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const sorted = files.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const tar = await packTar(sorted.map(({ name, bytes, program }) => ({
    header: {
      name,
      size: bytes.length,
      type: "file",
      mode: program ? 0o755 : 0o644,
      mtime: day,
      uid: 0,
      gid: 0,
      uname: "root",
      gname: "root",
    },
    body: bytes,
  })));
  return await gzipped(tar);
}

/** Compresses; the header of the web's gzip has no time and no name. */
async function gzipped(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The lines that `sha256sum --check` reads.
 *
 * @param files Names without a folder, and what they hold.
 * @returns A line a file, by name.
 */
export async function checksums(files: readonly Packed[]): Promise<string> {
  const sorted = files.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const lines = await Promise.all(sorted.map(async ({ name, bytes }) => {
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    return `${new Uint8Array(digest).toHex()}  ${name}\n`;
  }));
  return lines.join("");
}
