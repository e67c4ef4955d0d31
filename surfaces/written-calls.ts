import type { Place, TakenValue, WrittenCall } from './driver.js';

/** The prefix of the texts that stand for taken values. */
export const MARK = 'parity-value-';

/** The values that later calls take from the reply to a call. Each value occurs once. */
export function takenFrom(calls: readonly Pick<WrittenCall, 'taken'>[], call: number): readonly TakenValue[] {
  const all = calls.flatMap(({ taken }) => taken).filter((value) => value.call === call);
  return [...new Map(all.map((value) => [value.number, value])).values()];
}

/** Whether every value comes from the body of a reply. Clients do not return headers. */
export function isFromBodies(calls: readonly WrittenCall[]): boolean {
  return calls.every(({ taken }) => taken.every(({ place }) => typeof place !== 'string'));
}

/** Replaces each mark in a text by an expression. `literal` returns the mark as a string literal of the language. */
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

/** A name for the client of each credential. */
export function clientsOf(calls: readonly WrittenCall[]): ReadonlyMap<string | undefined, string> {
  const tokens = [...new Set(calls.map(({ token }) => token))];
  return new Map(tokens.map((token, index) => [token, index === 0 ? 'client' : `client${index + 1}`]));
}
