// Copyright 2026 the lnk authors. MIT license.

/**
 * What can be wrong with an agent's sandbox file, layout and permissions.
 *
 * @module
 */

import { append, type Damage, edit, pipe, write } from "./damage.ts";

/** What can be wrong with an agent's sandbox file, layout and permissions. */
export const AGENT_DAMAGES: readonly Damage[] = [
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
];
