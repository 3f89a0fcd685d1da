// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about moving an agent's state.
 *
 * @module
 */

import type { Pages } from "./page.ts";

const WHOLE =
  "An archive is refused as a whole, and nothing of it stays on disk: one " +
  "entry that breaks a rule says that the rest is not to be trusted.";
const PACK_AGAIN =
  "Do not unpack it by other means; pack the state again where it comes from";

/** Pages about moving an agent's state. */
export const STATE_PAGES: Pages = {
  "state/path": {
    title: "A path of the state list is none",
    why: "A list names what holds the agent, below the harness's home. " +
      "Another place, or the whole home, would move what is not the agent's.",
    next: "Write it as ~/FOLDER/FILE, without `..`, `.` or empty parts",
    bad: '[state]\ninclude = ["/home/ann/.goose"]\n',
    good: '[state]\ninclude = ["~/.goose"]\n',
  },
  "state/no-list": {
    title: "The contract does not say what moves",
    why: "Without `include` in [state] nothing is known of where the harness " +
      "keeps an agent, and a guess would leave something behind in silence.",
    next: "Name the folders and files in `include`",
    bad: "[state]\n",
    good: '[state]\ninclude = ["~/.goose/sessions"]\n',
  },
  "state/home": {
    title: "The home is no folder",
    why: "`~` in a contract stands for it, so nothing can be found or put " +
      "anywhere without it.",
    next: "Give --home the folder that the harness runs in, and make it first",
  },
  "state/name": {
    title: "A name cannot be kept in an archive",
    why: "Control characters, bytes that are not UTF-8 and names beyond the " +
      "usual limits arrive differently, or not at all, on another machine.",
    next: "Rename it, or exclude the folder that holds it in the contract",
  },
  "state/changed": {
    title: "A file changed while it was packed",
    why: "Half of the old content with half of the new is neither.",
    next: "Stop the agent and pack again",
  },
  "state/too-large": {
    title: "A file is too large for an archive",
    why: "A tar header holds sizes below 8 GiB; larger ones need an override " +
      "that readers disagree about.",
    next: "Exclude the file in the contract and move it by other means",
  },
  "state/nothing": {
    title: "There is nothing to pack",
    why:
      "An archive of nothing unpacks as if it had brought the agent along. " +
      "No include of the contract names anything that stands in the home.",
    next: "Look at what `state plan` lists as missing, and at --home",
  },
  "state/output": {
    title: "The archive cannot be put there",
    why: "An archive among what it carries would carry itself on the next " +
      "move, and one put through a link would be somewhere else.",
    next: "Give -o a file outside of what the contract includes",
  },
  "state/damaged": {
    title: "The archive is damaged, or none",
    why:
      "It is not a gzipped ustar or pax archive from its first to its last " +
      "byte, so parts may be missing or put there by somebody. " + WHOLE,
    next: "Copy it again, or pack the state again",
  },
  "state/entry-name": {
    title: "An entry has a name that leads elsewhere",
    why: "A name that is absolute, climbs, hides characters or is too long " +
      "could reach outside the home or pass for another. " + WHOLE,
    next: PACK_AGAIN,
  },
  "state/entry-kind": {
    title: "An entry is neither a file nor a folder",
    why: "A link in an archive can lead what follows it out of the home; a " +
      "device or pipe is no state. " + WHOLE,
    next: PACK_AGAIN,
  },
  "state/entry-twice": {
    title: "An entry stands twice, or as file and folder",
    why: "Which of the two counts differs from reader to reader. " + WHOLE,
    next: PACK_AGAIN,
  },
  "state/entry-header": {
    title: "An entry contradicts itself",
    why:
      "Overrides of names and sizes, numbers that are none, and bytes where " +
      "nothing belongs make two readers see two archives. " + WHOLE,
    next: PACK_AGAIN,
  },
  "state/too-much": {
    title: "The archive holds more than may be unpacked",
    why: "A small archive can hold enough to fill the disk, or so many files " +
      "that syncing each takes hours. So there is a limit for bytes, and one " +
      "of 200,000 files and folders, which holds for packing as well. " + WHOLE,
    next: "If the bytes are what you expect, give a higher --max-bytes; of " +
      "many files, exclude what the agent does not need",
  },
  "state/exists": {
    title: "Something stands where a file would go",
    why: "Unpacking never replaces a file unless it is told to, and never a " +
      "folder by a file or a file by a folder.",
    next:
      "Move it away, or give --force to replace files by those of the archive",
  },
  "state/through-link": {
    title: "A link stands where something would go",
    why: "Writing through a link puts state somewhere else than it seems.",
    next: "Replace the link by a folder or file of its own, then unpack again",
  },
  "state/unfinished": {
    title: "An earlier unpack was cut off",
    why:
      "It had begun to move things into place, so the home may hold only a " +
      "part of the state. What it moved is taken back by the next unpack, " +
      "unless it was changed since: then that would lose the change.",
    next: "Do not start the agent. Run `state unpack` again; where that is " +
      "refused, look into ~/.lnk-state-unpack: old/ holds what was replaced, " +
      "new/ what was not moved yet, journal the list. Keep what you need of " +
      "them and of the file that was changed, then remove the folder",
  },
  "state/half-done": {
    title: "An unpack could neither be ended nor taken back",
    why:
      "It failed between two moves, and the disk refused to undo them. The " +
      "home may hold a part of the archive, and lack files that were to be " +
      "replaced; they wait in ~/.lnk-state-unpack/old.",
    next: "Do not start the agent. See to the disk, then run `state unpack` " +
      "again: it takes back what was moved before it does anything else",
  },
};
