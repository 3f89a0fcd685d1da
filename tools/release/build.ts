// Copyright 2026 the lnk authors. MIT license.

/**
 * All files of a release, from the tree and the compiled programs.
 *
 * @module
 */

import { SCRIPTS } from "../../cli/about/completion_scripts.ts";
import { NAME, VERSION } from "../../lib/version.ts";
import { type Materials, materials } from "../materials.ts";
import { bill, reachable } from "../sbom.ts";
import { archive, checksums, type Packed } from "./archive.ts";
import { buildDay } from "./changelog.ts";
import { npmPackage } from "./npm.ts";

/** The machines that there is a program for, as `deno compile` names them. */
export const TARGETS: readonly string[] = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

const ROOT = new URL("../../", import.meta.url);

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(path, ROOT));
}

/**
 * Builds what is published beside the source.
 *
 * @param programs The compiled program of each target.
 * @returns The files by name, the checksums last.
 */
export async function assembled(
  programs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Packed[]> {
  const day = buildDay(new TextDecoder().decode(bytesOf("CHANGELOG.md")));
  const made = await materials();
  const encoder = new TextEncoder();
  const common: Packed[] = [
    { name: "LICENSE", bytes: bytesOf("LICENSE") },
    { name: "THIRD-PARTY.txt", bytes: encoder.encode(thirdParty(made)) },
    { name: "CHANGELOG.md", bytes: bytesOf("CHANGELOG.md") },
    { name: "man/lnk-tool.1", bytes: bytesOf("docs/man/lnk-tool.1") },
    ...completions(),
  ];
  const files: Packed[] = [];
  for (const [target, bytes] of programs) {
    const folder = `${NAME}-${VERSION}-${target}`;
    const suffix = target.includes("windows") ? ".exe" : "";
    const inside = [
      { name: NAME + suffix, bytes, program: true },
      ...common,
    ].map((one) => ({ ...one, name: `${folder}/${one.name}` }));
    files.push({
      name: `${folder}.tar.gz`,
      bytes: await archive(inside, day),
    });
  }
  files.push(
    { name: "install.sh", bytes: bytesOf("install.sh") },
    {
      name: `${NAME}-${VERSION}.cdx.json`,
      bytes: encoder.encode(await bill(made)),
    },
    { name: `lnk-tool-npm-${VERSION}.tgz`, bytes: await npmPackage(day) },
  );
  const sums = encoder.encode(await checksums(files));
  return [...files, { name: "SHA256SUMS", bytes: sums }];
}

/** The scripts under the names that the shells look for. */
function completions(): Packed[] {
  const encoder = new TextEncoder();
  const names = { bash: NAME, zsh: `_${NAME}`, fish: `${NAME}.fish` } as const;
  return Object.entries(names).map(([shell, name]) => ({
    name: `completions/${shell}/${name}`,
    bytes: encoder.encode(SCRIPTS[shell as keyof typeof names]),
  }));
}

/** The licences of all that is in the program, whole, as they ask for. */
function thirdParty(made: Materials): string {
  const parts = reachable(made).map((key) => {
    const { name, version, license, folder } = made.packages.get(key)!;
    const text = folder === undefined ? undefined : licenseText(folder);
    return `${name} ${version} (${license ?? "see its page"})\n` +
      `https://www.npmjs.com/package/${name}\n\n` +
      (text ?? `It brings no text of its licence, ${license}.\n`);
  });
  const line = `\n${"-".repeat(72)}\n\n`;
  return `Parts of ${NAME} that others wrote\n` + line + parts.join(line);
}

function licenseText(folder: string): string | undefined {
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  const found = names.filter((name) => /^(licen[cs]e|notice)/i.test(name));
  if (found.length === 0) return undefined;
  return found.sort()
    .map((name) => Deno.readTextFileSync(`${folder}/${name}`).trimEnd() + "\n")
    .join("\n");
}
