// Copyright 2026 the lnk authors. MIT license.

/**
 * Programs whose purpose is to run other programs or any code: a grant for one
 * is a grant for all.
 *
 * @module
 */

/** What each kind is called, and its members, without version numbers. */
const KINDS: Readonly<Record<string, string>> = {
  "a shell":
    "ash bash csh dash elvish fish ksh mksh nu oksh osh pwsh rbash sh " +
    "tcsh xonsh yash zsh busybox toybox",
  "an interpreter":
    "awk bun clojure deno elixir erl gawk ghci groovy gdb irb " +
    "java jjs jshell julia lua luajit mawk nawk node nodejs ocaml perl php " +
    "pypy python raku Rscript ruby sbcl scala swipl tclsh ts-node tsx wish",
  "a launcher":
    "bunx bwrap chroot chrt command conda coproc dbus-run-session " +
    "direnv doas docker dotnet-script entr env exec expect find firejail " +
    "flatpak flock ionice ld.so npm npx nerdctl nice nix nix-shell nohup " +
    "nsenter parallel pdm pipx pixi pkexec pnpm pnpx podman poetry proot " +
    "rlwrap rtx mise run-parts runuser screen script setarch setpriv setsid " +
    "socat ssh start-stop-daemon stdbuf strace su sudo sudo-rs systemd-run " +
    "taskset time timeout tini tmux torsocks toolbox unshare uv uvx valgrind " +
    "volta watch watchexec xargs xvfb-run yarn",
};

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind] as const)
  ),
);

/**
 * Whether a program runs any other.
 *
 * @param entry A name or an absolute path; a version at its end is looked through.
 * @returns `a shell`, `an interpreter` or `a launcher`; else `undefined`.
 */
export function runsAnything(entry: string): string | undefined {
  const name = entry.slice(entry.lastIndexOf("/") + 1);
  return KIND_OF.get(name) ?? KIND_OF.get(name.replace(/[-.\d]+$/, ""));
}
