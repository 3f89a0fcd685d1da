// Copyright 2026 the lnk authors. MIT license.

/**
 * The files that rows read.
 *
 * @module
 */

/** A sandbox file as people write it. */
const USUAL = `# what the agent may run and change
[commands]
run = ["git", "rg", "/usr/local/bin/deploy", "jq", "make"]

[files]
write = ["work", "memory"]
read = ["chats", "skills"]

[files.teams.design]
write = ["drafts"]
read = ["brand"]
`;

/**
 * Writes many usual files, no two of the same text.
 *
 * @param folder Where to.
 * @param count How many.
 * @returns Their paths.
 */
export function writeUsual(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const path = `${folder}/${i}.toml`;
    Deno.writeTextFileSync(path, `# file ${i}\n${USUAL}`);
    return path;
  });
}
