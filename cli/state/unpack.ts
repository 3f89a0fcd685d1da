// Copyright 2026 the lnk authors. MIT license.

import { openInput, readPieces } from "../../lib/input.ts";
import { unpackState } from "../../lib/state/unpack.ts";
import { inert, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import { type Context, hostOf } from "../context.ts";
import { refuseTerminal } from "../input.ts";
import type { UnpackFlags } from "./flags.ts";
import { sumText } from "./show.ts";

/** Runs `lnk-tool state unpack`: all of an archive, or nothing of it. */
export default async function unpack(
  this: Context,
  flags: UnpackFlags,
  archive: string,
): Promise<void> {
  const { home, force, maxBytes } = flags;
  const done = await unpackState(hostOf(this), source(this, archive), {
    home,
    force,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const { files, bytes, replaced, undone } = done;
  answer(
    this,
    flags,
    { home: done.home, files, bytes, replaced, undone },
    replaced.map((path) => `  replaced  ${inert(path)}\n`).join("") +
      `unpacked into ${inert(done.home)}: ${sumText(files.length, bytes)}`,
    {
      did: `all of the archive is in place in ${quote(done.home)}`,
      next: "nothing is left to do: unpack it no second time",
    },
  );
  if (flags.json) return;
  for (const one of undone) {
    this.io.err.write(`All is in place for good, but: ${inert(one)}\n`);
  }
}

function source(
  context: Context,
  archive: string,
): AsyncIterable<Uint8Array> {
  if (archive !== "-") return readPieces(openInput(context.disk, archive));
  refuseTerminal(context);
  return context.io.in.stream();
}
