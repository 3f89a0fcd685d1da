// Copyright 2026 the lnk authors. MIT license.

/** `consume` where nobody can read, or is asked to end: no claim, nothing left running. */

import { assert, assertEquals } from "@std/assert";
import { admitted, allowed, SECRET, testLedger } from "../support/ledger.ts";

const PROGRAM = new URL("../../cli.ts", import.meta.url).pathname;

/** A ledger with an allowed request, and the shell's words that consume it. */
async function ready(policy: string) {
  const test = await testLedger();
  const { ledger, folder } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  Deno.writeFileSync(`${folder}/key`, SECRET, { mode: 0o600 });
  Deno.writeTextFileSync(`${folder}/policy`, policy, { mode: 0o700 });
  const words = `"${Deno.execPath()}" run -qA "${PROGRAM}" ledger consume ` +
    `--dir l --key-file key --request ${request} --attempt t1 ` +
    "--generation 1 --policy ./policy";
  const shell = (script: string) =>
    new Deno.Command("/bin/sh", {
      args: ["-c", script],
      cwd: folder,
      stdout: "piped",
      stderr: "piped",
    }).output();
  return { test, words, shell, request };
}

const onLinux = { ignore: Deno.build.os !== "linux" };

for (const [what, how] of [["closed", ">&-"], ["read-only", "1</dev/null"]]) {
  Deno.test(
    `a ${what} standard output: nothing is claimed`,
    onLinux,
    async () => {
      const { test, words, shell, request } = await ready(
        "#!/bin/sh\nexit 0\n",
      );
      await using _ = test;
      for (const json of ["", "--json"]) {
        const { code, stderr } = await shell(`${words} ${json} ${how}`);
        assertEquals(code, 5);
        const said = new TextDecoder().decode(stderr);
        assert(said.includes("nothing was claimed"), said);
      }
      assertEquals((await test.ledger.show(request)).status, "allowed");
      assertEquals((await shell(`${words} | cat`)).code, 0);
      assertEquals((await test.ledger.show(request)).status, "claimed");
    },
  );
}

for (const signal of ["INT", "TERM", "HUP", "QUIT"]) {
  Deno.test(
    `${signal} ends the policy too, and nothing is claimed`,
    onLinux,
    async () => {
      const { test, words, shell, request } = await ready(
        "#!/bin/sh\necho $$ > pid.new\nmv pid.new pid\nexec sleep 60\n",
      );
      await using _ = test;
      // A background job of a shell ignores INT and QUIT, its own parent does not.
      const { code } = await shell(
        "ulimit -c 0\n(n=0; while [ ! -e pid ] && [ $n -lt 200 ]; do sleep 0.1; n=$((n+1)); done; " +
          `kill -${signal} $$) &\nexec ${words}`,
      );
      assert(code > 128, `exit ${code}`);
      const pid = Deno.readTextFileSync(`${test.folder}/pid`).trim();
      assert(!(await lives(pid)), "the policy still runs");
      assertEquals((await test.ledger.show(request)).status, "allowed");
    },
  );
}

/** Whether a process is there and no zombie, a moment after it was killed. */
async function lives(pid: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      if (/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`))) {
        return false;
      }
    } catch {
      return false;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  return true;
}
