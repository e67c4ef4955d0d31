import type { Place, TakenValue, WrittenCall } from './driver.js';

/** The beginning of a placeholder. A placeholder stands for a value that is taken from the reply to an earlier call. */
export const MARK = 'parity-value-';

/** The values that later calls take from the reply to the call with the index `call`, without duplicates. */
export function takenFrom(calls: readonly Pick<WrittenCall, 'taken'>[], call: number): readonly TakenValue[] {
  const all = calls.flatMap(({ taken }) => taken).filter((value) => value.call === call);
  return [...new Map(all.map((value) => [value.number, value])).values()];
}

/**
 * True if every value comes from the body of a reply and none from a header, because generated clients do not return
 * headers.
 */
export function isFromBodies(calls: readonly WrittenCall[]): boolean {
  return calls.every(({ taken }) => taken.every(({ place }) => typeof place !== 'string'));
}

/**
 * Replaces each placeholder in a program by an expression that reads the value from a reply. `literal` writes the
 * placeholder as a string literal of the programming language.
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

/**
 * The variable names of the clients in a program: one client for each credential, and one for calls without a
 * credential.
 */
export function clientsOf(calls: readonly WrittenCall[]): ReadonlyMap<string | undefined, string> {
  const tokens = [...new Set(calls.map(({ token }) => token))];
  return new Map(tokens.map((token, index) => [token, index === 0 ? 'client' : `client${index + 1}`]));
}
