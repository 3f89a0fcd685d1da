// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about the bridge and its clients.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about the bridge and its clients. */
export const BRIDGE_PAGES: Pages = {
  "bridge/busy": {
    title: "The bridge has as many clients as it takes",
    why: "A limit keeps one crowd of clients from using up the machine.",
    next: "Close a client that is not needed, or try again later",
  },
  "bridge/cannot-listen": {
    title: "The bridge cannot let clients in",
    why: "The operating system refuses the socket.",
    next: "See the reason in the message; look at the folder with `ls -ld`",
  },
  "bridge/hello-again": {
    title: "A client said hello twice",
    why: "A connection is one agent's and owner's from its hello on.",
    next: "Open another connection for another agent or owner",
  },
  "bridge/hello-first": {
    title: "A request came before the hello",
    why: "Nothing is told or changed for somebody who is not known.",
    next: "Answer the challenge with a hello; see docs/bridge.md",
  },
  "bridge/late": {
    title: "No whole request came in time",
    why: "A client that stands idle or sends a line bit by bit keeps a place " +
      "that another may need. Nothing of what came was done.",
    next: "Connect again when there is something to ask",
  },
  "bridge/line-too-long": {
    title: "A request is longer than a line may be",
    why: "Limits keep the bridge's memory bounded, whatever a client sends. " +
      "The request was not carried out.",
    next: "Split what is written; a line has at most 34 MiB, a hello 4 KiB",
  },
  "bridge/malformed-field": {
    title: "A field of a request is missing or malformed",
    why: "Nothing is guessed or converted.",
    next: "Compare the request with docs/bridge.md; `lnk-tool schema store` " +
      "prints its schema",
  },
  "bridge/malformed-line": {
    title: "A line holds no request",
    why: "A request is one JSON object in UTF-8 on one line.",
    next: "Compare the line with docs/bridge.md",
  },
  "bridge/not-proven": {
    title: "A client's proof does not match",
    why: "The secret is another one or an older start's, the agent and owner " +
      "are not served here, or the proof answers another challenge.",
    next: "Take the secret of this start, and check the agent and owner",
  },
  "bridge/old-start": {
    title: "The agent was started anew",
    why: "The secret of an older start ends with it, also for clients that " +
      "are connected.",
    next: "Connect again with the secret of the new start",
  },
  "bridge/other-binding": {
    title: "A request names another agent or owner than the hello",
    why: "A client is served only what it has proved to be its own.",
    next: "Open another connection and prove that agent and owner there",
  },
  "bridge/protocol": {
    title: "The other side does not speak the bridge's protocol",
    why: "What it says cannot be told from a wrong answer, so none of it is " +
      "used. A change that was asked for may have been made.",
    next: "Check that the path is a bridge's, and of this release",
  },
  "bridge/reply-too-long": {
    title: "A reply would be longer than a line may be",
    why: "Limits keep both sides' memory bounded.",
    next: "Ask for less: a smaller folder, or a single file",
  },
  "bridge/socket-folder": {
    title: "A folder is no place for a socket",
    why: "Whoever may write to the folder could put a socket of their own in " +
      "the place of this one; whoever may read it could hold its lock.",
    next: "Name a folder of your own of mode 0700, such as $XDG_RUNTIME_DIR",
  },
  "bridge/socket-in-use": {
    title: "Another server has the socket",
    why: "Two servers on one name would take each other's clients.",
    next: "Stop the other server, or choose another path",
  },
  "bridge/socket-path": {
    title: "The path of a socket is too long",
    why: "The operating system keeps at most 107 bytes of it.",
    next: "Choose a shorter path, for example in $XDG_RUNTIME_DIR",
  },
  "bridge/socket-taken": {
    title: "Something else stands where the socket is to be made",
    why: "Only a socket that a dead server left is ever replaced.",
    next: "Look at it with `ls -l`, and move it away or choose another path",
  },
  "bridge/unknown-field": {
    title: "A request has a field that it should not have",
    why: "A misspelt field would silently leave out what it was meant to say.",
    next: "Compare the request with docs/bridge.md",
  },
  "bridge/unknown-op": {
    title: "A request asks for something that no bridge knows",
    why: "The bridge never guesses what is meant.",
    next: "Compare its `op` with docs/bridge.md",
  },
  "store/unreachable": {
    title: "The store cannot be reached",
    why: "The connection failed or ended. Where the message says that an " +
      "outcome is unknown, the change may have been made or not.",
    next: "Check that the server runs, then try again; where the outcome is " +
      "unknown, see first what stands there. A record with the same source " +
      "is kept once, and a change that names its version is made once",
  },
};
