import type { Place, TakenValue, WrittenCall } from './driver.js';

/** The prefix of placeholders for values that are taken from earlier replies. */
export const MARK = 'parity-value-';

/** The values that later calls take from the reply to the given call, without duplicates. */
export function takenFrom(calls: readonly Pick<WrittenCall, 'taken'>[], call: number): readonly TakenValue[] {
  const all = calls.flatMap(({ taken }) => taken).filter((value) => value.call === call);
  return [...new Map(all.map((value) => [value.number, value])).values()];
}

/** Whether all values come from bodies of replies, not from headers. Generated clients do not return headers. */
export function isFromBodies(calls: readonly WrittenCall[]): boolean {
  return calls.every(({ taken }) => taken.every(({ place }) => typeof place !== 'string'));
}

/**
 * Replaces each placeholder in a text by an expression. `literal` returns the placeholder as a string literal of the
 * language.
 */
export function withTaken(
  text: string,
  taken: readonly TakenValue[],
  literal: (mark: string) => string,
  expression: (reply: string, place: Place) => string,
): string {
  return taken.reduce(
    (made, { mark, call, place }) =>
      typeof place === 'string' ? made : made.replaceAll(literal(mark), () => expression(`reply${call + 1}`, place)),
    text,
  );
}

/** A variable name for the client of each credential. */
export function clientsOf(calls: readonly WrittenCall[]): ReadonlyMap<string | undefined, string> {
  const tokens = [...new Set(calls.map(({ token }) => token))];
  return new Map(tokens.map((token, index) => [token, index === 0 ? 'client' : `client${index + 1}`]));
}
