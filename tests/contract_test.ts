// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  carried,
  type Contract,
  contractMatrix,
  leftBehind,
  PARTS,
  STATE_PARTS,
  type StatePart,
} from "@lnk/tool";

const EXPORTS = [undefined, false, true, "none"] as const;
const IMPORTS = [undefined, false, true, "text"] as const;

/** Only the part under test; all others are held by nobody. */
function source(part: StatePart, value: typeof EXPORTS[number]): Contract {
  const none = Object.fromEntries(STATE_PARTS.map((name) => [name, "none"]));
  const { [part]: _, ...rest } = none;
  const exports = value === undefined ? rest : { ...rest, [part]: value };
  return { name: "from", state: { export: exports } } as Contract;
}

function target(part: StatePart, value: typeof IMPORTS[number]): Contract {
  if (value === undefined) return { name: "to" };
  return { name: "to", state: { import: { [part]: value } } } as Contract;
}

/** What becomes of a state part: a reason, how it goes, or nothing to lose. */
const FATE: readonly (readonly string[])[] = [
  // import:  absent       false      true            text
  /* absent */ ["neither", "neither", "not-exported", "not-exported"],
  /* false  */ ["neither", "neither", "not-exported", "not-exported"],
  /* true   */ ["not-imported", "not-imported", "whole", "text"],
  /* none   */ ["nothing", "nothing", "nothing", "nothing"],
];

const CELLS = STATE_PARTS.flatMap((part) =>
  EXPORTS.flatMap((out, row) =>
    IMPORTS.map((into, column) =>
      [part, out, into, FATE[row]![column]!] as const
    )
  )
).filter(([part, , into]) => into !== "text" || part === "conversations");

for (const [part, out, into, want] of CELLS) {
  Deno.test(`leftBehind() of ${part}: export ${out}, import ${into}: ${want}`, () => {
    const from = source(part, out);
    const to = target(part, into);
    const stays = leftBehind(from, to).map(({ part, why }) => [part, why]);
    const goes = carried(from, to).map(({ part, as }) => [part, as]);
    const travels = want === "whole" || want === "text";
    const lost = !travels && want !== "nothing";
    assertEquals(stays, lost ? [[part, want]] : []);
    assertEquals(goes, travels ? [[part, want]] : []);
  });
}

for (const part of ["skills", "persona"] as const) {
  Deno.test.each([
    [undefined, undefined, false],
    [undefined, true, false],
    [false, false, false],
    [false, true, false],
    [true, undefined, true],
    [true, false, true],
    [true, true, false],
  ])(`leftBehind() of ${part}: had %s, has %s: stays %s`, (had, has, stays) => {
    const features = (value: boolean | undefined) =>
      value === undefined ? {} : { features: { [part]: value } };
    const from = { ...source("notes", "none"), ...features(had) };
    const left = leftBehind(from, { name: "to", ...features(has) });
    assertEquals(left, stays ? [{ part, why: "no-feature" }] : []);
  });
}

Deno.test("carried() says what text leaves out, and nothing of what goes whole", () => {
  const from = { name: "a", state: { export: { conversations: true } } };
  const text = { import: { conversations: "text" } } as const;
  const whole = { import: { conversations: true } } as const;
  assert(carried(from, { name: "b", state: text })[0]?.omits?.includes("tool"));
  assertEquals(carried(from, { name: "b", state: whole }), [
    { part: "conversations", as: "whole" },
  ]);
});

Deno.test("leftBehind() serves an adapter that nobody planned for", () => {
  // Declared by hand, by other people, with fields of their own beside ours.
  const outside = {
    name: "outside-adapter",
    version: 7,
    state: {
      include: ["~/.outside"],
      export: { conversations: true, notes: true, dreams: true },
      import: { conversations: "text", identity: true },
    },
    features: { persona: true, flying: true },
  } as const;
  const bare: Contract = { name: "bare" };
  assertEquals(leftBehind(outside, bare), [
    { part: "conversations", why: "not-imported" },
    { part: "native_memory", why: "neither" },
    { part: "identity", why: "neither" },
    { part: "notes", why: "not-imported" },
    { part: "persona", why: "no-feature" },
  ]);
  assertEquals(leftBehind(bare, outside), [
    { part: "conversations", why: "not-exported" },
    { part: "native_memory", why: "neither" },
    { part: "identity", why: "not-exported" },
    { part: "notes", why: "neither" },
  ]);
  assertEquals(carried(outside, outside).map(({ as }) => as), ["text"]);
});

const flag = fc.option(fc.boolean(), { nil: undefined });
const exported = fc.constantFrom(...EXPORTS);

/** Any contract, with any field absent. */
const anyContract: fc.Arbitrary<Contract> = fc.record({
  name: fc.constant("any"),
  state: fc.option(
    fc.record({
      export: fc.record({
        conversations: exported,
        native_memory: exported,
        identity: exported,
        notes: exported,
      }),
      import: fc.record({
        conversations: fc.constantFrom(...IMPORTS),
        native_memory: flag,
        identity: flag,
        notes: flag,
      }),
    }, { requiredKeys: [] }),
    { nil: undefined },
  ),
  features: fc.option(fc.record({ skills: flag, persona: flag }), {
    nil: undefined,
  }),
}, { requiredKeys: ["name"] }) as fc.Arbitrary<Contract>;

Deno.test("leftBehind() keeps one order and names a part at most once", () => {
  fc.assert(fc.property(anyContract, anyContract, (from, to) => {
    const places = leftBehind(from, to).map(({ part }) => PARTS.indexOf(part));
    assertEquals(places, [...new Set(places)].sort((a, b) => a - b));
  }));
});

Deno.test("leftBehind() and carried() share no part, and miss only what is not there", () => {
  fc.assert(fc.property(anyContract, anyContract, (from, to) => {
    const stays = leftBehind(from, to).map(({ part }) => part);
    const goes = carried(from, to).map(({ part }) => part);
    for (const part of STATE_PARTS) {
      const count = [...stays, ...goes].filter((one) => one === part).length;
      assertEquals(count, from.state?.export?.[part] === "none" ? 0 : 1);
    }
  }));
});

Deno.test("leftBehind() of a harness and itself is empty if it takes all it holds", () => {
  fc.assert(fc.property(anyContract, (one) => {
    const takesAll = STATE_PARTS.every((part) => {
      const out = one.state?.export?.[part];
      return out === "none" || (out === true && one.state?.import?.[part]);
    });
    assertEquals(leftBehind(one, one).length === 0, Boolean(takesAll));
  }));
});

Deno.test("leftBehind() shrinks, or stays, when the destination promises more", () => {
  fc.assert(fc.property(anyContract, anyContract, (from, to) => {
    const parts = STATE_PARTS.map((part) => [part, true]);
    const more: Contract = {
      name: "more",
      state: { import: Object.fromEntries(parts) },
      features: { skills: true, persona: true },
    };
    const before = new Set(leftBehind(from, to).map(({ part }) => part));
    for (const { part } of leftBehind(from, more)) assert(before.has(part));
  }));
});

Deno.test("contractMatrix() has every pair once, and none with itself", () => {
  const names = ["a", "b", "c"];
  const cells = contractMatrix(names.map((name) => ({ name })));
  assertEquals(cells.map(({ from, to }) => from + to), [
    ..."ab ac ba bc ca cb".split(" "),
  ]);
});
