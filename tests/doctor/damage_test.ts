// Copyright 2026 the lnk authors. MIT license.

/** Each kind of damage, one at a time: what is told of it, and that nothing else changes. */

import { assert, assertEquals } from "@std/assert";
import { type Check, examine, type Subject } from "../../lib/doctor.ts";
import { openLedger } from "../../lib/ledger.ts";
import { admitBatch, openQueue } from "../../lib/queue.ts";
import { capture } from "../queue/captures.ts";
import { type WholeAgent, wholeAgent } from "../support/agent.ts";
import { inFolder, snapshot } from "../support/tree.ts";

const LOG = "ada/chats/main.jsonl";
const QUEUE = "home/.lnk/agent-context/captures";
const BATCH = `${QUEUE}/00000000000000000001.batch`;
const TEMP = ".lnk-0123456789abcdef01234567.tmp";

/** What is told, as `status area code`. */
type Told = readonly string[];

interface Damage {
  readonly name: string;
  /** Does it. */
  readonly damage: (at: (path: string) => string) => void | Promise<void>;
  /** All that is told beside what is well. */
  readonly told: Told;
  /** What a message or a next command has. */
  readonly says?: RegExp;
  readonly more?: (at: (path: string) => string) => Partial<Subject>;
}

const write = Deno.writeTextFileSync;
const append = (path: string, text: string) =>
  write(path, text, { append: true });
const edit = (path: string, change: (text: string) => string) =>
  write(path, change(Deno.readTextFileSync(path)));
const pipe = async (path: string) => {
  await new Deno.Command("mkfifo", { args: [path] }).output();
};

/** An index is for one state of its log. */
const INDEX = "warning logs doctor/index";
const CORRUPT = "error logs store/corrupt-log";

