import type { Json } from '../../contract/json/json.js';

/** A named transformation of values. */
export interface ValueRelation {
  readonly name: string;
  /** The transformation as a clause: `numbers become text`. */
  readonly words: string;
  /** Whether the transformation of `expected` gives `received`. */
  readonly holds: (expected: Json, received: Json) => boolean;
  /**
   * Whether the transformation changes this value. If the value is nevertheless unchanged at some place, the
   * transformation is not the cause there.
   */
  readonly changes: (value: Json) => boolean;
}

type Texts = (text: string) => string;

/** A relation that is given by functions of texts. One of the functions must hold. */
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

/** A relation that is given by functions of the values of one type. One of the functions must hold. */
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

/** A relation of lists: the received list is the result of one of the functions for the expected list. */
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
