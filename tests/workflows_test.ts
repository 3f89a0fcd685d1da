// Copyright 2026 the lnk authors. MIT license.

/**
 * The files that other programs run us by: workflows, the action, hooks, the
 * image. No service is here, so what they run is run or read.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { HOMEPAGE, VERSION } from "../lib/version.ts";
import { type Ended, runToEnd } from "../tools/process.ts";
import { TARGETS } from "../tools/release/build.ts";
import { installed, programFolder } from "./support/shell.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, {
      readonly steps: readonly Step[];
      readonly "timeout-minutes": number;
    }>
  >;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const workflow = (name: string) =>
  parse(read(`.github/workflows/${name}`)) as Workflow;
const action = parse(read("action.yml")) as Action;
const steps = [
  ...["ci.yml", "release.yml"].flatMap((name) =>
    Object.values(workflow(name).jobs).flatMap(({ steps }) => steps)
  ),
  ...action.runs.steps,
];

Deno.test("every action that is used is named by its commit", () => {
  for (const { uses } of steps) {
    if (uses !== undefined) {
      // A tag can be moved, a commit cannot.
      assertMatch(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    }
  }
});

Deno.test("a workflow reads unless a job says more, and every job ends", () => {
  for (const name of ["ci.yml", "release.yml"]) {
    const { permissions, jobs } = workflow(name);
    assertEquals(permissions, { contents: "read" });
    for (const job of Object.values(jobs)) assert(job["timeout-minutes"] <= 45);
  }
});

Deno.test("no text of others gets into a script but through a variable", () => {
  for (const { run = "" } of steps) assert(!run.includes("${{"), run);
});

Deno.test("the release tries every target that it builds", () => {
  const text = read(".github/workflows/release.yml");
  for (const target of TARGETS) assert(text.includes(`target: ${target}`));
});

Deno.test({
  name: "shellcheck has nothing to say about any step (skipped without it)",
  ignore: !installed("shellcheck"),
  fn: async () => {
    const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
    try {
      const files = steps.flatMap(({ run }) => run ?? []).map((run, i) => {
        Deno.writeTextFileSync(`${folder}/${i}.sh`, `#!/bin/bash -e\n${run}`);
        return `${folder}/${i}.sh`;
      });
      const { stdout } = await new Deno.Command("shellcheck", { args: files })
        .output();
      assertEquals(new TextDecoder().decode(stdout), "");
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

/** A repository to be checked, beside a `lnk-tool` that is this source. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = programFolder();
  Deno.mkdirSync(`${folder}/repository`);
  Deno.mkdirSync(`${folder}/temp`);
  for (const [path, text] of Object.entries(files)) {
    const full = `${folder}/repository/${path}`;
    Deno.mkdirSync(full.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }
  return folder;
}

/** Runs lines of bash as a step of a composite action is run. */
function bash(
  folder: string,
  lines: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail"];
  return runToEnd([...shell, "-c", lines], {
    cwd: `${folder}/repository`,
    env: {
      PATH: `${folder}:${Deno.env.get("PATH")}`,
      RUNNER_TEMP: `${folder}/temp`,
      GITHUB_OUTPUT: `${folder}/output`,
      GITHUB_PATH: `${folder}/path`,
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...env,
    },
  });
}

const DEFAULTS = {
  WANTED: action.inputs["files"]!.default,
  FORMAT: action.inputs["format"]!.default,
  FAIL_ON: action.inputs["fail-on"]!.default,
  SARIF: action.inputs["sarif"]!.default,
};

/** Runs the step `check` in a repository with these files. */
async function check(
  files: Readonly<Record<string, string>>,
  inputs: Partial<typeof DEFAULTS>,
  look: (ran: Ended, folder: string) => void,
): Promise<void> {
  const folder = repository(files);
  try {
    await bash(folder, "git init --quiet", {});
    const { run } = action.runs.steps.find(({ id }) => id === "check")!;
    look(await bash(folder, run!, { ...DEFAULTS, ...inputs }), folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const GOOD = '[commands]\nrun = ["git"]\n';
const BAD = '[files]\nwrite = ["a", "a/b"]\n';
const WARNED = '[commands]\nrun = ["git", "git"]\n';
const ignore = !installed("bash") || !installed("git");

function actionTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `the action ${name}`, ignore, fn });
}

actionTest(
  "checks every sandbox file, annotates and writes SARIF",
  async () => {
    const files = {
      "sandbox.toml": GOOD,
      "a b/'c'/sandbox.toml": BAD,
      "notsandbox.toml": BAD,
    };
    await check(files, {}, ({ code, stdout }, folder) => {
      assertEquals(code, 1);
      assertMatch(stdout, /^::error file=a b\/'c'\/sandbox\.toml,line=2,/m);
      assert(!stdout.includes("notsandbox"));
      const text = Deno.readTextFileSync(`${folder}/repository/lnk-tool.sarif`);
      const { runs } = JSON.parse(text);
      assertEquals(runs[0].results.length, 1);
      assertEquals(
        Deno.readTextFileSync(`${folder}/output`),
        "sarif=lnk-tool.sarif\n",
      );
    });
  },
);

