import type { Json } from '../../contract/json/json.js';

/**
 * A transformation with a name, which explains how an expected value became the received value, such as
 * `number-as-text`.
 */
export interface ValueRelation {
  readonly name: string;
  /** The transformation in words, such as `numbers become text`. */
  readonly words: string;
  /** Whether the transformation turns `expected` into `received`. */
  readonly holds: (expected: Json, received: Json) => boolean;
  /**
   * Whether the transformation would change this value at all. If such a value was received unchanged, the
   * transformation cannot be the cause of other changes.
   */
  readonly changes: (value: Json) => boolean;
}

type Texts = (text: string) => string;

/**
 * A transformation of texts. It explains a change if one of the functions turns the expected text into the received
 * one.
 */
export function ofText(name: string, words: string, ...functions: readonly Texts[]): ValueRelation {
  const changed = (value: Json): boolean =>
    typeof value === 'string' && functions.some((apply) => apply(value) !== value);
  return {
    name,
    words,
    holds: (expected, received) =>
      typeof expected === 'string' && changed(expected) && functions.some((apply) => apply(expected) === received),
    changes: changed,
  };
}

/**
 * A transformation of values of the type `T`. It explains a change if one of the functions returns the received value
 * for the expected one.
 */
export function ofType<T extends Json>(
  name: string,
  words: string,
  isOne: (value: Json) => value is T,
  ...functions: readonly ((value: T) => Json)[]
): ValueRelation {
  const changed = (value: Json): boolean => isOne(value) && functions.some((apply) => apply(value) !== value);
  return {
    name,
    words,
    holds: (expected, received) =>
      isOne(expected) && changed(expected) && functions.some((apply) => Object.is(apply(expected), received)),
    changes: changed,
  };
}

export function isText(value: Json): value is string {
  return typeof value === 'string';
}

export function isNumber(value: Json): value is number {
  return typeof value === 'number';
}

export function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}

export function isFraction(value: Json): value is number {
  return typeof value === 'number' && !Number.isInteger(value);
}

export function isNumeric(value: Json): value is string {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
}

export function isList(value: Json): value is Json[] {
  return Array.isArray(value);
}

export function isNull(value: Json): value is null {
  return value === null;
}

/**
 * A transformation of lists. It explains a change if one of the functions returns the received list for the expected
 * one.
 */
export function ofList(
  name: string,
  words: string,
  ...functions: readonly ((list: readonly Json[]) => readonly Json[])[]
): ValueRelation {
  const text = JSON.stringify;
  const changed = (value: Json): boolean =>
    isList(value) && functions.some((apply) => text(apply(value)) !== text(value));
  return {
    name,
    words,
    holds: (expected, received) =>
      isList(expected) && changed(expected) && functions.some((apply) => text(apply(expected)) === text(received)),
    changes: changed,
  };
}
