// Copyright 2026 the lnk authors. MIT license.

/** Whatever this user may not look at is told: no denied path makes a look that is well. */

import { assert, assertEquals } from "@std/assert";
import { examine } from "../../lib/doctor.ts";
import type { Disk } from "../../lib/disk.ts";
import { wholeAgent } from "../support/agent.ts";
import { inFolder } from "../support/tree.ts";

/** What no look needs: the agent's own work, the content of guidance, ways that are only passed. */
const NOT_LOOKED_AT = new RegExp(
  "^[a-zA-Z]+ ada/home/work$|^openRead (ada/(skills|instructions)/|.*\\.done$)|" +
    "^list (home|home/\\.lnk|home/\\.lnk/agent-context|ada/home)$",
);

type Refused = "lstat" | "list" | "openRead";

/** The same disk; one path cannot be looked at. */
function denying(disk: Disk, denied: string, calls: readonly Refused[]): Disk {
  const refuse = (call: Refused) => (path: string) => {
    if (path !== denied || !calls.includes(call)) return disk[call](path);
    throw Object.assign(new Error("Permission denied (os error 13)"), {
      code: "EACCES",
    });
  };
  return {
    ...disk,
    lstat: refuse("lstat") as Disk["lstat"],
    list: refuse("list") as Disk["list"],
    openRead: refuse("openRead") as Disk["openRead"],
  };
}

function pathsIn(root: string): string[] {
  return [...Deno.readDirSync(root)].flatMap(({ name, isDirectory }) => {
    const path = `${root}/${name}`;
    return isDirectory ? [path, ...pathsIn(path)] : [path];
  });
}

Deno.test("doctor: what cannot be looked at is told, and hides nothing else", () =>
  inFolder(async (base) => {
    const { host, subject } = await wholeAgent(base);
    const healthy = await examine(host, subject);
    assertEquals([healthy.errors, healthy.warnings], [0, 0]);
    for (const path of pathsIn(base)) {
      const folder = Deno.lstatSync(path).isDirectory;
      for (const call of ["lstat", folder ? "list" : "openRead"] as const) {
        const disk = denying(host.disk, path, [call]);
        const found = await examine({ ...host, disk }, subject);
        const told = found.errors + found.warnings > 0;
        const at = `${call} ${path.slice(base.length + 1)}`;
        const looked = !NOT_LOOKED_AT.test(at);
        assert(
          told || !looked,
          `${call} of ${path}: ${JSON.stringify(found.checks, null, 1)}`,
        );
        const bug = found.checks.find(({ code }) => code === "program/bug");
        assertEquals(bug, undefined, at);
        const areas = new Set(found.checks.map(({ area }) => area));
        if (path === subject.agent) continue;
        for (const area of ["memory", "logs", "queue", "ledger"] as const) {
          assert(areas.has(area), `${call} of ${path}: ${area}`);
        }
      }
    }
  }));

Deno.test("doctor: a granted folder that may not be looked at is not called well", () =>
  inFolder(async (base) => {
    const { host, subject } = await wholeAgent(base);
    const path = `${base}/ada/home/work`;
    const disk = denying(host.disk, path, ["lstat"]);
    const { checks } = await examine({ ...host, disk }, subject);
    const layout = checks.filter(({ area }) => area === "layout");
    assertEquals(layout, [{
      area: "layout",
      status: "error",
      code: "placement/closed",
      path,
      message: `"work" is granted, and this user may not look at "${path}"`,
      help: `see who may look: ls -ld ${path}`,
    }]);
  }));

Deno.test("doctor: nothing is said to be none where the look failed", () =>
  inFolder(async (base) => {
    const { host, subject } = await wholeAgent(base);
    for (
      const [area, way] of [["logs", "chats"], ["leases", ".lnk/store/leases"]]
    ) {
      const disk = denying(host.disk, `${base}/ada/${way}`, ["list"]);
      const { checks } = await examine({ ...host, disk }, subject);
      const states = checks.filter((check) => check.area === area)
        .map(({ status }) => status);
      assertEquals(states, ["error"], area);
    }
  }));
