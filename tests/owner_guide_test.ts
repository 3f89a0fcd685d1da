// Copyright 2026 the lnk authors. MIT license.

/**
 * The tables of docs/guides/owner.md: each row's message is made, what the row
 * says is typed, and the message is looked for again.
 */

import { assert, assertEquals } from "@std/assert";
import { playScript, readersFolder } from "./support/console.ts";
import { installed } from "./support/shell.ts";

const PAGE = Deno.readTextFileSync(
  new URL("../docs/guides/owner.md", import.meta.url),
);

interface Row {
  readonly seen: string;
  readonly forGood: boolean;
  readonly typed: readonly string[];
}

const ROWS: readonly Row[] = Array.from(
  PAGE.matchAll(/^\| (`[a-z]+\/.*?) +\| (.*?) +\| (.*?) +\|$/gm),
  ({ 1: seen, 2: means, 3: types }) => ({
    seen: seen!.replaceAll("`", ""),
    forGood: means!.startsWith("for good"),
    typed: [...types!.matchAll(/`([^`]+)`/g)].map(([, command]) => command!),
  }),
);

/** How a message comes about. */
interface Scene {
  /** What happened before. */
  readonly before: string;
  /** What the owner sees the message of. */
  readonly command: string;
  /** What must be installed. */
  readonly needs?: string;
}

const COMMON = `
umask 077
mkdir ada ada/chats home run new
S="--store file:ada --agent ada --owner kay"
key() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \\n' > "$1"; }
key run/start.key
admit() {
  lnk-tool queue admit --home home --agent ada --owner kay --thread link:main \\
    --adapter demo --session s1
}
append() { lnk-tool context append --thread link:main $S < examples/record.json; }
pack() {
  printf 'name = "parrot"\\n[state]\\ninclude = ["~/.parrot"]\\n' > parrot.toml
  mkdir home/.parrot && echo s1 > home/.parrot/session
  lnk-tool state pack parrot.toml --home home -o ada.tar.gz
}
turn() {
  lnk-tool ledger admit --session link:main --attempt "$1" --binding b \\
    --dir ledger --key-file run/start.key
  lnk-tool ledger propose --attempt "$1" --generation 1 --tool pay \\
    --arguments "\${2:-examples/record.json}" --dir ledger \\
    --key-file run/start.key --json > proposal.json
  REQUEST=$(sed 's/.*"request":"\\([^"]*\\)".*/\\1/' proposal.json)
}
ledger() {
  lnk-tool ledger init --dir ledger --agent ada --owner kay
  lnk-tool ledger start --dir ledger --key-file run/start.key
  lnk-tool ledger session link:main --dir ledger
  turn turn-1
}
allow() { lnk-tool ledger respond "$REQUEST" allow_once --dir ledger; }
retire() { lnk-tool ledger retire --attempt "$1" --generation 1 --dir ledger; }
consume() {
  lnk-tool ledger consume --request "$REQUEST" --attempt turn-1 --generation 1 \\
    --policy true --dir ledger --key-file run/start.key
}
`;
const CAPTURES = "home/.lnk/agent-context/captures";
const DRAIN = "lnk-tool queue drain --home home $S";
const SERVE = "lnk-tool store serve --root ada --agent ada --owner kay " +
  "--key-file run/start.key --socket run/ada.sock & server=$!; sleep 2";
const ARCHIVED = "ledger; allow; consume; retire turn-1; " +
  "mkdir copy; cp ledger/authority.json copy; " +
  "lnk-tool ledger archive --dir ledger; cp ledger/history.jsonl copy";

const SCENES: Readonly<Record<string, Scene>> = {
  "queue/full": {
    before: `{ printf '{"role":"user","text":"'
      head -c 15000000 /dev/zero | tr '\\0' a
      printf '","source":{"adapter":"demo","session":"s1","record":"r1"}}'
      } > big; for n in 1 2 3 4; do admit < big; done`,
    command: "admit < big",
  },
  "queue/bad-entry, corrupt": {
    before:
      `admit < examples/captured.jsonl; sed -i.was s/Thanks/thanks/ ${CAPTURES}/*.batch
       rm ${CAPTURES}/*.was`,
    command: DRAIN,
  },
  "queue/bad-entry, misplaced": {
    before: `admit < examples/captured.jsonl; echo hi > ${CAPTURES}/notes.txt`,
    command: DRAIN,
  },
  "queue/bad-entry, foreign": {
    before: `admit < examples/captured.jsonl; chmod 644 ${CAPTURES}/*.batch`,
    command: DRAIN,
  },
  "store/unreachable": {
    before: "admit < examples/captured.jsonl",
    command: "lnk-tool queue drain --home home --store unix:run/ada.sock " +
      "--agent ada --owner kay --key-file run/start.key",
  },
  "store/source-conflict": {
    before: `admit < examples/captured.jsonl; ${DRAIN}
      sed s/Thanks/thanks/ examples/captured.jsonl > other; admit < other`,
    command: DRAIN,
  },
  "disk/locked": {
    before: `admit < examples/captured.jsonl
      flock home/.lnk/agent-context sleep 4 > /dev/null & sleep 0.5`,
    command: `${DRAIN} --wait 0`,
    needs: "flock",
  },
  "ledger/attempt-active": {
    before: "ledger; key run/new.key",
    command: "lnk-tool ledger start --dir ledger --key-file run/new.key",
  },
  "ledger/recovery-required": {
    before: "ledger; retire turn-1",
    command: "allow",
  },
  "ledger/claimed": { before: "ledger; allow; consume", command: "consume" },
  "ledger/full": {
    before: `{ printf '"'; head -c 480000 /dev/zero | tr '\\0' a; printf '"'
      } > big; ledger; retire turn-1
      turn turn-2 big; allow; retire turn-2; turn turn-3 big; allow
      retire turn-3
      lnk-tool ledger admit --session link:main --attempt turn-4 --binding b \\
        --dir ledger --key-file run/start.key`,
    command: "lnk-tool ledger propose --attempt turn-4 --generation 1 " +
      "--tool pay --arguments big --dir ledger --key-file run/start.key",
  },
  "disk/not-private": {
    before: "ledger; chmod 644 ledger/authority.json",
    command: "lnk-tool ledger requests --dir ledger",
  },
  "key/not-private": {
    before: "ledger; retire turn-1; chmod 644 run/start.key",
    command: "lnk-tool ledger start --dir ledger --key-file run/start.key",
  },
  "ledger/corrupt": {
    before: "ledger; printf x >> ledger/authority.json",
    command: "lnk-tool ledger requests --dir ledger",
  },
  "ledger/history-short": {
    before: `${ARCHIVED}; printf '' > ledger/history.jsonl`,
    command: "lnk-tool ledger verify --dir ledger",
  },
  "ledger/history-ahead": {
    before: `${ARCHIVED}; turn turn-2; allow; retire turn-2
      lnk-tool ledger archive --request "$REQUEST" --dir ledger
      cp copy/authority.json ledger/authority.json`,
    command: "lnk-tool ledger verify --dir ledger",
  },
  "store/corrupt-log": {
    before:
      `append; append; sed -i.was '1s/"seq":1/"seq":7/' ada/chats/main.jsonl
      rm ada/chats/*.was`,
    command: "lnk-tool context read --thread link:main $S",
  },
  "store/root": { before: "chmod 777 ada", command: "lnk-tool store ls $S" },
  "bridge/socket-taken": { before: "echo hi > run/ada.sock", command: SERVE },
  "memory/malformed": {
    before: `lnk-tool memory put tea --text Green --expect 0 $S
      echo '{' > ada/home/memory/portable/tea.json
      VERSION=$(lnk-tool store get memory/portable/tea.json --json $S |
        sed 's/.*"version":"\\([0-9]*\\)".*/\\1/')`,
    command: "lnk-tool memory get tea $S",
  },
  "memory/state": {
    before: `mkdir home/native; echo Green > home/native/tea.md
      lnk-tool memory export --adapter goose --from home/native --home home $S
      echo '{' > home/.lnk/agent-context/exports/goose.json`,
    command:
      "lnk-tool memory export --adapter goose --from home/native --home home $S",
  },
  "state/unfinished": {
    before: `pack; mkdir -p new/.lnk-state-unpack/new new/.lnk-state-unpack/old
      echo '{"version":2,"moves":[]}' > new/.lnk-state-unpack/journal`,
    command: "lnk-tool state plan parrot.toml --home new",
  },
  // After the first time there is room.
  "disk/full": {
    before: `full() { (trap '' XFSZ; [ "$room" ] || ulimit -f 0; admit 2>&1
      ) < examples/captured.jsonl | cat; }`,
    command: "full; room=made",
  },
  "state/exists": {
    before: "pack; lnk-tool state unpack ada.tar.gz --home new",
    command: "lnk-tool state unpack ada.tar.gz --home new",
  },
};

Deno.test("every row of the owner's tables has a scene, and every scene a row", () => {
  const rows = ROWS.map(({ seen }) => seen);
  assertEquals(rows.toSorted(), Object.keys(SCENES).toSorted());
});

const MARK = "\u001e";

function scriptOf({ before, command }: Scene, { typed }: Row): string {
  const types = typed.map((one) =>
    one.replaceAll(/\b(REQUEST|VERSION)\b/g, "$$$1")
  )
    // A server in the background needs a moment, and ends with the scene.
    .map((one) => one.endsWith("&") ? `${one} server=$!; sleep 2` : one);
  return [
    `trap '[ -z "$server" ] || kill "$server" 2> /dev/null' EXIT`,
    COMMON,
    `{ ${before}\n} > /dev/null || echo "the scene failed"`,
    `printf '${MARK}'; ${command}`,
    `printf '${MARK}'; ${types.join("\n")}`,
    `ended=$?; printf '${MARK}'; ${command}`,
    "exit $ended",
  ].join("\n");
}

for (const row of ROWS) {
  const scene = SCENES[row.seen]!;
  Deno.test({
    name:
      `"${row.seen}": the owner sees it, types what the guide says, and goes on`,
    ignore: scene.needs !== undefined && !installed(scene.needs),
    fn: async () => {
      const folder = await readersFolder();
      const { output, code } = await playScript(folder, scriptOf(scene, row));
      await Deno.remove(folder, { recursive: true });
      const [, seen, typed, after] = output.split(MARK);
      const message = `[${row.seen.split(",")[0]}]`;
      assert(seen?.includes(message), `no ${message} in: ${output}`);
      assertEquals(code, 0, `what was typed failed: ${typed}`);
      assertEquals(after?.includes(message), row.forGood, output);
    },
  });
}
