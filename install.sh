#!/bin/sh
# Installs lnk-tool for this user: downloads one archive, verifies its checksum,
# and puts one file in place. It asks for no rights and changes no settings.
#
#   sh install.sh [--to DIR] [--tag X.Y.Z]
#
# Exit: 0 installed, 2 wrong usage, 3 the checksum does not match (nothing was
# put in place), 5 it could not be done (nothing was put in place).
set -eu

VERSION=0.1.0
HOMEPAGE=https://github.com/lnk-tool/lnk-tool

usage() {
  cat <<END
Usage: install.sh [--to DIR] [--tag X.Y.Z]

  --to DIR     where the program goes (default: ~/.local/bin)
  --tag X.Y.Z  another release than $VERSION

LNK_TOOL_MIRROR names another place than $HOMEPAGE;
it is an https:// URL, or http://127.0.0.1 for tests.
END
}

say() { printf 'lnk-tool: %s\n' "$*" >&2; }
fail() {
  code=$1
  shift
  say "$*"
  exit "$code"
}

# The machine as the archives are named.
target() {
  system=$(uname -s)
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail 5 "There is no program for the processor $machine" ;;
  esac
  case $system in
    Linux)
      for loader in /lib/ld-musl-*; do
        [ -e "$loader" ] && [ ! -e /lib64/ld-linux-x86-64.so.2 ] &&
          [ ! -e /lib/ld-linux-aarch64.so.1 ] &&
          fail 5 "The program needs glibc, and this system has musl only"
      done
      echo "$machine-unknown-linux-gnu"
      ;;
    Darwin)
      # A shell under Rosetta believes in another processor.
      [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ] &&
        machine=aarch64
      echo "$machine-apple-darwin"
      ;;
    MINGW* | MSYS* | CYGWIN*)
      [ "$machine" = x86_64 ] ||
        fail 5 "There is no program for Windows on $machine"
      echo x86_64-pc-windows-msvc
      ;;
    *) fail 5 "There is no program for $system" ;;
  esac
}

# Sets `scheme`; what is neither HTTPS nor this machine is refused.
check_mirror() {
  case $1 in
    https://?*) scheme=https ;;
    http://127.0.0.1 | http://127.0.0.1:* | http://127.0.0.1/*)
      authority=${1#http://}
      authority=${authority%%/*}
      port=${authority#127.0.0.1}
      case ${port#:} in
        *[!0-9]*) fail 2 "LNK_TOOL_MIRROR is not an https:// URL" ;;
      esac
      scheme=http
      ;;
    *) fail 2 "LNK_TOOL_MIRROR is not an https:// URL" ;;
  esac
}

download() {
  curl --fail --silent --show-error --location \
    --proto "=$scheme" --proto-redir "=$scheme" \
    --retry 2 --connect-timeout 20 --max-time 600 \
    --output "$2" "$1" ||
    fail 5 "Cannot download $1"
}

digest() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail 5 "There is neither sha256sum nor shasum to verify the download with"
  fi
}

verify() {
  wanted=$(awk -v name="$2" '$2 == name { print $1 }' "$1/SHA256SUMS")
  [ -n "$wanted" ] || fail 3 "SHA256SUMS does not name $2"
  found=$(digest "$1/$2")
  [ "${found%% *}" = "$wanted" ] ||
    fail 3 "The checksum of $2 does not match: nothing was installed"
}

# Puts a file in place at once: whoever starts it gets the old or the new one.
place() {
  mkdir -p "$2" 2>/dev/null || fail 5 "Cannot make the folder $2"
  [ ! -d "$2/$3" ] || fail 5 "A folder stands at $2/$3"
  staged=$2/.$$.$3
  { cp "$1" "$staged" && chmod 755 "$staged"; } 2>/dev/null ||
    fail 5 "Cannot write in $2"
  told=$("$staged" --version 2>/dev/null) ||
    fail 5 "The program does not start on this machine: nothing was installed"
  [ "$told" = "lnk-tool $version" ] ||
    fail 5 "The archive holds \"$told\", not lnk-tool $version"
  mv -f "$staged" "$2/$3" || fail 5 "Cannot write $2/$3"
}

main() {
  to=${HOME:-}/.local/bin
  version=$VERSION
  while [ $# -gt 0 ]; do
    case $1 in
      --to | --tag)
        [ -n "${2:-}" ] || fail 2 "$1 needs a value after it"
        if [ "$1" = --to ]; then to=$2; else version=${2#v}; fi
        shift 2
        ;;
      -h | --help)
        usage
        exit 0
        ;;
      *)
        usage >&2
        exit 2
        ;;
    esac
  done
  case $version in
    *[!0-9.]* | .* | *. | *..*) fail 2 "--tag $version is not X.Y.Z" ;;
    *.*.*.*) fail 2 "--tag $version is not X.Y.Z" ;;
    *.*.*) ;;
    *) fail 2 "--tag $version is not X.Y.Z" ;;
  esac
  case $to in
    /*) ;;
    *) to=$PWD/$to ;;
  esac
  mirror=${LNK_TOOL_MIRROR:-$HOMEPAGE}
  check_mirror "$mirror"
  for needed in curl tar awk mktemp; do
    command -v "$needed" >/dev/null || fail 5 "$needed is needed and not here"
  done

  machine=$(target)
  folder=lnk-tool-$version-$machine
  case $machine in
    *windows*) program=lnk-tool.exe ;;
    *) program=lnk-tool ;;
  esac
  work=$(mktemp -d) || fail 5 "Cannot make a temporary folder"
  staged=
  trap 'rm -rf "$work" ${staged:+"$staged"}' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  from=${mirror%/}/releases/download/v$version
  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  download "$from/$folder.tar.gz" "$work/$folder.tar.gz"
  verify "$work" "$folder.tar.gz"
  tar -xzf "$work/$folder.tar.gz" -C "$work" "$folder/$program" 2>/dev/null ||
    fail 5 "The archive has no $folder/$program"
  place "$work/$folder/$program" "$to" "$program"

  say "$to/$program is lnk-tool $version"
  case :${PATH:-}: in
    *:"$to":*) ;;
    *) say "$to is not in PATH" ;;
  esac
}

# Below all else: a script that arrived in part does nothing.
main "$@"
