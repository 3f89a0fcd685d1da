// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about the authority ledger.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about the authority ledger. */
export const LEDGER_PAGES: Pages = {
  "ledger/arguments": {
    title: "A call's arguments are not one JSON value",
    why: "They are kept and handed out byte for byte, so they must be JSON " +
      "(RFC 8259) in UTF-8 from the start: any one value, nothing after it.",
    next: "Look at the text with `jq .`; strings, numbers and null are fine",
    bad: "{'amount': 5}\n",
    good: '{"amount": 5}\n',
  },
  "ledger/arguments-too-deep": {
    title: "A call's arguments nest more than 128 deep",
    why:
      "What nests deeper, many readers of JSON cannot read: the call would " +
      "be claimed, and lost.",
    next: "Propose a flatter call, or put the content in a file and name it",
  },
  "ledger/arguments-too-large": {
    title: "A call's arguments have more than 512 KiB",
    why: "An owner cannot judge them, and the ledger must have room for the " +
      "answer and the claim.",
    next: "Put the content in a file and propose a call that names it",
  },
  "ledger/attempt-active": {
    title: "An attempt is active already",
    why: "One attempt acts at a time; a second would have the authority of " +
      "the first.",
    next: "Contain its execution, then `lnk-tool ledger retire` it, or " +
      "`lnk-tool ledger recover --dir DIR` after a crash",
  },
  "ledger/attempt-over": {
    title: "The attempt has ended",
    why: "A late retry of an ended attempt must not bring it back.",
    next: "Admit a new attempt under a new id; look at its request with " +
      "`lnk-tool ledger requests --dir DIR`",
  },
  "ledger/attempt-unknown": {
    title: "No such attempt was admitted",
    why: "Only what was admitted can propose, consume or be retired.",
    next: "Check the id; `lnk-tool ledger admit` makes an attempt the active " +
      "one",
  },
  "ledger/authority-missing": {
    title: "A history is there, but its authority.json is not",
    why: "A new ledger would forget every session and request of the old one.",
    next: "Put authority.json back from a copy, or move the whole folder away",
  },
  "ledger/claim-unknown": {
    title: "Uncertain: nobody can tell whether a claim will last",
    why: "The claim shows on the disk, but the sync after it failed. It " +
      "counts as used, and the call was not handed out.",
    next: "Look at the disk's health; then retire the attempt, and propose " +
      "the call anew if it is still wanted",
  },
  "ledger/claim-unprinted": {
    title: "Uncertain: a call was claimed, but could not be printed",
    why: "The output was closed or full, and whether a part of the call was " +
      "read is uncertain. The claim was made before, so that no call is ever " +
      "handed out twice.",
    next: "Find out at the tool's own end whether it ran; then retire the " +
      "attempt, and propose the call anew if it did not and is still " +
      "wanted",
  },
  "ledger/claimed": {
    title: "The call was handed out already",
    why: "A call is handed out once. Whoever got it may have run it, or may " +
      "have died before: the ledger cannot know, and repeats nothing.",
    next: "Find out at the tool's own end whether it ran; propose it anew if " +
      "it did not",
  },
  "ledger/corrupt": {
    title: "A file of the ledger is damaged",
    why: "What it says cannot be trusted, so it stays as it is and nothing " +
      "is done by it. It is never replaced by an empty one.",
    next: "`lnk-tool ledger verify --dir DIR` tells what can be read; put " +
      "the file back from a copy only if nothing was claimed since",
  },
  "ledger/denied": {
    title: "The owner denied the call",
    why: "A denial is final for this request.",
    next: "Go on without the call",
  },
  "ledger/foreign": {
    title: "The ledger is of another agent or owner",
    why: "Authority of one agent or owner is none for another.",
    next: "Check --dir; `lnk-tool ledger init --dir ANOTHER` makes a new " +
      "one",
  },
  "ledger/full": {
    title: "The ledger has no room for it",
    why: "authority.json has at most 1 MiB. The last 32 KiB are kept for " +
      "answers, claims and ends, which therefore always fit.",
    next: "`lnk-tool ledger archive --dir DIR` moves finished requests away; " +
      "deny what is pending, and archive by --request what can never be " +
      "consumed; each quote and backslash of arguments takes two bytes",
  },
  "ledger/history-ahead": {
    title: "The history knows more than authority.json",
    why: "It goes on with requests that authority.json does not hold, so " +
      "that file is an older copy. Nothing is cut off.",
    next: "Put the newer authority.json back; `lnk-tool ledger verify " +
      "--dir DIR` tells how far both go",
  },
  "ledger/history-changed": {
    title: "The history is not what was written",
    why: "Each line holds the digest of the line before it, and " +
      "authority.json that of the last one: a line was edited, removed or " +
      "moved.",
    next: "`lnk-tool ledger verify --dir DIR` tells how many lines from the " +
      "start are sound; compare with a copy",
  },
  "ledger/history-short": {
    title: "The history ends too early",
    why:
      "authority.json knows more of it: lines were cut off, or the file is " +
      "gone.",
    next: "Put history.jsonl back from a copy; until then what needs it is " +
      "refused: admissions, starts and archived requests. Without a " +
      "copy, move the folder away and `init` a new ledger",
  },
  "ledger/malformed": {
    title: "A name cannot be kept",
    why: "Names are shown to the owner, so they have no control, format or " +
      "invisible character, no space at an edge and no two in a row. An " +
      "answer is allow_once or deny; a generation is a whole number.",
    next: "Choose a short name of visible characters",
  },
  "ledger/missing": {
    title: "There is no ledger in the folder",
    why: "A missing ledger is never taken for an empty one.",
    next:
      "Check --dir; `lnk-tool ledger init --dir DIR --agent ID --owner NAME` " +
      "makes one",
  },
  "ledger/no-answer": {
    title: "The owner gave no answer",
    why: "An answer is allow_once or deny and the end of the request's id, " +
      "so that nothing counts that was typed before the call was shown. A " +
      "request that was answered is not asked about again.",
    next: "`lnk-tool ledger respond REQUEST --dir DIR` asks again",
  },
  "ledger/not-answered": {
    title: "The owner has not answered yet",
    why: "Only an allowed call is handed out.",
    next: "Wait for the owner: `lnk-tool ledger respond REQUEST --dir DIR` " +
      "asks",
  },
  "ledger/not-finished": {
    title: "The request cannot be archived yet",
    why: "Its attempt is still active, or it waits for an answer.",
    next: "Retire the attempt; deny a request that is pending",
  },
  "ledger/not-started": {
    title: "No start is current",
    why: "Nothing was started yet, or `ledger recover` ended the last start.",
    next: "Make a fresh key and run `lnk-tool ledger start --key-file KEY " +
      "--dir DIR`",
  },
  "ledger/other-admission": {
    title: "The attempt was admitted otherwise",
    why: "The same attempt id came with another session or binding.",
    next: "Use a new id for a new attempt",
  },
  "ledger/other-answer": {
    title: "The request was answered otherwise",
    why: "An answer is final.",
    next:
      "See where it stands with `lnk-tool ledger show REQUEST --dir DIR`; " +
      "retire the attempt to keep an allowed call from being consumed",
  },
  "ledger/other-attempt": {
    title: "The request is another attempt's",
    why: "An attempt consumes its own call only.",
    next: "See whose it is with `lnk-tool ledger show REQUEST --dir DIR`",
  },
  "ledger/other-proposal": {
    title: "The attempt has proposed another call",
    why: "One attempt proposes one call; a changed one would be another call " +
      "than the owner sees.",
    next: "Retire the attempt and admit a new one for the new call; even " +
      "white space counts, so repeat the same bytes",
  },
  "ledger/policy-failed": {
    title: "The policy gave no answer",
    why: "It is missing, is no program, did not start, was killed, or took " +
      "too long. Only exit 0 allows; nothing was claimed.",
    next: "Run the policy by hand with the call on its standard input",
  },
  "ledger/policy-refused": {
    title: "The policy refuses the call",
    why: "The host's policy is asked at each consume, whatever the owner " +
      "allowed before. Nothing was claimed.",
    next: "See what it printed; the request stays allowed",
  },
  "ledger/recovery-required": {
    title: "A request of an ended attempt can only be denied",
    why: "The execution that asked is gone; an approval now could be taken " +
      "for one of something new.",
    next: "`lnk-tool ledger respond REQUEST deny --dir DIR`",
  },
  "ledger/request-unknown": {
    title: "There is no such request",
    why: "Neither authority.json nor the history has it.",
    next: "`lnk-tool ledger requests --dir DIR` lists those that stand",
  },
  "ledger/secret-reused": {
    title: "The secret is an earlier start's",
    why: "A start that has ended never counts again: who survived it still " +
      "holds its secret.",
    next: "Make a fresh key for each start: `lnk-tool proof key FILE`",
  },
  "ledger/session-unknown": {
    title: "The conversation has no session yet",
    why: "An attempt belongs to a session, whose id is permanent.",
    next: "Run `lnk-tool ledger session link:NAME --dir DIR` first",
  },
  "ledger/stale-generation": {
    title: "The generation is not the attempt's",
    why: "It is an earlier start's: what it was asked for has ended.",
    next: "Use the generation that `lnk-tool ledger admit` told",
  },
  "ledger/stale-secret": {
    title: "The secret is not the current start's",
    why: "A later start has taken over, and an earlier one has no authority " +
      "any more.",
    next: "Use the key of the last `lnk-tool ledger start`, or " +
      "stop the old process",
  },
  "ledger/version": {
    title: "The ledger is of a version that this program does not know",
    why: "A newer format may hold what this program would lose.",
    next: "Use the program that wrote it",
  },
};
