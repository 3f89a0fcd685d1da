// Copyright 2026 the lnk authors. MIT license.

// deno-lint-ignore no-explicit-any
type Constructor<T> = abstract new (...args: any[]) => T;
/** Fails unless the expression is truthy. */
export declare function assert(expr: unknown, msg?: string): asserts expr;
/** Fails unless both are deeply equal. */
export declare function assertEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void;
/** Fails if both are deeply equal. */
export declare function assertNotEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void;
/** Fails unless both are the same by `Object.is`. */
export declare function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T;
/** Fails if the value is null or undefined. */
export declare function assertExists<T>(
  actual: T,
  msg?: string,
): asserts actual is NonNullable<T>;
/** Fails unless the text matches. */
export declare function assertMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void;
/** Fails if the text matches. */
export declare function assertNotMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void;
/** Fails unless the text holds the other. */
export declare function assertStringIncludes(
  actual: string,
  expected: string,
  msg?: string,
): void;
/** Fails unless every expected member is in the list. */
export declare function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  msg?: string,
): void;
/** Fails unless the value is an instance. */
export declare function assertInstanceOf<T>(
  actual: unknown,
  expectedType: Constructor<T>,
  msg?: string,
): asserts actual is T;
/** Fails unless actual < expected. */
export declare function assertLess<T>(
  actual: T,
  expected: T,
  msg?: string,
): void;
/** Fails unless actual <= expected. */
export declare function assertLessOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void;
/** Fails unless actual > expected. */
export declare function assertGreater<T>(
  actual: T,
  expected: T,
  msg?: string,
): void;
/** Fails unless the expected is a subset. */
export declare function assertObjectMatch(
  actual: object,
  expected: object,
  msg?: string,
): void;
/** Fails unless the call throws an instance with the text in its message; returns it. */
export declare function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): E;
/** Fails unless the promise rejects with an instance with the text in its message; returns it. */
export declare function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
/** Fails always. */
export declare function fail(msg?: string): never;
