// Copyright 2026 the lnk authors. MIT license.

/**
 * The one error class that users meet, and the exit code of each kind of end.
 *
 * A {@linkcode LnkError} says what could not be done, names the thing and its
 * state, and carries a code that never changes its meaning.
 *
 * @module
 */

/** The process exit code of each kind of end. Scripts branch on the numbers. */
export const EXIT = {
  /** Done; what was asked holds. */
  ok: 0,
  /** The answer is no. */
  no: 1,
  /** Wrong usage. */
  usage: 2,
  /** Protected data is corrupt, incomplete, foreign, full, of an unknown version, or not private. */
  refused: 3,
  /** A version, a sequence or a claim stands against it. */
  conflict: 4,
  /** A file, endpoint or store could not be reached, or its answer is unknown. */
  unable: 5,
} as const;

/**
 * The exit code of `link` when a connection needs linking and there is no
 * terminal to link it on. No other failure has it, and `lnk-tool` never exits
 * with it. (Harness Base)
 */
export const NOT_LINKED = 10;

/** Why something failed, as a script needs to know it. */
export type Kind = Exclude<keyof typeof EXIT, "ok">;

/** What a {@linkcode LnkError} may carry beside its message. */
export interface LnkErrorOptions extends ErrorOptions {
  /** The next step, where it depends on the case; else the page of the code tells it. */
  readonly help?: string;
  /** The very file or folder that it is about, where it is about one. */
  readonly path?: string;
  /** What a program needs to go on, such as the version that stands in the way. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * A failure that a user can act on.
 *
 * Anything else that reaches the program's door is a bug, and is reported as
 * one.
 *
 * @example Branching on the code
 * ```ts
 * import { EXIT, LnkError } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const error = new LnkError("refused", "queue/full", "Cannot admit the batch");
 * assertEquals(error.code, "queue/full");
 * assertEquals(EXIT[error.kind], 3);
 * ```
 */
export class LnkError extends Error {
  /** The class name, so that a log tells it from a bug. */
  override readonly name = "LnkError";
  /** Decides the exit code. */
  readonly kind: Kind;
  /** `area/what`; never changes its meaning. `lnk-tool explain` tells it. */
  readonly code: string;
  /** The next step, where it depends on the case. */
  readonly help: string | undefined;
  /** The very file or folder that it is about, where it is about one. */
  readonly path: string | undefined;
  /** What a program needs to go on. */
  readonly details: Readonly<Record<string, unknown>>;

  /**
   * Makes an error.
   *
   * @param kind Decides the exit code.
   * @param code `area/what`, with a page in `lib/codes.ts`.
   * @param message What could not be done, a colon, and the state; no period.
   * @param options The cause, the next step and details for programs.
   */
  constructor(
    kind: Kind,
    code: string,
    message: string,
    options: LnkErrorOptions = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.code = code;
    this.help = options.help;
    this.path = options.path;
    this.details = options.details ?? {};
  }
}

/**
 * The same failure with what is known further up.
 *
 * @param error What was thrown.
 * @param more What is told instead; details are added to those that it has.
 * @returns An error of the same kind, code and path; what is not given stays,
 *   and its cause is the error.
 */
export function retold(
  error: LnkError,
  more: LnkErrorOptions & { readonly message?: string },
): LnkError {
  const { kind, code, message, help, path, details } = error;
  return new LnkError(kind, code, more.message ?? message, {
    cause: error,
    ...help !== undefined && { help },
    ...path !== undefined && { path },
    ...more,
    details: { ...details, ...more.details },
  });
}
