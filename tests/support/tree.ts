// Copyright 2026 the lnk authors. MIT license.

/**
 * Folders for tests: made from a description, and read back into one.
 *
 * @module
 */

import type { Host } from "../../lib/disk.ts";
import { realDisk } from "../../lib/disk.ts";

/** The machine as it is. */
export const HOST: Host = {
  disk: realDisk("/"),
  now: () => 0,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: () => Promise.resolve(),
};

/**
 * Runs a test in a folder of its own.
 *
 * @param test Gets the folder, without links.
 */
export async function inFolder(
  test: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/**
 * Writes files and, for names that end with a slash, folders.
 *
 * @param root Where; made if absent.
 * @param tree Contents by path.
 */
export function plant(
  root: string,
  tree: Readonly<Record<string, string>>,
): void {
  Deno.mkdirSync(root, { recursive: true });
  for (const [path, content] of Object.entries(tree)) {
    const whole = `${root}/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    if (!path.endsWith("/")) Deno.writeTextFileSync(whole, content);
  }
}

/**
 * Reads a tree: what each path is, its mode, time and content.
 *
 * @param root Where.
 * @param times Whether times count.
 * @returns A line for each path, sorted.
 */
export function snapshot(root: string, times = true): string[] {
  const lines: string[] = [];
  const visit = (path: string) => {
    for (const { name } of Deno.readDirSync(`${root}/${path}`)) {
      const inner = path === "" ? name : `${path}/${name}`;
      const info = Deno.lstatSync(`${root}/${inner}`);
      const mode = (info.mode! & 0o7777).toString(8);
      const time = times ? info.mtime!.getTime() : "";
      if (info.isDirectory) {
        lines.push(`${inner}/ ${mode} ${time}`);
        visit(inner);
      } else if (info.isFile) {
        const content = Deno.readTextFileSync(`${root}/${inner}`);
        lines.push(`${inner} ${mode} ${time} ${content}`);
      } else {
        lines.push(`${inner} -> ${info.isSymlink}`);
      }
    }
  };
  visit("");
  return lines.sort();
}

/**
 * Bytes as a source.
 *
 * @param bytes All of them.
 * @yields Them, in uneven pieces.
 */
export async function* source(
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size += 97) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}