const DAMAGES: readonly Damage[] = [
  { name: "none", damage: () => {}, told: [] },
  // The sandbox file.
  {
    name: "no sandbox file",
    damage: (at) => Deno.removeSync(at("ada/sandbox.toml")),
    told: ["warning sandbox doctor/no-sandbox"],
    says: /--grants FILE/,
  },
  {
    name: "a sandbox file that is named and missing",
    damage: () => {},
    more: (at) => ({ grants: at("none.toml") }),
    told: ["error sandbox file/missing"],
  },
  {
    name: "a sandbox file with an unknown key",
    damage: (at) => append(at("ada/sandbox.toml"), "wriet = []\n"),
    told: ["error sandbox sandbox/unknown-key"],
    says: /next|lnk-tool grants check --agent \S+ada \S+sandbox\.toml/,
  },
  {
    name: "a sandbox file that is a link",
    damage: (at) => {
      Deno.renameSync(at("ada/sandbox.toml"), at("real.toml"));
      Deno.symlinkSync(at("real.toml"), at("ada/sandbox.toml"));
    },
    told: ["error sandbox disk/link"],
    says: /--grants \S+real\.toml/,
  },
  {
    name: "a sandbox file that is a pipe",
    damage: async (at) => {
      Deno.removeSync(at("ada/sandbox.toml"));
      await pipe(at("ada/sandbox.toml"));
    },
    told: ["error sandbox disk/wrong-kind"],
  },
  {
    name: "a sandbox file of more than a mebibyte",
    damage: (at) => Deno.truncateSync(at("ada/sandbox.toml"), 2 ** 21),
    told: ["error sandbox file/too-large"],
  },
  {
    name: "the sandbox file in a folder that it lets the agent write",
    damage: (at) =>
      Deno.renameSync(at("ada/sandbox.toml"), at("ada/home/work/s.toml")),
    more: (at) => ({ grants: at("ada/home/work/s.toml") }),
    told: ["error sandbox placement/writable-sandbox"],
  },
  // The layout.
  {
    name: "a misspelt part",
    damage: (at) => Deno.mkdirSync(at("ada/Skill")),
    told: ["warning layout doctor/foreign"],
    says: /skills is/,
  },
  {
    name: "a file where a part is meant",
    damage: (at) => {
      Deno.removeSync(at("ada/skills"), { recursive: true });
      write(at("ada/skills"), "");
    },
    told: [
      "error layout placement/not-a-folder",
      "error guidance disk/wrong-kind",
    ],
  },
  {
    name: "a granted folder that is a link",
    damage: (at) => {
      Deno.removeSync(at("ada/home/work"));
      Deno.symlinkSync(at("ledger"), at("ada/home/work"));
    },
    told: ["error layout placement/link"],
    says: /see where it leads: ls -ld \S+ada\/home\/work$/m,
  },
  {
    name: "a granted folder that is missing",
    damage: (at) =>
      edit(at("ada/sandbox.toml"), (text) => text.replace("chats", "plans")),
    told: ["warning layout placement/missing-folder"],
    says: /mkdir -p \S+ada\/home\/plans$/m,
  },
  {
    name: "a part that is a link, with more below it",
    damage: (at) => {
      Deno.renameSync(at("ada/home"), at("moved"));
      Deno.symlinkSync(at("moved"), at("ada/home"));
    },
    told: ["error layout placement/link", "error memory disk/link"],
    says: /^"home": it is a link\n.*ls -ld \S+ada\/home$/m,
  },
  // Permissions.
  {
    name: "an agent's folder that others write",
    damage: (at) => Deno.chmodSync(at("ada"), 0o770),
    told: ["error agent store/root"],
    says: /chmod go-w \S+ada$/m,
  },
  {
    name: "notes that others read",
    damage: (at) => {
      for (const path of ["ada", "ada/home", "ada/home/memory"]) {
        Deno.chmodSync(at(path), 0o755);
      }
      Deno.chmodSync(at("ada/home/memory/notes.md"), 0o644);
    },
    told: [
      "warning permissions doctor/others-read",
      "warning permissions doctor/others-read",
    ],
    says: /chmod go-rwx \S+notes\.md/,
  },
  {
    name: "notes with open bits in a folder that is closed",
    damage: (at) => Deno.chmodSync(at("ada/home/memory/notes.md"), 0o666),
    told: [],
  },
  {
    name: "guidance that others write",
    damage: (at) => {
      Deno.chmodSync(at("ada"), 0o755);
      Deno.chmodSync(at("ada/skills"), 0o777);
    },
    told: ["error permissions doctor/others-write"],
    says: /chmod go-w \S+skills$/m,
  },
  {
    name: "a sandbox file that others write",
    damage: (at) => {
      Deno.chmodSync(at("ada"), 0o755);
      Deno.chmodSync(at("ada/sandbox.toml"), 0o664);
    },
    told: ["error permissions doctor/others-write"],
    says: /chmod go-w \S+sandbox\.toml$/m,
  },
  {
    name: "a sandbox file elsewhere that others write",
    damage: (at) => {
      Deno.renameSync(at("ada/sandbox.toml"), at("ada.toml"));
      Deno.chmodSync(at("ada.toml"), 0o666);
    },
    more: (at) => ({ grants: at("ada.toml") }),
    told: ["error permissions doctor/others-write"],
  },
  {
    name: "a store's own folder that others read",
    damage: (at) => Deno.chmodSync(at("ada/.lnk/store/leases"), 0o755),
    told: ["error permissions disk/not-private"],
    says: /chmod 0700 \S+leases$/m,
  },
  {
    name: "a second name of a file of the store's",
    damage: (at) =>
      Deno.linkSync(at("ada/.lnk/store/leases/turn.json"), at("other")),
    told: ["error permissions disk/many-names", "error leases disk/many-names"],
  },
  {
    name: "a link in the store's own corner",
    damage: (at) => {
      Deno.renameSync(at("ada/.lnk"), at("lnk"));
      Deno.symlinkSync(at("lnk"), at("ada/.lnk"));
    },
    told: [
      ...["error permissions disk/link", "error logs disk/link"],
      "error leases disk/link",
    ],
    says: /the index of "chats\/side.jsonl" was not looked at/,
  },
  {
    name: "something foreign in the store's own corner",
    damage: (at) => write(at("ada/.lnk/store/notes.txt"), ""),
    told: ["warning permissions doctor/foreign"],
  },
  {
    name: "a folder above that others write",
    damage: (at) => {
      Deno.chmodSync(at("."), 0o777);
      Deno.chmodSync(at("home"), 0o775);
    },
    told: Array(2).fill("warning permissions doctor/others-write"),
    says: /home": others may write in it.*\n.*chmod go-w \S+home$/m,
  },
  {
    name: "a folder above in which each name is its owner's",
    damage: (at) => Deno.chmodSync(at("."), 0o1777),
    told: [],
  },
  // Guidance.
  {
    name: "a link among the skills",
    damage: (at) => Deno.symlinkSync("/etc", at("ada/skills/etc")),
    told: ["warning guidance disk/link"],
  },
  {
    name: "a pipe and a name with a newline among the skills",
    damage: async (at) => {
      await pipe(at("ada/skills/p"));
      write(at("ada/skills/a\nb"), "");
    },
    told: [
      "warning guidance doctor/foreign",
      "warning guidance disk/wrong-kind",
    ],
    says: /\$'\S+a\\012b'/,
  },
  {
    name: "a skill that is too large",
    damage: (at) => Deno.truncateSync(at("ada/skills/cook/recipe.md"), 2 ** 25),
    told: ["warning guidance doctor/too-large"],
  },
  // Memory.
  {
    name: "notes that are too large",
    damage: (at) =>
      write(at("ada/home/memory/notes.md"), "x".repeat(64 * 1024 + 1)),
    told: ["error memory doctor/too-large"],
    says: /65537 bytes of at most 65536/,
  },
  {
    name: "notes at their limit",
    damage: (at) =>
      write(at("ada/home/memory/notes.md"), "x".repeat(64 * 1024)),
    told: [],
  },
  {
    name: "notes that are no text",
    damage: (at) =>
      Deno.writeFileSync(
        at("ada/home/memory/notes.md"),
        new Uint8Array([104, 105, 0xff]),
      ),
    told: ["error memory text/encoding"],
    says: /byte 2 is not UTF-8/,
  },
  {
    name: "notes of NUL bytes",
    damage: (at) => write(at("ada/home/memory/notes.md"), "a\0"),
    told: ["warning memory doctor/nul-bytes"],
  },
  {
    name: "notes that are a link, and a document with two names",
    damage: (at) => {
      Deno.renameSync(at("ada/home/memory/notes.md"), at("notes"));
      Deno.symlinkSync(at("notes"), at("ada/home/memory/notes.md"));
      Deno.linkSync(at("ada/home/memory/portable/tea.json"), at("tea"));
    },
    told: ["error memory disk/link", "error memory disk/many-names"],
  },
  {
    name: "documents: no JSON, another id, too large, a foreign name, a folder",
    damage: (at) => {
      const portable = (name: string) => at(`ada/home/memory/portable/${name}`);
      write(portable("a.json"), "{");
      write(portable("b.json"), '{"id":"a","text":""}');
      write(portable("c.json"), "x".repeat(256 * 1024 + 1));
      write(portable("D.json"), "{}");
      Deno.mkdirSync(portable("e.json"));
    },
    told: [
      ...["error memory memory/malformed", "error memory memory/malformed"],
      ...["error memory doctor/too-large", "error memory disk/wrong-kind"],
      "warning memory doctor/foreign",
    ],
  },
  {
    name: "a document that nests deep",
    damage: (at) =>
      write(at("ada/home/memory/portable/tea.json"), "[".repeat(200_000)),
    told: ["error memory memory/malformed"],
  },
  // Logs.
  {
    name: "an interrupted append",
    damage: (at) => append(at(LOG), '{"seq":6,"ro'),
    told: ["warning logs doctor/interrupted", INDEX],
    says: /12 bytes of an append .* after record 5/,
  },
  {
    name: "a last line of NUL bytes",
    damage: (at) => append(at(LOG), '{"seq":6,"ro\0\0\0\n'),
    told: ["warning logs doctor/interrupted", INDEX],
  },
  {
    name: "a line that is no JSON, with more behind it",
    damage: (at) => append(at(LOG), 'huh\n{"seq":7}\nhuh\n'),
    told: [CORRUPT, INDEX],
    says: /line 6 at byte \d+ is not a JSON object; 1 more bad line/,
  },
  {
    name: "a gap in the sequence",
    damage: (at) => append(at(LOG), '{"seq":7}\n'),
    told: [CORRUPT, INDEX],
    says: /has sequence 7 where sequence 6 is next/,
  },
  {
    name: "a line that never ends",
    damage: (at) => Deno.truncateSync(at(LOG), 2 ** 26),
    told: [CORRUPT, INDEX],
    says: /without a newline, more than a record can have/,
  },
  {
    name: "a log that was cut within a confirmed record",
    damage: (at) => Deno.truncateSync(at(LOG), Deno.statSync(at(LOG)).size - 4),
    told: ["error logs doctor/log-gone", INDEX],
  },
  {
    name: "a log that lost confirmed records",
    damage: (at) =>
      edit(at(LOG), (text) => text.slice(0, text.indexOf("\n") + 1)),
    told: ["error logs doctor/log-gone", INDEX],
  },
  {
    name: "a log that is gone",
    damage: (at) => Deno.removeSync(at(LOG)),
    told: ["warning logs doctor/log-gone"],
  },
  {
    name: "a source that stands twice",
    damage: (at) => {
      const [first] = Deno.readTextFileSync(at(LOG)).split("\n");
      append(at(LOG), first!.replace('"seq":1', '"seq":6') + "\n");
    },
    told: ["warning logs doctor/repeated-source", INDEX],
    says: /record 6 has the source of record 1/,
  },
  {
    name: "an index that is gone",
    damage: (at) =>
      Deno.removeSync(at("ada/.lnk/store/logs/main"), { recursive: true }),
    told: [],
  },
  {
    name: "an index that is gone, of a large log",
    damage: (at) => {
      Deno.removeSync(at("ada/.lnk/store/logs/main"), { recursive: true });
      const text = JSON.stringify("x".repeat(2 ** 20));
      append(at(LOG), `{"seq":6,"text":${text}}\n`);
    },
    told: [INDEX],
    says: /is missing/,
  },
  {
    name: "an index that is cut off",
    damage: (at) => {
      const folder = at("ada/.lnk/store/logs/main");
      for (const { name } of Deno.readDirSync(folder)) {
        Deno.truncateSync(`${folder}/${name}`, 5000);
      }
    },
    told: [INDEX],
  },
  {
    name: "a log that was copied back",
    damage: (at) => {
      Deno.copyFileSync(at(LOG), at("copy"));
      Deno.renameSync(at("copy"), at(LOG));
    },
    told: [INDEX],
    says: /made from another file/,
  },
  {
    name: "foreign things among the logs",
    damage: async (at) => {
      write(at("ada/chats/main.jsonl~"), "");
      Deno.mkdirSync(at("ada/chats/dir.jsonl"));
      await pipe(at("ada/chats/pipe.jsonl"));
      Deno.symlinkSync("main.jsonl", at("ada/chats/link.jsonl"));
      Deno.linkSync(at("ada/chats/side.jsonl"), at("ada/chats/twin.jsonl"));
    },
    told: [
      ...["error logs disk/wrong-kind", "error logs disk/wrong-kind"],
      ...["error logs disk/link", "error logs disk/many-names"],
      ...["error logs disk/many-names", "warning logs doctor/foreign"],
    ],
  },
  {
    name: "a copy of an interrupted append",
    damage: (at) =>
      write(at("ada/chats/main.jsonl.torn-12-0123456789abcdef"), "x"),
    told: [],
    says: /1 copy of interrupted appends/,
  },
  // Leases.
  {
    name: "a lease that is none",
    damage: (at) => write(at("ada/.lnk/store/leases/turn.json"), "{}\n"),
    told: ["error leases store/corrupt-lease"],
    says: /rm \S+turn\.json/,
  },
  {
    name: "a lease of later than now",
    damage: (at) =>
      edit(
        at("ada/.lnk/store/leases/turn.json"),
        (text) => text.replace(/"granted":\d+/, '"granted":9000000000000'),
      ),
    told: ["warning leases doctor/clock"],
  },
  // Leftovers.
  {
    name: "unfinished files of writers that died",
    damage: (at) => {
      for (const folder of ["ada/chats", "ada/home/memory", QUEUE, "ledger"]) {
        write(at(`${folder}/${TEMP}`), "x", { mode: 0o600 });
      }
    },
    told: Array(4).fill("warning leftovers doctor/leftover"),
  },
  // The queue.
  {
    name: "a batch with a flipped bit",
    damage: (at) => edit(at(BATCH), (text) => text.replace('"user"', '"usex"')),
    told: ["error queue queue/bad-entry"],
    says: /lnk-tool queue set-aside \S+ --home \S+home --yes/,
  },
  {
    name: "a queue that others read",
    damage: (at) => Deno.chmodSync(at(QUEUE), 0o755),
    told: ["error queue disk/not-private"],
    says: /captures": its mode is 0755.*\n.*chmod 0700 \S+captures$/m,
  },
  {
    name: "a file on the way to the queue",
    damage: (at) => {
      Deno.removeSync(at("home/.lnk"), { recursive: true });
      write(at("home/.lnk"), "");
    },
    told: ["error queue disk/wrong-kind"],
    says: /home\/\.lnk": it is a file.*\n.*ls -ld \S+home\/\.lnk$/m,
  },
  {
    name: "batches with a number that none gets",
    damage: (at) =>
      write(at(`${QUEUE}/${"9".repeat(20)}.batch`), "", { mode: 0o600 }),
    told: ["error queue queue/bad-entry"],
    says: /its number is none that is given out/,
  },
  {
    name: "what was set aside, where others read",
    damage: (at) => Deno.mkdirSync(at(`${QUEUE}.set-aside`), { mode: 0o755 }),
    told: ["error queue disk/not-private"],
    says: /set-aside": its mode .*\n.*chmod 0700 \S+set-aside$/m,
  },
  {
    name: "no home",
    damage: (at) => Deno.removeSync(at("home"), { recursive: true }),
    told: ["error queue disk/missing"],
  },
  {
    name: "a home that is a link",
    damage: (at) => Deno.symlinkSync(at("home"), at("linked")),
    more: (at) => ({ home: at("linked") }),
    told: ["error queue disk/link"],
  },
  // The ledger.
  {
    name: "a ledger with a flipped bit",
    damage: (at) =>
      edit(
        at("ledger/authority.json"),
        (text) => text.replace('"generation":0', '"generation":1'),
      ),
    told: ["error ledger ledger/corrupt"],
    says: /lnk-tool ledger verify --dir \S+ledger/,
  },
  {
    name: "a folder without a ledger",
    damage: (at) => Deno.removeSync(at("ledger/authority.json")),
    told: ["error ledger ledger/missing"],
  },
  {
    name: "a ledger that others read",
    damage: (at) => Deno.chmodSync(at("ledger"), 0o750),
    told: ["error ledger disk/not-private"],
    says: /chmod 0700 \S+ledger$/m,
  },
  // What the agent reaches.
  {
    name: "a ledger in a written folder",
    damage: (at) => Deno.renameSync(at("ledger"), at("ada/home/work/ledger")),
    more: (at) => ({ ledger: at("ada/home/work/ledger") }),
    told: ["error reach doctor/in-reach"],
    says: /in "work", which the agent writes/,
  },
  {
    name: "a ledger among the memory that storage gives",
    damage: (at) => Deno.renameSync(at("ledger"), at("ada/home/memory/ledger")),
    more: (at) => ({ ledger: at("ada/home/memory/ledger") }),
    told: ["error reach doctor/in-reach"],
    says: /in "memory", which the agent reads/,
  },
  {
    name: "a ledger by a link out of a written folder",
    damage: (at) => Deno.symlinkSync(at("ledger"), at("ada/home/work/l")),
    more: (at) => ({ ledger: at("ada/home/work/l") }),
    told: ["error ledger disk/link", "error reach doctor/in-reach"],
  },
  {
    name: "a ledger in the agent's folder",
    damage: (at) => Deno.renameSync(at("ledger"), at("ada/ledger")),
    more: (at) => ({ ledger: at("ada/ledger") }),
    told: ["warning reach doctor/near"],
  },
  {
    name: "the agent's folder as the ledger's",
    damage: () => {},
    more: (at) => ({ ledger: at("ada") }),
    told: ["error ledger ledger/missing", "warning reach doctor/near"],
    says: /outside of the agent's$/m,
  },
  {
    name: "a key among the skills, and one that others read",
    damage: (at) => {
      write(at("ada/skills/k"), "k", { mode: 0o600 });
      write(at("key"), "k", { mode: 0o644 });
    },
    more: (at) => ({ keys: [at("ada/skills/k"), at("key"), at("none")] }),
    told: [
      ...["error reach doctor/in-reach", "error reach key/not-private"],
      "error reach file/missing",
    ],
  },
  {
    name: "a key with a second name",
    damage: (at) => {
      write(at("key"), "k", { mode: 0o600 });
      Deno.linkSync(at("key"), at("ada/home/work/k"));
    },
    more: (at) => ({ keys: [at("key")] }),
    told: ["warning reach disk/many-names"],
    says: /has 2 names.*\n.*-samefile \S+key$/m,
  },
  {
    name: "a ledger in a team's folder",
    damage: (at) => {
      Deno.mkdirSync(at("team/drafts"), { recursive: true });
      Deno.renameSync(at("ledger"), at("team/drafts/ledger"));
      append(
        at("ada/sandbox.toml"),
        '[files.teams.design]\nwrite = ["drafts"]\n',
      );
    },
    more: (at) => ({
      ledger: at("team/drafts/ledger"),
      teams: new Map([["design", at("team")]]),
    }),
    told: ["error reach doctor/in-reach"],
    says: /"design\/drafts"/,
  },
];

