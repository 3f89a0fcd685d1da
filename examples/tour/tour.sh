#!/bin/sh
# A day of one agent with the real program, in a temporary folder that is
# removed at the end: sh examples/tour/tour.sh
#
# LNK_TOOL names the program; without it, `lnk-tool` of PATH is taken, else the
# source beside this script, by Node's npx.
#
# Exit: 0 all went as told, 1 a step did not, 5 something is missing.
#
# shellcheck disable=SC2016 # Commands are shown as they are typed, and run later.
set -eu

fail() {
  code=$1
  shift
  printf 'tour: %s\n' "$*" >&2
  exit "$code"
}

# `$!` is set from here on: it is the one server that runs, or the one that was stopped.
: &
stopped=$!
wait "$stopped"
folder=

pause() { sleep 0.1 2>/dev/null || sleep 1; }

# More than one TERM: some shells lose one that comes between fork and exec.
stop_server() {
  [ "$!" != "$stopped" ] || return 0
  for signal in TERM TERM TERM KILL; do
    kill -s "$signal" "$!" 2>/dev/null || break
    tries=20
    while [ "$tries" -gt 0 ] && kill -0 "$!" 2>/dev/null; do
      pause
      tries=$((tries - 1))
    done
  done
  wait "$!" 2>/dev/null || :
  stopped=$!
}

clean_up() {
  trap '' HUP INT PIPE TERM
  stop_server
  cd /
  [ -z "$folder" ] || rm -rf "$folder"
}

trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 141' PIPE
trap 'exit 143' TERM

# --- What is needed -----------------------------------------------------------

for tool in cat chmod cp cut dirname grep mkdir mktemp rm sleep tee; do
  command -v "$tool" >/dev/null || fail 5 "This needs \`$tool\`, which is not in PATH."
done

FILES='broken.toml captured.jsonl contracts record.json sandbox.toml tour/policy.sh wider.toml'
examples=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
for file in $FILES; do
  [ -e "$examples/$file" ] ||
    fail 5 "There is no \"$examples/$file\": run this script where it stands in the source."
done

