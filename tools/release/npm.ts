// Copyright 2026 the lnk authors. MIT license.

/**
 * The library as an npm package: what `deno pack` writes, with the names of
 * the import map made into paths. Without that, `@std/...` would be looked for
 * among the packages, where it is not.
 *
 * @module
 */

import { unpackTar } from "modern-tar";
import { HOMEPAGE } from "../../lib/version.ts";
import { archive, type Packed } from "./archive.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * Packs the library.
 *
 * @param day The time of every file.
 * @returns The package's archive.
 */
export async function npmPackage(day: Date): Promise<Uint8Array<ArrayBuffer>> {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  try {
    const path = `${folder}/package.tgz`;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["pack", "--allow-dirty", "--output", path],
      cwd: ROOT,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await archive(await mended(Deno.readFileSync(path)), day);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function mended(packed: Uint8Array<ArrayBuffer>): Promise<Packed[]> {
  const tar = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const entries = await unpackTar(tar);
  const { imports } = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", ROOT)),
  );
  return entries.map(({ header: { name }, data = new Uint8Array() }) => ({
    name,
    bytes: mend(name, data, imports),
  }));
}

type Imports = Readonly<Record<string, string>>;

function mend(
  name: string,
  data: Uint8Array<ArrayBuffer>,
  imports: Imports,
): Uint8Array<ArrayBuffer> {
  const text = () => new TextDecoder().decode(data);
  const encoder = new TextEncoder();
  if (name === "package/package.json") {
    return encoder.encode(described(text()));
  }
  return /\.(js|d\.ts)$/.test(name)
    ? encoder.encode(linked(text(), name, imports))
    : data;
}

/**
 * Makes the names that the import map gives to own files into paths.
 *
 * @param text A module.
 * @param name Its path in the package, such as `package/lib/proof.js`.
 * @param imports The import map.
 * @returns The module; comments are left alone.
 */
export function linked(text: string, name: string, imports: Imports): string {
  const up = "../".repeat(name.split("/").length - 2) || "./";
  return text.replace(
    /^((?!\s*\*(?!\/)).*?(?:from|import)\s*\(?\s*")([^"]+)(?=")/gm,
    (whole, before, specifier) => {
      const target = Object.hasOwn(imports, specifier)
        ? imports[specifier]!
        : "";
      if (!target.startsWith("./")) return whole;
      return before + up + target.slice(2).replace(/\.ts$/, ".js");
    },
  );
}

function described(text: string): string {
  const { name, version, ...rest } = JSON.parse(text);
  const described = {
    name,
    version,
    description: "Checks, proofs and durable context around an agent's run",
    homepage: HOMEPAGE,
    repository: { type: "git", url: `git+${HOMEPAGE}.git` },
    // For `using`; what touches files needs Deno itself.
    engines: { deno: ">=2.9.6", node: ">=24" },
    ...rest,
  };
  return JSON.stringify(described, undefined, 2) + "\n";
}
