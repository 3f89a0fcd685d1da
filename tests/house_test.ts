// Copyright 2026 the lnk authors. MIT license.

/** Rules about the tree itself. docs/architecture.md draws what is held here. */

import { assert, assertEquals } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import { codes, page } from "../lib/codes.ts";
import { VERSION } from "../lib/version.ts";

const ROOT = new URL("../", import.meta.url);

interface Module {
  readonly specifier: string;
  readonly local?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

/** Every import between files of ours, types too, as `from -> to` paths. */
async function importEdges(): Promise<readonly (readonly [string, string])[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "cli.ts"],
    cwd: ROOT.pathname,
  }).output();
  const library = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "mod.ts"],
    cwd: ROOT.pathname,
  }).output();
  const modules: Module[] = [stdout, library.stdout].flatMap((bytes) =>
    JSON.parse(new TextDecoder().decode(bytes)).modules
  );
  return modules.filter(({ specifier }) => specifier.startsWith(ROOT.href))
    .flatMap(({ specifier, dependencies = [] }) =>
      dependencies.flatMap(({ code, type }) =>
        [code?.specifier, type?.specifier]
          .filter((to) => to !== undefined)
          .map((to) => [relative(specifier), relative(to)] as const)
      )
    );
}

function relative(specifier: string): string {
  return specifier.replace(ROOT.href, "");
}

const PICTURE = Deno.readTextFileSync(new URL("docs/architecture.md", ROOT));

/**
 * The rooms of lib/ from the ground up, as docs/architecture.md draws them: a
 * file may import from lower or equal rooms only.
 */
const ROOMS: ReadonlyMap<string, number> = new Map(
  Array.from(PICTURE.matchAll(/^ +\w+\["(\d): (.+)"\]$/gm))
    .flatMap(([, number, parts]) =>
      parts!.split(", ").map((part) => [part, Number(number)] as const)
    ),
);

/** The part of lib/ that a file belongs to: `lib/store/log.ts` to `store`. */
function partOf(path: string): string {
  return path.split("/")[1]!.replace(/\.ts$/, "");
}

function room(path: string): number {
  const found = ROOMS.get(partOf(path));
  assert(found !== undefined, `${path} has no room in docs/architecture.md`);
  return found;
}

Deno.test("the picture of lib/ has every part of it, and its arrows point down", () => {
  const parts = [...Deno.readDirSync(new URL("lib", ROOT))]
    .map(({ name }) => partOf(`lib/${name}`));
  assertEquals([...ROOMS.keys()].toSorted(), [...new Set(parts)].toSorted());
  const rooms = new Map(
    Array.from(PICTURE.matchAll(/^ +(\w+)\["(\d):/gm), ([, name, number]) => [
      name,
      Number(number),
    ]),
  );
  const arrows = [...PICTURE.matchAll(/^ +(\w+) --> (\w+)$/gm)];
  assertEquals(arrows.length, rooms.size - 1);
  for (const [arrow, from, to] of arrows) {
    assertEquals(rooms.get(from)! - 1, rooms.get(to), arrow);
  }
});

Deno.test("imports point one way", async () => {
  const edges = await importEdges();
  assert(edges.length > 20, "the import graph was read");
  for (const [from, to] of edges) {
    if (from.startsWith("lib/")) {
      assert(
        !to.startsWith("cli"),
        `${from} imports ${to}: lib/ knows no cli/`,
      );
      if (to.startsWith("lib/")) {
        assert(room(from) >= room(to), `${from} imports ${to}, a higher room`);
        const ends = [partOf(from), partOf(to)].toSorted().join();
        assert(ends !== "ledger,store", `${from} imports ${to}`);
      }
    }
    assert(!to.startsWith("tests/"), `${from} imports a test`);
    assert(!to.startsWith("tools/"), `${from} imports a tool`);
  }
});

Deno.test("the import graph has no cycle", async () => {
  const next = new Map<string, string[]>();
  for (const [from, to] of await importEdges()) {
    if (from !== to) next.set(from, [...next.get(from) ?? [], to]);
  }
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    assert(!trail.includes(path), `cycle: ${[...trail, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const from of next.keys()) visit(from, []);
});

Deno.test("the release is the same in code and deno.json", () => {
  assertEquals(VERSION, config.version);
});

/** All `"area/what"` literals that are handed to an error or a finding. */
function usedCodes(): Set<string> {
  const used = new Set<string>();
  for (const path of sourceFiles(["lib", "cli"])) {
    if (/^lib\/codes/.test(path)) continue;
    const text = Deno.readTextFileSync(new URL(path, ROOT))
      .replace(/^ *(\*|\/\/).*$/gm, "");
    for (const [, code] of text.matchAll(/"([a-z]+\/[a-z][a-z0-9-]*)"/g)) {
      used.add(code!);
    }
  }
  return used;
}

function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    [...Deno.readDirSync(new URL(folder, ROOT))].flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) return sourceFiles([path]);
      return path.endsWith(".ts") ? [path] : [];
    })
  );
}

/** Literals of that form that are no codes. */
const NO_CODES = new Set(["zod/mini", "lnk/v1"]);

Deno.test("every code in use has a page, and every page a use", () => {
  const used = usedCodes();
  for (const code of used) {
    if (!NO_CODES.has(code)) assert(page(code), `${code} has no page`);
  }
  for (const code of codes()) assert(used.has(code), `${code} is never used`);
});

/** The words of the files that import a file, by its path. */
function wordsOfImporters(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = sourceFiles(["lib", "cli", "tests", "tools", "bench"]);
  for (const from of [...files, "mod.ts", "cli.ts"]) {
    const text = Deno.readTextFileSync(new URL(from, ROOT));
    const words = text.match(/\w+/g)!;
    for (const [, to] of text.matchAll(/(?:from|import\()\s*"(\..+?)"/g)) {
      const path = relative(new URL(to!, new URL(from, ROOT)).href);
      found.set(path, new Set([...found.get(path) ?? [], ...words]));
    }
  }
  return found;
}

Deno.test("every value that lib/ or cli/ exports is named where its file is imported", () => {
  const words = wordsOfImporters();
  const unused = sourceFiles(["lib", "cli"]).flatMap((path) =>
    Array.from(
      Deno.readTextFileSync(new URL(path, ROOT))
        .matchAll(/^export (?:async )?(?:const|class|function\*?) (\w+)/gm),
      ([, name]) => name!,
    ).filter((name) => !words.get(path)?.has(name))
      .map((name) => `${path}: ${name}`)
  );
  assertEquals(unused, []);
});

Deno.test("what stands behind help: starts in lower case", () => {
  const upper = sourceFiles(["lib", "cli"]).filter((path) =>
    /\bhelp: *["`][A-Z]/.test(Deno.readTextFileSync(new URL(path, ROOT)))
  );
  assertEquals(upper, []);
});
