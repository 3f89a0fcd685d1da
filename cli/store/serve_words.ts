// Copyright 2026 the lnk authors. MIT license.

/**
 * The words about serving a store.
 *
 * @module
 */

import { buildCommand, type Command } from "@stricli/core";
import { COMMON, deed, pathWord } from "../command.ts";
import type { Context } from "../context.ts";
import { KEY } from "../key.ts";
import { STORE } from "../store_flags.ts";
import type { ServeFlags } from "./serve.ts";

/** `lnk-tool store serve`. */
export const serve: Command<Context> = buildCommand<ServeFlags, [], Context>({
  loader: deed<ServeFlags, []>(() => import("./serve.ts")),
  parameters: {
    flags: {
      ...COMMON,
      ...KEY,
      root: {
        kind: "parsed",
        parse: pathWord,
        brief: "The agent's folder",
        placeholder: "dir",
      },
      agent: STORE.agent,
      owner: STORE.owner,
      socket: {
        kind: "parsed",
        parse: pathWord,
        brief: "Make a Unix socket here, in a folder of yours of mode 0700",
        placeholder: "path",
        optional: true,
      },
      stdio: {
        kind: "boolean",
        brief: "Serve one client on standard input and output",
        default: false,
        withNegated: false,
      },
      wait: STORE.wait,
      grants: {
        kind: "parsed",
        parse: pathWord,
        brief: "The sandbox file that says what may be written",
        placeholder: "file",
        optional: true,
      },
    },
  },
  docs: {
    brief: "Serve an agent's storage to clients that prove who they are",
    fullDescription:
      "Serve an agent's storage to clients that prove who they are. Prints the\n" +
      "socket's path when it is ready; SIGINT, SIGTERM or SIGHUP end it with\n" +
      "exit 0 and take the socket away. The protocol is in docs/bridge.md.",
    customUsage: [
      {
        input: "--root ~/agents/ada --agent ada --owner kay " +
          "--key-file start.key --socket $XDG_RUNTIME_DIR/ada.sock",
        brief: "On a socket",
      },
      {
        input: "--root ~/agents/ada --agent ada --owner kay " +
          "--key-file start.key --stdio --grants sandbox.toml",
        brief: "One client, with its grants",
      },
    ],
  },
});
