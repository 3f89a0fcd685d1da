// Copyright 2026 the lnk authors. MIT license.

/**
 * Makes a release, but for what needs the network.
 *
 * @module
 */

import { bundle } from "./bundle.ts";
import { compile } from "./compile.ts";
import { assembled, TARGETS } from "./release/build.ts";
import { newest } from "./release/changelog.ts";
import { prepared, versionFaults } from "./release/versions.ts";

const ROOT = new URL("../", import.meta.url);
const USAGE = `Usage: deno task release WORDS
  prepare X.Y.Z YYYY-MM-DD  write the version and the day everywhere
  check [vX.Y.Z]            tell whether all places say the same
  notes                     print what the newest entry of the changelog says
  build [TARGET...]         write dist/release/, all of it or for some targets`;

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

function prepare([version = "", day = ""]: readonly string[]): number {
  for (const [path, text] of prepared(read, version, day)) {
    Deno.writeTextFileSync(new URL(path, ROOT), text);
    console.log(path);
  }
  console.log("Now: deno task docs");
  return 0;
}

function check([tag]: readonly string[]): number {
  const faults = versionFaults(read, tag);
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

async function build(targets: readonly string[]): Promise<number> {
  const folder = new URL("dist/release/", ROOT).pathname;
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  Deno.mkdirSync(folder, { recursive: true });
  const { program } = await bundle();
  const programs = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const target of targets) {
    const suffix = target.includes("windows") ? ".exe" : "";
    const path = `dist/lnk-tool-${target}${suffix}`;
    const { code, message } = await compile(program, path, target);
    console.error(message);
    if (code !== 0) return code;
    programs.set(target, Deno.readFileSync(path));
    Deno.removeSync(path);
  }
  for (const { name, bytes } of await assembled(programs)) {
    Deno.writeFileSync(folder + name, bytes);
    console.log(name);
  }
  return 0;
}

async function run([word, ...rest]: readonly string[]): Promise<number> {
  if (word === "prepare" && rest.length === 2) return prepare(rest);
  if (word === "check" && rest.length < 2) return check(rest);
  if (word === "notes" && rest.length === 0) {
    console.log(newest(read("CHANGELOG.md")).notes.trimEnd());
    return 0;
  }
  if (word === "build") return await build(rest.length > 0 ? rest : TARGETS);
  console.error(USAGE);
  return 2;
}

if (import.meta.main) {
  try {
    Deno.exitCode = await run(Deno.args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exitCode = 1;
  }
}