function toldOf(checks: readonly Check[]): string[] {
  return checks.filter(({ status }) =>
    status === "warning" || status === "error"
  )
    .map(({ status, area, code }) => `${status} ${area} ${code}`).sort();
}

for (const { name, damage, told, says, more } of DAMAGES) {
  Deno.test(`doctor: ${name}`, () =>
    inFolder(async (base) => {
      const agent = await wholeAgent(base);
      const at = (path: string) => `${base}/${path}`;
      await damage(at);
      const before = seen(agent);
      const { checks } = await agent.examine(more?.(at));
      assertEquals(seen(agent), before, "nothing changed");
      assertEquals(toldOf(checks), [...told].sort(), shown(checks));
      for (const one of checks) {
        const bad = one.status === "warning" || one.status === "error";
        assert(!bad || (one.code && one.help), `no next step: ${one.message}`);
      }
      if (says) assert(says.test(shown(checks)), shown(checks));
    }));
}

function shown(checks: readonly Check[]): string {
  return checks.map(({ message, help = "" }) => `${message}\n${help}\n`).join(
    "",
  );
}

/** Every file's bytes, mode and time; those of large files by their size. */
function seen({ base }: WholeAgent): string[] {
  return snapshot(base).map((line) =>
    line.length > 100_000 ? `${line.slice(0, 200)} ${line.length}` : line
  );
}

