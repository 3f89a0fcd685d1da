// Copyright 2026 the lnk authors. MIT license.

/** Policy programs: only exit 0 allows, and nothing of them stays behind. */

import { assert, assertEquals } from "@std/assert";
import { runProgram } from "../support/program.ts";
import { admitted, allowed, SECRET, testLedger } from "../support/ledger.ts";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Runs `consume` with a policy script; `undefined`: there is none. */
async function consumeWith(
  script: string | undefined,
  { mode = 0o700, seconds = "5" } = {},
) {
  await using test = await testLedger();
  const { ledger, folder } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  Deno.writeFileSync(`${folder}/key`, SECRET, { mode: 0o600 });
  if (script !== undefined) {
    // One byte a character: some are no text.
    const bytes = Uint8Array.from(script, (one) => one.charCodeAt(0));
    Deno.writeFileSync(`${folder}/policy`, bytes);
    Deno.chmodSync(`${folder}/policy`, mode);
  }
  const began = Date.now();
  const ran = await runProgram([
    ...["ledger", "consume", "--dir", "l", "--key-file", "key", "--json"],
    ...["--request", request, "--attempt", "t1", "--generation", "1"],
    ...["--policy", "./policy", "--policy-timeout", seconds],
  ], { base: folder, env: { PATH: "/usr/bin:/bin" } });
  const { status } = await ledger.show(request);
  const out = decode(ran.stdout);
  const files = Object.fromEntries(
    [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile)
      .map(({ name }) => [name, Deno.readTextFileSync(`${folder}/${name}`)]),
  );
  const took = Date.now() - began;
  return { code: ran.code, out, err: decode(ran.stderr), status, files, took };
}

Deno.test("exit 0 allows; the policy sees the call", async () => {
  const { code, out, status, err } = await consumeWith(
    '#!/bin/sh\n[ "$(cat)" = \'{"tool":"pay","arguments":{"cents":5}}\' ]\n',
  );
  assertEquals([code, status, err], [0, "claimed", ""]);
  assert(out.includes('"arguments":{"cents":5}'), out);
});

/** A program, as one character a byte. */
const TRUE = Array.from(
  Deno.readFileSync("/bin/true"),
  (byte) => String.fromCharCode(byte),
).join("");

/** Policies that refuse, each in its way. */
const REFUSING: readonly (readonly [string, string | undefined, string])[] = [
  ["exit 1", "#!/bin/sh\nexit 1\n", "ledger/policy-refused"],
  [
    "exit 3 without reading",
    "#!/bin/sh\nexec <&-\nexit 3\n",
    "ledger/policy-refused",
  ],
  ["a crash", "#!/bin/sh\nkill -SEGV $$\n", "ledger/policy-failed"],
  ["a signal", "#!/bin/sh\nkill -KILL $$\n", "ledger/policy-failed"],
  ["absence", undefined, "ledger/policy-failed"],
  ["an empty file", "", "ledger/policy-failed"],
  ["garbage", "\x01\x02\x03 exit 0\n", "ledger/policy-failed"],
  ["a text without an interpreter", "exit 0\n", "ledger/policy-failed"],
  ["a missing interpreter", "#!/no/such\ntrue\n", "ledger/policy-failed"],
  // What is cut, or only begins like a program, would be run by a shell.
  ["no interpreter", "#!\n", "ledger/policy-failed"],
  ["a blank interpreter", "#! \nfalse\ntrue\n", "ledger/policy-failed"],
  ["a relative interpreter", "#!sh\ntrue\n", "ledger/policy-failed"],
  ["a cut first line", "#!/bin/sh", "ledger/policy-failed"],
  ["a first line alone", "#!/bin/sh\n\n", "ledger/policy-failed"],
  [
    "an interpreter that is none",
    "#!/etc/passwd\ntrue\n",
    "ledger/policy-failed",
  ],
  ["a folder as interpreter", "#!/bin\ntrue\n", "ledger/policy-failed"],
  [
    "a long first line",
    `#!/${"./".repeat(140)}bin/sh\ntrue\n`,
    "ledger/policy-failed",
  ],
  ["ELF's first bytes", "\x7fELF\nexit 0\n", "ledger/policy-failed"],
  ["a program's header", TRUE.slice(0, 64), "ledger/policy-failed"],
  ["a cut program", TRUE.slice(0, 9000) + "\nexit 0\n", "ledger/policy-failed"],
  [
    "another machine's program",
    TRUE.slice(0, 18) + "\x02" + TRUE.slice(19),
    "ledger/policy-failed",
  ],
  [
    "Mach-O's first bytes",
    "\xca\xfe\xba\xbe\nexit 0\n",
    "ledger/policy-failed",
  ],
];

for (const [what, script, want] of REFUSING) {
  Deno.test(`a policy refuses by ${what}, and nothing is claimed`, async () => {
    const { code, out, status } = await consumeWith(script);
    assertEquals([code, status], [1, "allowed"]);
    const { error } = JSON.parse(out);
    assertEquals(error.code, want);
    assert(error.request, "the error names the request");
  });
}

Deno.test("a whole program allows", async () => {
  const { code, status } = await consumeWith(TRUE);
  assertEquals([code, status], [0, "claimed"]);
});

Deno.test("a policy that may not be run refuses", async () => {
  const { code, status } = await consumeWith("#!/bin/sh\n", { mode: 0o600 });
  assertEquals([code, status], [1, "allowed"]);
});

Deno.test("a policy that takes too long is killed with its children", async () => {
  const { code, out, status, files } = await consumeWith(
    "#!/bin/sh\nsleep 60 &\necho $! > ${0%/*}/child\necho $$ > ${0%/*}/own\nsleep 60\n",
    { seconds: "0.5" },
  );
  assertEquals([code, status], [1, "allowed"]);
  assertEquals(JSON.parse(out).error.code, "ledger/policy-failed");
  for (const pid of [files.child, files.own]) {
    assert(await dies(Number(pid)), `${pid} still runs`);
  }
});

Deno.test("what an allowing policy leaves behind is killed, and holds up nothing", async () => {
  const { code, files, took } = await consumeWith(
    "#!/bin/sh\nsleep 60 &\necho $! > ${0%/*}/child\nexit 0\n",
  );
  assertEquals(code, 0);
  assert(await dies(Number(files.child)), "the child still runs");
  assert(took < 4000, "nobody waited for it");
});

/** Whether a killed process dies: the kernel closes its pipes some moments before it is gone. */
async function dies(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (!running(pid)) return true;
    await new Promise((done) => setTimeout(done, 10));
  }
  return false;
}

function running(pid: number): boolean {
  assert(pid > 1, "the policy told its child");
  try {
    // A dead child of nobody here may wait to be collected: that is no life.
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

Deno.test("what a policy prints is escaped and bounded", async () => {
  const { code, err, out } = await consumeWith(
    "#!/bin/sh\nprintf 'no \\033[2J\\342\\200\\256\\n'\nhead -c 1000000 /dev/zero >&2\nexit 1\n",
  );
  assertEquals(code, 1);
  assert(err.includes("policy: no \\u{1b}[2J\\u{202e}\n"), err.slice(0, 200));
  assert(!err.includes("\x1b") && !err.includes("\0"));
  assert(err.length < 60_000, `${err.length} characters`);
  assertEquals(JSON.parse(out).error.code, "ledger/policy-refused");
});
