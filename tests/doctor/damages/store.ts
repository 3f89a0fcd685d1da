// Copyright 2026 the lnk authors. MIT license.

/**
 * What can be wrong with an agent's instructions, memory and conversations.
 *
 * @module
 */

import {
  append,
  CORRUPT,
  type Damage,
  edit,
  INDEX,
  LOG,
  pipe,
  QUEUE,
  TEMP,
  write,
} from "./damage.ts";

/** What can be wrong with an agent's instructions, memory and conversations. */
export const STORE_DAMAGES: readonly Damage[] = [
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
];
