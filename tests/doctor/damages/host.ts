// Copyright 2026 the lnk authors. MIT license.

/**
 * What can be wrong with the queue, the ledger and what the agent reaches.
 *
 * @module
 */

import { append, BATCH, type Damage, edit, QUEUE, write } from "./damage.ts";

/** What can be wrong with the queue, the ledger and what the agent reaches. */
export const HOST_DAMAGES: readonly Damage[] = [
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
