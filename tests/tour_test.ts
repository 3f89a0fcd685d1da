// Copyright 2026 the lnk authors. MIT license.

/** examples/tour/tour.sh is run as a person runs it, and prints its transcript. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bundle } from "../tools/bundle.ts";
import { BUILT, commandLine, denoDir } from "./support/program.ts";
import { withoutChance } from "./support/chance.ts";
import { installed } from "./support/shell.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const SCRIPT = `${ROOT}examples/tour/tour.sh`;
const TRANSCRIPT = `${ROOT}examples/tour/transcript.txt`;
const UPDATE = Deno.env.get("LNK_UPDATE") !== undefined;

/** A folder with a program, and one for what the tour makes. */
interface Place extends AsyncDisposable {
  readonly program: string;
  readonly temporary: string;
  readonly home: string;
}

async function newPlace(): Promise<Place> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "lt" }));
  const place = {
    program: `${folder}/a tool`,
    temporary: `${folder}/t m p`,
    home: `${folder}/no home`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  const built = BUILT ?? (await bundle(`${folder}/bundle`)).program;
  const words = commandLine([built]);
  await Deno.mkdir(place.temporary);
  await Deno.writeTextFile(
    place.program,
    `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`,
    { mode: 0o755 },
  );
  return place;
}

/** A process group of its own, as a terminal gives one to a command. */
function start(place: Place, shell: readonly string[]): Deno.ChildProcess {
  const [command, ...args] = shell;
  const child = new Deno.Command(command!, {
    args,
    env: {
      DENO_DIR: denoDir(),
      HOME: place.home,
      LNK_TOOL: place.program,
      NO_COLOR: "1",
      TMPDIR: place.temporary,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const late = setTimeout(() => Deno.kill(-child.pid, "SIGKILL"), 60_000);
  child.status.finally(() => clearTimeout(late));
  return child;
}

/** No process of its group, no file. */
function assertNothingLeft(place: Place, { pid }: Deno.ChildProcess): void {
  let left = true;
  try {
    Deno.kill(-pid, "SIGCONT");
  } catch {
    left = false;
  }
  assert(!left, "a process is left");
  assertEquals([...Deno.readDirSync(place.temporary)], []);
  assert(!exists(place.home), "HOME was touched");
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Reads until `text` was printed, lets `then` happen, and reads on. */
async function readPast(
  stream: ReadableStream<Uint8Array>,
  text: string,
  then: () => void,
): Promise<void> {
  let told = "";
  let done = false;
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    told += chunk;
    if (done || !told.includes(text)) continue;
    then();
    done = true;
  }
  assert(done, `never printed: ${text}\n${told}`);
}

Deno.test({
  name: "the tour prints its transcript and leaves nothing",
  fn: async () => {
    await using place = await newPlace();
    const child = start(place, ["sh", SCRIPT]);
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const told = withoutChance(decoder.decode(stdout));
    assertEquals(decoder.decode(stderr), "", told);
    assertEquals(code, 0, told);
    assertNothingLeft(place, child);
    if (UPDATE) await Deno.writeTextFile(TRANSCRIPT, told);
    else assertEquals(told, await Deno.readTextFile(TRANSCRIPT));
  },
});

Deno.test({
  name: "a tour that is interrupted leaves nothing",
  fn: async (t) => {
    await using place = await newPlace();
    for (
      const [at, signal, whom, code] of [
        ["grants check broken", "SIGINT", "group", 130],
        ["endpoint serve", "SIGTERM", "script", 143],
        ["endpoint probe", "SIGINT", "group", 130],
        ["store serve", "SIGINT", "script", 130],
        ["context append", "SIGTERM", "group", 143],
        ["queue drain", "SIGHUP", "group", 129],
        ["memory put", "SIGTERM", "script", 143],
        ["state pack", "SIGINT", "script", 130],
      ] as const
    ) {
      await t.step(`${signal} to its ${whom} at ${at}`, async () => {
        const child = start(place, ["sh", SCRIPT]);
        const message = child.stderr.cancel();
        const { pid } = child;
        await readPast(child.stdout, `$ lnk-tool ${at}`, () => {
          Deno.kill(whom === "group" ? -pid : pid, signal);
        });
        await message;
        assertEquals((await child.status).code, code);
        assertNothingLeft(place, child);
      });
    }
  },
});

Deno.test({
  name: "a tour whose reader goes leaves nothing",
  fn: async () => {
    await using place = await newPlace();
    const line = `sh '${SCRIPT}' | sed '/context append/q' >/dev/null`;
    const child = start(place, ["sh", "-c", line]);
    await child.output();
    assertNothingLeft(place, child);
  },
});

Deno.test("the tour tells what is missing", async () => {
  await using place = await newPlace();
  for (
    const [env, message] of [
      [{ PATH: "/nowhere" }, "tour: This needs `cat`, which is not in PATH.\n"],
      [{ LNK_TOOL: "no-such-program" }, 'LNK_TOOL names "no-such-program"'],
      [{ LNK_TOOL: ROOT }, "is no program that can be run."],
      [{ LNK_TOOL: `${ROOT}README.md` }, "is no program that can be run."],
      [{ TMPDIR: "/nowhere" }, "No temporary folder can be made."],
    ] as const
  ) {
    const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
      args: [SCRIPT],
      env: { LNK_TOOL: place.program, TMPDIR: place.temporary, ...env },
    }).output();
    assertStringIncludes(new TextDecoder().decode(stderr), message);
    assertEquals([code, stdout.length], [5, 0]);
    assertEquals([...Deno.readDirSync(place.temporary)], []);
  }
});

Deno.test({
  name: "shellcheck has nothing to say about the tour (skipped without it)",
  ignore: !installed("shellcheck"),
  fn: async () => {
    const { stdout } = await new Deno.Command("shellcheck", {
      args: [SCRIPT, `${ROOT}examples/tour/policy.sh`],
    }).output();
    assertEquals(new TextDecoder().decode(stdout), "");
  },
});
