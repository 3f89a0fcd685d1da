// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about keys, proofs and endpoints.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about keys, proofs and endpoints. */
export const ENDPOINT_PAGES: Pages = {
  "key/empty": {
    title: "The key is empty",
    why: "Everybody holds an empty key, so nothing made with it proves " +
      "anything. One trailing newline is not part of a key.",
    next: "Write the key into the file, or look at what fills it",
  },
  "key/not-private": {
    title: "Others may use the key file",
    why: "A key that another user can read or replace is no secret of the " +
      "agent's: whoever holds it can prove to be its endpoint.",
    next: "Take the rights of others away with `chmod 600 FILE`; if others " +
      "could read it, make a new key",
  },
  "proof/not-a-challenge": {
    title: "The text is not a challenge",
    why: "A challenge is 32 to 128 hex digits. An endpoint answers nothing " +
      "else, so that nobody gets a text of their choice signed.",
    next: "Make one with `lnk-tool proof challenge`",
  },
  "endpoint/url": {
    title: "The URL is not an adapter's endpoint",
    why: "The agent's key and messages go to an endpoint, so it is on this " +
      "machine's loopback and spelt in the one way that all programs read " +
      "alike: http://127.0.0.1:PORT or http://localhost:PORT, with an " +
      "optional path.",
    next: "Write it like http://127.0.0.1:8080",
  },
  "endpoint/unreachable": {
    title: "Nothing accepts a connection at the endpoint's port",
    why: "Without an answer nothing is known: neither that the endpoint " +
      "holds the key nor that it does not.",
    next: "Start the adapter, and see that it listens on 127.0.0.1",
  },
  "endpoint/no-answer": {
    title: "The endpoint gave no whole answer",
    why: "Connecting and answering may take 5 seconds together. What comes " +
      "later, or ends before its headers do, is not an answer. Headers end " +
      "with an empty line, and every line with CR LF.",
    next: "See the adapter's log, and ask again",
  },
  "endpoint/cannot-listen": {
    title: "The port cannot be listened on",
    why: "Another program has it, or this user may not use it.",
    next: "Choose another port, or 0 for any free one",
  },
};
