// Copyright 2026 the lnk authors. MIT license.

/**
 * What a compiled program holds. Deno itself stands in for the runtime: the
 * file does not start then, but everything that is put into it can be read.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { bundle } from "../tools/bundle.ts";
import { compile, VARIABLES } from "../tools/compile.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** All that was put after the runtime's own bytes, one character a byte. */
function added(program: string): string {
  using file = Deno.openSync(program);
  const from = Deno.statSync(Deno.execPath()).size;
  const bytes = new Uint8Array(file.statSync().size - from);
  file.seekSync(from, Deno.SeekMode.Start);
  for (let done = 0; done < bytes.length;) {
    done += file.readSync(bytes.subarray(done)) ?? bytes.length;
  }
  return new TextDecoder("latin1").decode(bytes);
}

async function digest(path: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", Deno.readFileSync(path));
  return new Uint8Array(bytes).toHex();
}

Deno.test("a compiled program holds the bundle, and is the same from any folder", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  Deno.env.set("DENORT_BIN", Deno.execPath());
  try {
    const folders = ["one", "another/folder"].map((name) =>
      `${folder}/${name}`
    );
    for (const built of folders) {
      const { program, bytes } = await bundle(built);
      assert(bytes > 10_000);
      const { code, message } = await compile(program, `${built}.program`);
      assertEquals(code, 0, message);
    }
    const [one, another] = folders.map((built) => `${built}.program`);
    assertEquals(await digest(one!), await digest(another!));
    assertHolds(added(one!), folders[0]!, folder);
  } finally {
    Deno.env.delete("DENORT_BIN");
    Deno.removeSync(folder, { recursive: true });
  }
});

/** Every file of the bundle is in; the list of files names nothing else; no path of this machine is. */
function assertHolds(content: string, built: string, folder: string): void {
  const names = [...Deno.readDirSync(built)].map(({ name }) => name);
  let rest = content;
  // The longest first: a small part can stand inside a larger one.
  const texts = names.map((name) =>
    new TextDecoder("latin1").decode(Deno.readFileSync(`${built}/${name}`))
  ).sort((a, b) => b.length - a.length);
  for (const text of texts) {
    const at = rest.indexOf(text);
    assert(at >= 0, "a part of the bundle is not in the program");
    rest = rest.slice(0, at) + rest.slice(at + text.length);
  }
  const listed = [...rest.matchAll(/\{"File":\{"n":"([^"]+)"/g)];
  assertEquals(listed.map(([, name]) => name).sort(), names.sort());
  assertMatch(
    rest,
    /"allow_net":\[\],.*"allow_ffi":null,.*"allow_sys":\["uid"\],/,
  );
  for (const name of [folder, ROOT, "_test.ts", "node_modules/", "stricli"]) {
    assert(!rest.includes(name), `${name} is in the program`);
  }
}

Deno.test("a runtime that cannot be had is told in one sentence", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  Deno.env.set("DENORT_BIN", `${folder}/missing`);
  try {
    Deno.writeTextFileSync(`${folder}/lnk-tool.js`, "");
    const ended = await compile(`${folder}/lnk-tool.js`, `${folder}/lnk-tool`);
    assertEquals(ended.code, 5);
    assertMatch(ended.message, /^Cannot write .*\/lnk-tool: [^\n]+$/);
  } finally {
    Deno.env.delete("DENORT_BIN");
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a target that does not exist is wrong usage", async () => {
  const ended = await compile("lnk-tool.js", "lnk-tool", "pdp11");
  assertEquals(ended.code, 2);
  assertMatch(
    ended.message,
    /^Cannot compile for "pdp11": --target is one of x86_64-/,
  );
});

Deno.test("a compiled program may read every variable that cli/ asks for", () => {
  for (const path of ["cli.ts", ...sources("cli")]) {
    const text = Deno.readTextFileSync(ROOT + path);
    for (const [, name] of text.matchAll(/\benv(?:\.get)?\("(\w+)"\)/g)) {
      assert(VARIABLES.includes(name!), `${path} reads ${name}`);
    }
  }
});

function sources(folder: string): string[] {
  return [...Deno.readDirSync(ROOT + folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? sources(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}