Deno.test("doctor: what is not named is not looked at, and said", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const { checks } = await agent.examine({
      home: undefined,
      ledger: undefined,
    });
    const skipped = checks.filter(({ status }) => status === "skipped");
    assertEquals(skipped.map(({ area }) => area), ["queue", "ledger"]);
  }));

Deno.test("doctor: without the agent's folder the rest is looked at", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    Deno.renameSync(`${base}/ada`, `${base}/gone`);
    const { checks, unread } = await agent.examine();
    assertEquals(unread?.code, "disk/missing");
    assertEquals(toldOf(checks), ["error agent disk/missing"]);
    const ok = checks.filter(({ status }) => status === "ok");
    assertEquals(ok.map(({ area }) => area), ["leftovers", "queue", "ledger"]);
  }));

Deno.test("doctor: the queue's batches are the ledger's agent's", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const queue = openQueue(agent.host, agent.subject.home);
    await admitBatch(queue, { ...capture(["c"]), owner: "eve" });
    const { checks } = await agent.examine();
    assertEquals(toldOf(checks), ["error queue queue/bad-entry"]);
    assert(shown(checks).includes("--agent ada --owner eve"), shown(checks));
    const alone = await agent.examine({ ledger: undefined });
    assertEquals(toldOf(alone.checks), ["error queue doctor/other-party"]);
  }));

