// Copyright 2026 the lnk authors. MIT license.

/**
 * The sandbox file, and the agent's layout that it speaks of.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import type { Host } from "../disk.ts";
import { openPlain, readWhole } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { Finding } from "../finding.ts";
import { DEFAULT_FOLDERS, type Fault, type Grants } from "../grants.ts";
import { tooLarge } from "../input.ts";
import { checkPlacement, PLACEMENT_AREA } from "../placement.ts";
import { shellPath } from "../shell.ts";
import { checkSandbox } from "../sandbox.ts";
import { LARGEST_FILE } from "../source.ts";
import { quote } from "../text.ts";
import type { Area, Report, Seen } from "./check.ts";
import { troubleOf } from "./look.ts";
import { nextFor } from "./next.ts";

/** What of a sandbox file is looked at. */
export interface SandboxSubject {
  /** The agent's folder, without links. */
  readonly root: string;
  /** The file. */
  readonly file: string;
  /** Whether it was named, and not only looked for where it is usual. */
  readonly named: boolean;
  /** Teams' shared folders by team. */
  readonly teams: ReadonlyMap<string, string>;
  /** PATH. */
  readonly searchPath: string;
  /** Whether unknown tables and top keys are errors. */
  readonly strict: boolean;
}

/** What holds without a file. */
const DEFAULTS: Grants = {
  commands: { run: [] },
  folders: DEFAULT_FOLDERS,
  defaultFolders: true,
};

/**
 * Looks at the sandbox file, and at what it means on this machine.
 *
 * @param host The disk.
 * @param subject The file, and where its names lead.
 * @param report Takes what is seen.
 * @returns What is granted; `undefined` where that is not known.
 */
export function lookAtSandbox(
  host: Pick<Host, "disk">,
  subject: SandboxSubject,
  report: Report,
): Grants | undefined {
  const { root, file } = subject;
  const where = {
    disk: host.disk,
    agent: root,
    teams: subject.teams,
    searchPath: subject.searchPath,
    file,
  };
  const paths = new Map<string, string>();
  const check = (named: Grants) => {
    const faults = checkPlacement(named, where);
    for (const { message, path } of faults) {
      if (path !== undefined) paths.set(message, path);
    }
    return faults;
  };
  const bytes = contentOf(host, subject, report);
  if (!bytes) {
    addAll(report, subject, check(DEFAULTS).map(withoutPlace), paths);
    return bytes === null ? DEFAULTS : undefined;
  }
  const { strict } = subject;
  const further = { area: PLACEMENT_AREA, check };
  const sandbox = checkSandbox(bytes, { strict, further });
  addAll(report, subject, sandbox.findings, paths);
  const errors = sandbox.findings.some((found) =>
    found.severity === "error" && areaOf(found, paths) === "sandbox"
  );
  if (!errors) report.add("sandbox", summary(file, sandbox.named));
  return sandbox.named;
}

/** A fault of the machine, where no file's text has a place for it. */
function withoutPlace({ code, severity, message }: Fault): Finding {
  return { code, severity, message };
}

/** The file's bytes; `null` where there is none and none was named, `undefined` where it cannot be read. */
function contentOf(
  { disk }: Pick<Host, "disk">,
  { root, file: path, named }: SandboxSubject,
  report: Report,
): Uint8Array<ArrayBuffer> | null | undefined {
  try {
    using file = openPlain(disk, path, "read");
    if (!file) {
      report.add("sandbox", missing(root, path, named));
      return named ? undefined : null;
    }
    const bytes = readWhole(file, LARGEST_FILE);
    if (bytes.length > LARGEST_FILE) throw tooLarge(path, LARGEST_FILE);
    return bytes;
  } catch (error) {
    const found = troubleOf(error, path, nameOf(root, path));
    const help = found.code === "disk/link" && linkHelp(disk, root, path);
    report.add("sandbox", help ? { ...found, help } : found);
    return undefined;
  }
}

function linkHelp(
  disk: Host["disk"],
  root: string,
  path: string,
): string | undefined {
  try {
    const real = attempt("look at", path, () => disk.realPath(path));
    return "name the file itself: lnk-tool doctor --agent " +
      `${shellPath(root)} --grants ${shellPath(real)}`;
  } catch {
    return undefined;
  }
}

function missing(root: string, path: string, named: boolean): Seen {
  const name = quote(nameOf(root, path));
  if (named) {
    return {
      status: "error",
      code: "file/missing",
      path,
      message: `${name}: there is no such file`,
      help: `see what there is: ls -la ${shellPath(dirname(path))}`,
    };
  }
  return {
    status: "warning",
    code: "doctor/no-sandbox",
    path,
    message: `${name} is missing: no program, work written, chats read`,
    help: `name it: lnk-tool doctor --agent ${shellPath(root)} --grants FILE`,
  };
}

/** A path as it is below the agent's folder, or whole. */
function nameOf(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** What of a finding is about the folders that stand, and not about the file. */
const LAYOUT_CODES = new Set(["placement/no-agent"]);

function areaOf(
  { code, message }: Finding,
  paths: ReadonlyMap<string, string>,
): Area {
  return LAYOUT_CODES.has(code) || paths.has(message) ? "layout" : "sandbox";
}

function addAll(
  report: Report,
  { root, file, strict, teams }: SandboxSubject,
  findings: readonly Finding[],
  paths: ReadonlyMap<string, string>,
): void {
  const name = quote(nameOf(root, file));
  const flags = [
    `--agent ${shellPath(root)}`,
    ...Array.from(teams, (team) => `--team ${shellPath(team.join("="))}`),
    ...strict ? ["--strict"] : [],
  ];
  const command = `lnk-tool grants check ${flags.join(" ")} ${shellPath(file)}`;
  for (const found of findings) {
    const { code, severity: status, message, span, more } = found;
    const line = span ? `${span.line}:${span.column}: ` : "";
    const inFile = { path: file, help: command };
    const path = paths.get(message) ?? root;
    const area = areaOf(found, paths);
    const one = area === "layout"
      ? { code, message, path, help: nextFor(code, path) }
      : { code, message: `${name}: ${line}${message}`, ...inFile };
    if (!more) report.add(area, { ...one, status });
    else {
      for (const status of ["error", "warning"] as const) {
        if (more[status] === 0) continue;
        report.add("sandbox", { ...one, status, more: more[status] });
      }
    }
  }
  if (findings.some((found) => areaOf(found, paths) === "layout")) return;
  report.add("layout", {
    status: "ok",
    path: root,
    message: "every granted folder and every part of an agent that is there " +
      "is a folder",
  });
}

function summary(path: string, { commands, folders }: Grants): Seen {
  const list = (names: readonly string[]) =>
    names.length === 0 ? "nothing" : quote(names.join(", "));
  return {
    status: "ok",
    path,
    message: `runs ${list(commands.run)}; writes ${list(folders.write)}; ` +
      `reads ${list(folders.read)}`,
  };
}
