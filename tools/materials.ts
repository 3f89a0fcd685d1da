// Copyright 2026 the lnk authors. MIT license.

/**
 * What the program is made from: the packages in it, with the hashes of
 * `deno.lock`, so that they can be held against the registry.
 *
 * @module
 */

const ROOT = new URL("../", import.meta.url);

/** A package as `deno info` tells it. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** The keys of the packages it needs. */
  readonly dependencies: readonly string[];
  /** What its own package.json says, if that is known. */
  readonly license?: string;
  /** Where its files are on this machine. */
  readonly folder?: string;
  /** As `deno.lock` has it: `sha512-` and Base64. */
  readonly integrity: string;
}

/** What a program is made from. */
export interface Materials {
  /** The keys of the packages that the program itself imports. */
  readonly roots: readonly string[];
  /** All packages by key. */
  readonly packages: ReadonlyMap<string, Package>;
  /** The release of Deno whose runtime is in the program. */
  readonly deno: string;
}

interface Info {
  readonly modules: readonly { kind: string; npmPackage?: string }[];
  readonly npmPackages: Readonly<
    Record<string, {
      readonly name: string;
      readonly version: string;
      readonly dependencies: readonly string[];
      readonly localPath?: string;
    }>
  >;
}

/**
 * Reads what the program of this tree is made from.
 *
 * @returns Its packages with the hashes of `deno.lock`.
 */
export async function materials(): Promise<Materials> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "cli.ts"],
    cwd: ROOT,
  }).output();
  const info: Info = JSON.parse(new TextDecoder().decode(stdout));
  const lock = JSON.parse(Deno.readTextFileSync(new URL("deno.lock", ROOT)));
  const packages = Object.entries(info.npmPackages)
    .filter(([key]) => lock.npm[key] !== undefined)
    .map(([key, { name, version, dependencies, localPath }]) => {
      const { integrity } = lock.npm[key];
      const known = localPath === undefined
        ? {}
        : { folder: localPath, ...licenseIn(localPath) };
      return [
        key,
        { name, version, dependencies, integrity, ...known },
      ] as const;
    });
  const roots = info.modules.flatMap(({ npmPackage }) => npmPackage ?? []);
  return {
    roots: [...new Set(roots)].sort(),
    packages: new Map(packages),
    deno: Deno.version.deno,
  };
}

function licenseIn(folder: string): { license?: string } {
  const text = Deno.readTextFileSync(`${folder}/package.json`);
  const { license } = JSON.parse(text);
  return typeof license === "string" ? { license } : {};
}