Deno.test("doctor: requests that wait are told, and are no fault", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const ledger = openLedger(agent.host, agent.subject.ledger);
    const secret = new Uint8Array(32).fill(7);
    await ledger.start({ secret });
    await ledger.session("link:main");
    const turn = { thread: "link:main", attempt: "t1", binding: "b" };
    const { generation } = await ledger.admit({ secret, ...turn });
    const call = { tool: "pay", arguments: "{}" };
    await ledger.propose({ secret, attempt: "t1", generation, ...call });
    const codes = async () => {
      const { checks } = await agent.examine();
      assertEquals(toldOf(checks), []);
      return checks.flatMap(({ code }) => code ?? []);
    };
    assertEquals(await codes(), ["doctor/pending"]);
    await ledger.recover();
    assertEquals(await codes(), ["doctor/recovery"]);
  }));

Deno.test("doctor: an agent's folder of another user is not called open", () =>
  inFolder(async (base) => {
    const { host, subject } = await wholeAgent(base);
    const disk = { ...host.disk, uid: Deno.uid()! + 1 };
    const { checks } = await examine({ ...host, disk }, subject);
    const [root] = checks.filter(({ code }) => code === "store/root");
    assert(/^".*ada": its owner is user/.test(root!.message), root!.message);
    assertEquals(root!.help?.includes("chmod"), false, root!.help);
    assert(root!.help?.includes("chown -R"), root!.help);
  }));

Deno.test("doctor: many things of one kind are counted", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    for (let i = 0; i < 1200; i++) write(`${base}/ada/chats/x${i}`, "");
    const { checks, warnings } = await agent.examine();
    assertEquals(warnings, 1200);
    const [last] = checks.filter(({ code }) => code === "check/more");
    assertEquals(last?.more, 200);
  }));

Deno.test("doctor: names that are no UTF-8 are told", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const paths = ["skills", "chats", "home/memory/portable"]
      .map((folder) => `"${base}/ada/${folder}/x$(printf '\\377')"`);
    const script = `touch ${paths.join(" ")}`;
    await new Deno.Command("sh", { args: ["-c", script] }).output();
    const { checks } = await agent.examine();
    assertEquals(
      toldOf(checks),
      ["guidance", "logs", "memory"].map((area) =>
        `warning ${area} doctor/foreign`
      ),
    );
    assert(shown(checks).includes("has 1 name that is not UTF-8"));
  }));
