// Copyright 2026 the lnk authors. MIT license.

/**
 * Programs whose purpose is to run other programs or any code: a grant for one
 * is a grant for all.
 *
 * @module
 */

/** What each kind is called, and its members, without version numbers. No such list is complete. */
const KINDS: Readonly<Record<string, string>> = {
  "a shell":
    "ash bash cmd csh dash elvish fish ksh mksh nu oksh osh powershell pwsh " +
    "rbash sh tcsh xonsh yash zsh busybox toybox",
  "an interpreter":
    "awk bun clisp clojure deno ecl elixir erl escript gawk gdb ghci groovy " +
    "guile iex ipython irb janet java jjs jruby jshell julia jython lldb lua " +
    "luajit mawk nawk node nodejs ocaml octave osascript perl php pypy python " +
    "racket raku Rscript ruby sbcl scala scheme swipl tclsh ts-node tsx wish",
  "a launcher":
    "at batch bunx bwrap capsh cgexec chpst chroot chrt command conda coproc " +
    "crontab dbus-run-session direnv doas docker dotnet-script dumb-init " +
    "eatmydata entr env exec expect fakechroot fakeroot faketime find firejail " +
    "flatpak flock gosu ionice ld.so ltrace mise newgrp npm npx nerdctl nice " +
    "nix nix-shell nohup nsenter numactl parallel pdm pipx pixi pkexec pnpm " +
    "pnpx podman poetry prlimit proot rlwrap rtx run-parts runcon runuser " +
    "screen script setarch setpriv setsid setuidgid sg socat softlimit ssh " +
    "start-stop-daemon stdbuf strace su su-exec sudo sudo-rs systemd-nspawn " +
    "systemd-run taskset time timeout tini tmux torsocks toolbox unbuffer " +
    "unshare uv uvx valgrind volta watch watchexec xargs xvfb-run yarn",
};

/** The program that starts programs, as each system calls it. */
const LOADER = /^ld-(?:linux|musl)[\w.-]*\.so[.\d]*$/;

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind] as const)
  ),
);

/**
 * Whether a program runs any other.
 *
 * @param entry A name or an absolute path; spaces around it and what stands at
 *   its end for a version or a kind of build are looked through.
 * @returns `a shell`, `an interpreter` or `a launcher`; else `undefined`.
 */
export function runsAnything(entry: string): string | undefined {
  const path = entry.trim();
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (LOADER.test(name)) return "a launcher";
  const plain = name.replace(/\.exe$/, "").replace(/-static$/, "");
  return KIND_OF.get(name) ?? KIND_OF.get(plain) ??
    KIND_OF.get(plain.replace(/[-.\d]+$/, ""));
}
