// Copyright 2026 the lnk authors. MIT license.

/**
 * What storage may answer: a confirmation is believed only where it can be
 * one.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { Store } from "../store/interface.ts";

/**
 * A store whose answers about a conversation's end are looked at.
 *
 * @param store Any store.
 * @returns The same store; `last` and `append` fail with `bridge/protocol`
 *   where the answer is none to what was asked.
 */
export function checkedAnswers(store: Store): Store {
  return {
    ...store,
    last: async (thread) => {
      const last = await store.last(thread);
      if (Number.isSafeInteger(last) && last >= 0) return last;
      throw noAnswer(`the last sequence is ${last}`);
    },
    append: async (thread, record, seq) => {
      const answer = await store.append(thread, record, seq);
      const found = answer.seq;
      const right = answer.repeated
        ? Number.isSafeInteger(found) && found >= 1
        : found === seq;
      if (right) return answer;
      const how = answer.repeated ? "found" : "appended";
      throw noAnswer(
        `the record was ${how} as sequence ${found}, asked for ${seq}`,
      );
    },
  };
}

function noAnswer(said: string): LnkError {
  return new LnkError(
    "unable",
    "bridge/protocol",
    `Cannot believe what storage answers: ${said}`,
  );
}