actionTest("passes where nothing is at the fail level", async () => {
  await check({ "x/sandbox.toml": WARNED }, {}, ({ code, stdout }, folder) => {
    assertEquals(code, 0);
    assertMatch(stdout, /^::warning /m);
    JSON.parse(Deno.readTextFileSync(`${folder}/repository/lnk-tool.sarif`));
  });
  const strict = { FAIL_ON: "warning", FORMAT: "concise" };
  await check({ "x/sandbox.toml": WARNED }, strict, ({ code, stdout }) => {
    assertEquals(code, 1);
    assertMatch(stdout, /^x\/sandbox\.toml:2:/m);
  });
});

actionTest("takes patterns, one a line, and no options from them", async () => {
  const files = { "a/x.toml": GOOD, "b/y.toml": BAD, "--strict.toml": GOOD };
  const some = { WANTED: "\na/*.toml\n--strict.toml\n" };
  await check(files, some, ({ code, stderr }) => assertEquals(code, 0, stderr));
  await check(
    files,
    { WANTED: "*/*.toml" },
    ({ code }) => assertEquals(code, 1),
  );
});

actionTest("fails where there is nothing to check", async () => {
  for (const WANTED of ["", "\n", "no/such/file.toml", "$(touch hacked)"]) {
    await check(
      { "x.toml": GOOD },
      { WANTED },
      ({ code, stdout }, folder) => {
        assertEquals(code, 2);
        assertMatch(stdout, /^::error title=lnk-tool::No file/);
        const names = [...Deno.readDirSync(`${folder}/repository`)]
          .map(({ name }) => name);
        assert(!names.includes("hacked"));
      },
    );
  }
});

actionTest("fails where its inputs are no words of the program", async () => {
  const wrong = { FORMAT: "xml" };
  await check({ "sandbox.toml": GOOD }, wrong, ({ code, stderr }) => {
    assertEquals(code, 2);
    assertMatch(stderr, /xml/);
  });
});

Deno.test.each([["", []], ["0.9.0", ["--tag", "0.9.0"]]])(
  "the action installs version %j with the words %j",
  async (version, words) => {
    const folder = repository({});
    try {
      Deno.writeTextFileSync(
        `${folder}/install.sh`,
        'printf "%s\\n" "$@" > "$RUNNER_TEMP/words"\n',
      );
      const [{ run }] = action.runs.steps as [Step];
      const env = { VERSION: version, ACTION: folder };
      const { code, stderr } = await bash(folder, run!, env);
      assertEquals(code, 0, stderr);
      const to = `${folder}/temp/lnk-tool-bin`;
      assertEquals(Deno.readTextFileSync(`${folder}/path`), `${to}\n`);
      assertEquals(
        Deno.readTextFileSync(`${folder}/temp/words`).trimEnd().split("\n"),
        ["--to", to, ...words],
      );
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
);

Deno.test("the hooks take sandbox files and no others", () => {
  const hooks = parse(read(".pre-commit-hooks.yaml")) as {
    readonly id: string;
    readonly entry: string;
    readonly language: string;
    readonly files: string;
  }[];
  assertEquals(hooks.map(({ id, language }) => [id, language]), [
    ["lnk-grants", "system"],
    ["lnk-grants-docker", "docker_image"],
  ]);
  for (const { entry, files } of hooks) {
    assertMatch(entry, /(^lnk-tool|:[\d.]+) grants check --$/);
    const taken = [
      "sandbox.toml",
      "a/sandbox.toml",
      "mysandbox.toml",
      "sandbox.tom",
    ]
      .filter((path) => new RegExp(files).test(path));
    assertEquals(taken, ["sandbox.toml", "a/sandbox.toml"]);
  }
});

Deno.test("the image runs the program of this release as nobody", () => {
  const text = read("Dockerfile");
  assert(text.includes(`\nARG VERSION=${VERSION}\n`));
  assertMatch(
    text,
    /\nUSER nonroot\nENTRYPOINT \["\/usr\/local\/bin\/lnk-tool"\]\n$/,
  );
});

Deno.test("the repository's place is the same wherever it must be written out", () => {
  const place = new URL(HOMEPAGE).pathname.slice(1);
  const paths = [
    ".github/ISSUE_TEMPLATE/config.yml",
    ".pre-commit-hooks.yaml",
    "README.md",
    "SECURITY.md",
    "docs/recipes.md",
    "install.sh",
  ];
  const written =
    /(?:github\.com\/|ghcr\.io\/|--repo |uses: )([\w-]+\/lnk-[\w-]+)/g;
  for (const path of paths) {
    const found = Array.from(read(path).matchAll(written), ([, it]) => it);
    assert(found.length > 0, path);
    for (const one of found) assertEquals(one, place, path);
  }
});
