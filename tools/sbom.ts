// Copyright 2026 the lnk authors. MIT license.

/**
 * The bill of materials of the program: CycloneDX 1.6 in JSON.
 *
 * It holds what is in the program and no test's tool. The same tree gives the
 * same bytes: no time, no chance.
 *
 * @module
 */

import { HOMEPAGE, NAME, VERSION } from "../lib/version.ts";
import { type Materials, materials, type Package } from "./materials.ts";

interface Component {
  readonly type: string;
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly {
    readonly alg: string;
    readonly content: string;
  }[];
  readonly licenses?: readonly Record<string, unknown>[];
}

/**
 * Builds the bill.
 *
 * @param materials What the program is made from.
 * @returns One JSON document with a newline.
 */
export async function bill(materials: Materials): Promise<string> {
  const keys = reachable(materials);
  const parts = keys.map((key) => npmPart(materials.packages.get(key)!));
  const runtime = denoPart(materials.deno);
  const refs = new Map(keys.map((key, i) => [key, parts[i]!["bom-ref"]]));
  const self = programPart();
  const direct = materials.roots.map((key) => refs.get(key)!);
  const content = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: self },
    components: [runtime, ...parts],
    dependencies: [
      {
        ref: self["bom-ref"],
        dependsOn: [runtime["bom-ref"], ...unique(direct)],
      },
      { ref: runtime["bom-ref"] },
      ...keys.map((key) => edges(refs, key, materials)),
    ],
  };
  const serialNumber = await serial(JSON.stringify(content));
  return JSON.stringify({ serialNumber, ...content }, undefined, 2) + "\n";
}

function edges(
  refs: ReadonlyMap<string, string>,
  key: string,
  { packages }: Materials,
): Record<string, unknown> {
  const needs = packages.get(key)!.dependencies.map((one) => refs.get(one)!);
  return {
    ref: refs.get(key),
    ...needs.length > 0 && { dependsOn: unique(needs) },
  };
}

function unique(refs: readonly string[]): string[] {
  return [...new Set(refs)].sort();
}

/**
 * What the program needs.
 *
 * @param materials What it is made from.
 * @returns The keys of the packages, in order.
 */
export function reachable({ roots, packages }: Materials): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    const one = packages.get(key);
    if (one === undefined) throw new Error(`deno.lock has no ${key}`);
    found.add(key);
    one.dependencies.forEach(visit);
  };
  roots.forEach(visit);
  return [...found].sort();
}

function programPart(): Component & Record<string, unknown> {
  return {
    type: "application",
    "bom-ref": `${NAME}@${VERSION}`,
    name: NAME,
    version: VERSION,
    purl: `pkg:generic/${NAME}@${VERSION}`,
    licenses: [{ license: { id: "MIT" } }],
    externalReferences: [{ type: "vcs", url: HOMEPAGE }],
  };
}

function denoPart(version: string): Component {
  return {
    type: "platform",
    "bom-ref": `pkg:github/denoland/deno@v${version}`,
    name: "deno",
    version,
    purl: `pkg:github/denoland/deno@v${version}`,
    licenses: [{ license: { id: "MIT" } }],
  };
}

function npmPart({ name, version, license, integrity }: Package): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, base64 = ""] = integrity.split("-");
  if (algorithm !== "sha512") throw new Error(`${name}: no SHA-512`);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    hashes: [{
      alg: "SHA-512",
      content: Uint8Array.fromBase64(base64).toHex(),
    }],
    ...license !== undefined && {
      // What is no single id of SPDX's list can still be an expression of it.
      licenses: /^[\w.+-]+$/.test(license)
        ? [{ license: { id: license } }]
        : [{ expression: license }],
    },
  };
}

/** A UUID that belongs to the content. */
async function serial(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  digest[6] = digest[6]! & 0x0f | 0x80;
  digest[8] = digest[8]! & 0x3f | 0x80;
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(digest.toHex())!;
  return `urn:uuid:${parts.join("-")}`;
}

if (import.meta.main) {
  await Deno.stdout.write(
    new TextEncoder().encode(await bill(await materials())),
  );
}