# Sets TOUR_PROGRAM and, where that is Deno itself, TOUR_SOURCE.
find_program() {
  TOUR_SOURCE=
  if [ -n "${LNK_TOOL-}" ]; then
    TOUR_PROGRAM=$(command -v "$LNK_TOOL") ||
      fail 5 "LNK_TOOL names \"$LNK_TOOL\", which is no program."
  elif ! TOUR_PROGRAM=$(command -v lnk-tool); then
    command -v npx >/dev/null ||
      fail 5 "Neither \`lnk-tool\` nor \`npx\` is in PATH: install one, or name the program in LNK_TOOL."
    # Asked once: a start by npx takes long.
    TOUR_PROGRAM=$(npx --yes deno@2.9.6 eval 'console.log(Deno.execPath())') ||
      fail 5 "\`npx --yes deno@2.9.6\` does not run; install \`lnk-tool\`, or name the program in LNK_TOOL."
    TOUR_SOURCE=${examples%/*}/cli.ts
  fi
  case $TOUR_PROGRAM in
    /*) ;;
    *) TOUR_PROGRAM=$PWD/$TOUR_PROGRAM ;;
  esac
  if [ ! -f "$TOUR_PROGRAM" ] || [ ! -x "$TOUR_PROGRAM" ]; then
    fail 5 "\"$TOUR_PROGRAM\" is no program that can be run."
  fi
  export TOUR_PROGRAM TOUR_SOURCE
}

find_program

folder=$(mktemp -d "${TMPDIR:-/tmp}/lnk-tour.XXXXXX") ||
  fail 5 "No temporary folder can be made."
cd "$folder"
mkdir bin
cat >bin/lnk-tool <<'PROGRAM'
#!/bin/sh
[ -z "$TOUR_SOURCE" ] || set -- run --quiet --unstable-lazy-dynamic-imports --allow-all "$TOUR_SOURCE" "$@"
exec "$TOUR_PROGRAM" "$@"
PROGRAM
chmod 755 bin/lnk-tool
PATH=$folder/bin:$PATH
for file in $FILES; do
  cp -R "$examples/$file" .
done
lnk-tool --version >/dev/null || fail 5 "\"$TOUR_PROGRAM\" does not run."

# --- How a step is shown ------------------------------------------------------

chapter() { printf '\n=== %s ===\n' "$*"; }
tell() { printf '\n# %s\n' "$*"; }

# Shows a command, runs it as it stands, and shows its exit code if it is not 0.
run() { ends 0 "$1"; }
ends() {
  printf '$ %s\n' "$2"
  code=0
  eval "$2" </dev/null 2>&1 || code=$?
  [ "$code" = 0 ] || printf '(exit %s)\n' "$code"
  [ "$code" = "$1" ] || fail 1 "The last command should have ended with exit $1."
}

# Starts a server by command $1, which writes into file $2 when it is ready.
serve() {
  run "$1 > $2 &"
  tries=100
  until [ -s "$2" ]; do
    if [ "$tries" = 0 ] || ! kill -0 "$!" 2>/dev/null; then
      fail 1 "The server did not start."
    fi
    tries=$((tries - 1))
    pause
  done
}

end_server() {
  run 'kill $!'
  stop_server
}

# --- The day ------------------------------------------------------------------

printf 'A day of the agent "ada", whose owner is "kay", in %s\n' "$folder"

chapter "What may the agent do?"

tell "Its sandbox file is checked before it starts."
run 'lnk-tool grants check sandbox.toml'

tell "An error is shown with its place and what mends it; such a file grants nothing."
ends 1 'lnk-tool grants check broken.toml'

tell "A review of a change asks what it widens; in CI that can be a gate."
ends 1 'lnk-tool grants diff --fail-on widen sandbox.toml wider.toml'

chapter "Is it the right agent?"

tell "All that is made from here on is for this user alone."
run 'umask 077'

tell "The agent gets a key."
run 'lnk-tool proof key ada.key'

tell "Its endpoint (here: a reference endpoint) has the key, and a port that is free."
serve 'lnk-tool endpoint serve --port 0 --key-file ada.key' port

tell "The endpoint proves that it holds the key, which is not sent."
run 'lnk-tool endpoint probe "http://127.0.0.1:$(cat port)" --key-file ada.key'

tell "Who has another key proves nothing."
run 'lnk-tool proof key other.key'
ends 1 'lnk-tool endpoint probe "http://127.0.0.1:$(cat port)" --key-file other.key'
end_server

chapter "It works, and what it says is kept"

tell "A store serves the agent's folder on a Unix socket, to who has the secret of this start."
run 'lnk-tool proof key start.key'
run 'mkdir ada run'
serve 'lnk-tool store serve --root ada --agent ada --owner kay --key-file start.key --socket run/ada.sock' up

tell "Each command names the store, and whose it is."
run 'ada="--agent ada --owner kay"'
run 'store="--store unix:run/ada.sock --key-file start.key $ada"'

tell "A record is appended, and gets its number."
run 'lnk-tool context append --thread link:main --source demo/s1/r1 $store < record.json'

tell "The answer was lost? The same record again is the record that is there."
run 'lnk-tool context append --thread link:main --source demo/s1/r1 $store < record.json'
run 'lnk-tool context read --thread link:main $store'

chapter "The store goes away"

tell "The store stops in the middle of the day."
end_server
ends 5 'lnk-tool context read --thread link:main $store'

tell "What the agent says is taken all the same: it is on disk before the command answers."
run 'mkdir home'
run 'capture="--home home --thread link:main --adapter demo --session s1 $store"'
run 'lnk-tool queue admit $capture < captured.jsonl'
run 'lnk-tool queue status --home home'

tell "The store comes back, and what waited is delivered."
serve 'lnk-tool store serve --root ada --agent ada --owner kay --key-file start.key --socket run/ada.sock' up-again
run 'lnk-tool queue drain --home home $store'

tell "The same records once more, with the same source: nothing is there twice."
run 'lnk-tool queue admit $capture < captured.jsonl'
run 'lnk-tool context log --thread link:main $store'

chapter "It remembers"

tell "A new document of its memory has version 0 before it."
run 'lnk-tool memory put tea --text green --expect 0 $store | tee version'

tell "Who changes it says which version was seen."
run 'lnk-tool memory put tea --text "green, no sugar" --expect "$(cat version)" $store'

tell "Who saw an older one is told so, and overwrites nothing."
ends 4 'lnk-tool memory put tea --text black --expect "$(cat version)" $store'
run 'lnk-tool memory get tea $store'
end_server

chapter "It asks its owner"

tell "The host keeps a ledger, outside of what the agent can reach."
run 'lnk-tool ledger init --dir ledger $ada'
run 'lnk-tool ledger start --dir ledger --key-file start.key'
run 'lnk-tool ledger session link:main --dir ledger'

tell "A turn begins, and asks for its one call."
run 'lnk-tool ledger admit --session link:main --attempt turn-1 --binding demo-7 --dir ledger --key-file start.key'
run 'turn="--attempt turn-1 --generation 1 --dir ledger --key-file start.key"'
run "printf '{\"to\": \"bo\", \"cents\": 9007199254740993}' > call.json"
run 'lnk-tool ledger propose --tool pay --arguments call.json $turn | tee asked'

tell "The owner sees what is asked, and allows it once."
run 'request=$(cut -d " " -f 1 asked)'
run 'lnk-tool ledger show "$request" --dir ledger'
run 'lnk-tool ledger respond "$request" allow_once --dir ledger'

tell "The host takes the call, if its policy still agrees: as it was approved, to the byte."
run 'cat policy.sh'
run 'lnk-tool ledger consume --request "$request" --policy ./policy.sh $turn --json'

tell "A second time nothing is handed out: it may have run."
ends 4 'lnk-tool ledger consume --request "$request" --policy ./policy.sh $turn'
run 'lnk-tool ledger retire --attempt turn-1 --generation 1 --dir ledger'

chapter "It moves"

tell "Its harness has kept this in its home; the contract says what of it moves."
run 'mkdir -p home/.config/goose/memory home/.local/share/goose/sessions'
run 'echo "GOOSE_MODEL: demo" > home/.config/goose/config.yaml'
run 'echo "a provider key" > home/.config/goose/secrets.yaml'
run 'echo "Kay likes tea." > home/.config/goose/memory/kay.txt'
run 'echo "a session" > home/.local/share/goose/sessions/sessions.db'
run 'lnk-tool state plan contracts/goose.toml --home home'

tell "It is packed, and unpacked in its new home, whole or not at all."
run 'lnk-tool state pack contracts/goose.toml --home home -o ada.tar.gz'
run 'mkdir new-home'
run 'lnk-tool state unpack ada.tar.gz --home new-home'

chapter "It changes its harness"

tell "The contracts of both harnesses tell what goes along and what is left behind."
run 'lnk-tool contract diff contracts/goose.toml contracts/pi.toml'

tell "Nothing is left behind unless somebody agrees."
ends 1 'lnk-tool contract switch contracts/goose.toml contracts/pi.toml'
run 'lnk-tool contract switch --yes contracts/goose.toml contracts/pi.toml'

tell "What the store kept starts the first session there."
run 'lnk-tool context read --thread link:main --all-memory --format markdown --store file:ada $ada'

chapter "The day is over, and its folder is removed"
