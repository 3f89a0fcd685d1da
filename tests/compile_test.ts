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
    const programs = ["one", "another/folder"].map((name) =>
      `${folder}/${name}/lnk-tool`
    );
    for (const program of programs) {
      Deno.mkdirSync(program.replace(/[^/]+$/, ""), { recursive: true });
      const size = await bundle(`${program}.js`);
      assert(size > 10_000);
      const { code, message } = await compile(`${program}.js`, program);
      assertEquals(code, 0, message);
    }
    assertEquals(await digest(programs[0]!), await digest(programs[1]!));
    assertHolds(added(programs[0]!), `${programs[0]}.js`, folder);
  } finally {
    Deno.env.delete("DENORT_BIN");
    Deno.removeSync(folder, { recursive: true });
  }
});

/** The bundle is in, once; the list of files names nothing else; no path of this machine is. */
function assertHolds(content: string, script: string, folder: string): void {
  const bytes = Deno.readFileSync(script);
  const parts = content.split(new TextDecoder("latin1").decode(bytes));
  assertEquals(parts.length, 2);
  const rest = parts.join("");
  const files = `[{"File":{"n":"lnk-tool.js","o":[0,${bytes.length}],"u":`;
  assertEquals(rest.split('{"File":').length, 2);
  assert(rest.includes(files));
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
