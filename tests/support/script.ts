// Copyright 2026 the lnk authors. MIT license.

/**
 * Sessions that a user could type, as tests: a script and its files in one
 * text (txtar).
 *
 * What a run prints must be asserted; what is not looked at must be empty.
 * tests/scripts/README.md lists the words of a script.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { BUILT, type Ran, runProgram } from "./program.ts";
import { parseArchive, printArchive } from "./txtar.ts";

/** Where a session stands. */
interface Session {
  readonly folder: string;
  readonly files: Map<string, string>;
  readonly env: Record<string, string>;
  readonly unseen: Set<"stdout" | "stderr">;
  last: Ran | undefined;
  stdin: Uint8Array<ArrayBuffer> | undefined;
  now: number;
  terminal: boolean;
  undisturbed: boolean;
}

const UPDATE = Deno.env.get("LNK_UPDATE") !== undefined;

/**
 * Runs one script file in a folder of its own.
 *
 * @param path The script.
 */
export async function runScript(path: string): Promise<void> {
  const archive = parseArchive(Deno.readTextFileSync(path));
  if (BUILT && archive.lines.includes("in-process")) return;
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  const session = newSession(folder, archive.files);
  try {
    for (const [name, text] of archive.files) write(`${folder}/${name}`, text);
    for (const [index, line] of archive.lines.entries()) {
      await runLine(session, line, `${path}:${index + 1}`);
    }
    assertSilent(session);
    if (UPDATE) Deno.writeTextFileSync(path, printArchive(archive));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function newSession(folder: string, files: Map<string, string>): Session {
  return {
    folder,
    files,
    env: { PATH: "/usr/bin:/bin", HOME: folder, NO_COLOR: "1" },
    unseen: new Set(),
    last: undefined,
    stdin: undefined,
    now: Date.UTC(2026, 0, 1),
    terminal: false,
    undisturbed: false,
  };
}

function write(path: string, text: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

async function runLine(
  session: Session,
  line: string,
  place: string,
): Promise<void> {
  const words = splitWords(line.replaceAll("$WORK", session.folder));
  const not = words[0] === "!";
  const [verb, ...args] = not ? words.slice(1) : words;
  if (verb === undefined || verb.startsWith("#")) return;
  const run = VERBS[verb];
  assert(run, `${place}: there is no verb ${verb}`);
  try {
    await run(session, args, not);
  } catch (cause) {
    throw new Error(`${place}: ${line}\n${shown(session)}`, { cause });
  }
}

type Verb = (
  session: Session,
  args: string[],
  not: boolean,
) => void | Promise<void>;

const VERBS: Readonly<Record<string, Verb>> = {
  "in-process": () => {},
  fill: ({ folder }, [name, bytes]) =>
    Deno.writeTextFileSync(`${folder}/${name}`, "#".repeat(Number(bytes))),
  "lnk-tool": (session, args) => runTool(session, args, 0),
  exit: (session, [code, , ...args]) => runTool(session, args, Number(code)),
  stdin: (session, [name]) => {
    session.stdin = Deno.readFileSync(`${session.folder}/${name}`);
  },
  stdout: (session, [pattern], not) => match(session, "stdout", pattern!, not),
  stderr: (session, [pattern], not) => match(session, "stderr", pattern!, not),
  cmp: (session, [left, right]) => compare(session, left!, right!),
  env: ({ env }, pairs) => {
    for (const pair of pairs) {
      const at = pair.indexOf("=");
      env[pair.slice(0, at)] = pair.slice(at + 1);
    }
  },
  now: (session, [time]) => {
    session.now = Date.parse(time!);
  },
  terminal: (session, [state]) => {
    session.terminal = state === "on";
  },
  undisturbed: (session) => {
    session.undisturbed = true;
  },
  mkdir: ({ folder }, names) => {
    for (const name of names) {
      Deno.mkdirSync(`${folder}/${name}`, { recursive: true });
    }
  },
  chmod: ({ folder }, [mode, ...names]) => {
    for (const name of names) {
      Deno.chmodSync(`${folder}/${name}`, parseInt(mode!, 8));
    }
  },
  cp: ({ folder }, [from, to]) =>
    Deno.copyFileSync(`${folder}/${from}`, `${folder}/${to}`),
  mv: ({ folder }, [from, to]) =>
    Deno.renameSync(`${folder}/${from}`, `${folder}/${to}`),
  rm: ({ folder }, names) => {
    for (const name of names) {
      Deno.removeSync(`${folder}/${name}`, { recursive: true });
    }
  },
  symlink: ({ folder }, [name, , target]) =>
    Deno.symlinkSync(target!, `${folder}/${name}`),
  link: ({ folder }, [name, , target]) =>
    Deno.linkSync(`${folder}/${target}`, `${folder}/${name}`),
  mkfifo: async ({ folder }, [name]) => {
    const { success } = await new Deno.Command("mkfifo", {
      args: [`${folder}/${name}`],
    }).output();
    assert(success, "mkfifo failed");
  },
  exists: ({ folder }, names, not) => {
    for (const name of names) {
      assertEquals(exists(`${folder}/${name}`), !not, `exists ${name}`);
    }
  },
  mode: ({ folder }, [mode, name]) => {
    const found = Deno.lstatSync(`${folder}/${name}`).mode! & 0o7777;
    assertEquals(found.toString(8), mode);
  },
};

async function runTool(
  session: Session,
  args: string[],
  code: number,
): Promise<void> {
  assertSilent(session);
  const { folder, env, stdin, now, terminal, undisturbed } = session;
  session.last = await runProgram(args, {
    base: folder,
    env,
    stdin,
    now,
    terminal,
    undisturbed,
  });
  session.stdin = undefined;
  session.unseen.add("stdout").add("stderr");
  assertEquals(session.last.code, code, "exit code");
}

/** Silence is asserted by default. */
function assertSilent(session: Session): void {
  for (const name of session.unseen) assertEquals(output(session, name), "");
  session.unseen.clear();
}

function output(session: Session, name: "stdout" | "stderr"): string {
  assert(session.last, "nothing ran yet");
  return new TextDecoder().decode(session.last[name])
    .replaceAll(session.folder, "$WORK");
}

function match(
  session: Session,
  name: "stdout" | "stderr",
  pattern: string,
  not: boolean,
): void {
  session.unseen.delete(name);
  const check = not ? assertNotMatch : assertMatch;
  check(output(session, name), new RegExp(pattern, "m"));
}

function compare(session: Session, left: string, right: string): void {
  const read = (name: string) =>
    Deno.readTextFileSync(`${session.folder}/${name}`);
  if (left !== "stdout" && left !== "stderr") {
    return assertEquals(read(left), read(right));
  }
  session.unseen.delete(left);
  const found = output(session, left);
  if (UPDATE) session.files.set(right, found);
  else assertEquals(found, read(right));
}

function shown(session: Session): string {
  if (!session.last) return "";
  return `-- stdout --\n${output(session, "stdout")}` +
    `-- stderr --\n${output(session, "stderr")}`;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Splits at spaces; single quotes keep all, double quotes keep all but `\n`, `\t` and `\"`. */
function splitWords(line: string): string[] {
  const words = line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g);
  return Array.from(words, ([, single, double, bare]) =>
    single ??
      double?.replace(
        /\\(.)/g,
        (_, c) => c === "n" ? "\n" : c === "t" ? "\t" : c,
      ) ?? bare!);
}
