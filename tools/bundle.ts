// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes dist/bundle/: the whole program, minified, as `lnk-tool.js` and the
 * parts that it loads when a command needs them.
 *
 * @module
 */

/** The most KiB that all of it may weigh. */
const LIMIT = 700;

/** The most KiB that may be read for one check of a sandbox file. */
const START_LIMIT = 170;

/** What a bundle must be run with, so that a part is read only when it is needed. */
export const LAZILY = "--unstable-lazy-dynamic-imports";

const ROOT = new URL("../", import.meta.url).pathname;

/** Where the bundle goes. */
const FOLDER = `${ROOT}dist/bundle`;

/** A bundled program. */
export interface Bundle {
  /** The file to run or to compile. */
  readonly program: string;
  /** The size of it and its parts in bytes. */
  readonly bytes: number;
}

/**
 * Bundles the program.
 *
 * @param folder The folder to write; what is in it is removed.
 * @returns The bundle.
 */
export async function bundle(folder: string = FOLDER): Promise<Bundle> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const program = `${folder}/lnk-tool.js`;
  const split = ["--code-splitting", "--outdir", folder];
  await deno(["bundle", "--quiet", "--minify", ...split, "cli.ts"]);
  Deno.renameSync(`${folder}/cli.js`, program);
  const files = [...Deno.readDirSync(folder)].map(({ name }) =>
    `${folder}/${name}`
  );
  // Compiled programs hold the files' times; a fixed one makes them repeatable.
  for (const file of files) Deno.utimeSync(file, 0, 0);
  const bytes = files.reduce((sum, file) => sum + Deno.statSync(file).size, 0);
  return { program, bytes };
}

/** The command that scripts wait for most often. */
const CHECK = ["grants", "check", "examples/sandbox.toml"];

/**
 * What a bundled program reads of itself for one check of a sandbox file.
 *
 * @param program The bundled program.
 * @returns The size of those files in bytes.
 */
export async function readForCheck(program: string): Promise<number> {
  const seen = Deno.makeTempDirSync({ prefix: "lnk-" });
  try {
    const run = ["run", "--quiet", "--no-config", "--allow-all", LAZILY];
    await deno([...run, `--coverage=${seen}`, program, ...CHECK]);
    const folder = program.slice(0, program.lastIndexOf("/"));
    return [...Deno.readDirSync(seen)]
      .filter(({ name }) => name.endsWith(".json"))
      .map(({ name }) => JSON.parse(Deno.readTextFileSync(`${seen}/${name}`)))
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.startsWith(folder))
      .reduce((sum, path) => sum + Deno.statSync(path).size, 0);
  } finally {
    Deno.removeSync(seen, { recursive: true });
  }
}

async function deno(args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

if (import.meta.main) {
  const { program, bytes } = await bundle();
  const all = bytes / 1024;
  const read = await readForCheck(program) / 1024;
  console.log(
    `dist/bundle/: ${all.toFixed(1)} KiB of at most ${LIMIT}; ` +
      `a check reads ${read.toFixed(1)} of at most ${START_LIMIT}`,
  );
  if (all > LIMIT || read > START_LIMIT) Deno.exit(1);
}
