import type { CaseInput } from '../../../contract/case.js';
import type { Collection, ItemRead } from '../../../contract/collections/collection.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import type { Operation } from '../../../contract/operation.js';

/**
 * Whether each of two equal calls must have its own effect, so that a surface must not send one request for both. This
 * is so for a POST without an identifier or an idempotency key in its input. With an identifier or a key, the second
 * call may be meant as a repetition of the first.
 */
export function haveEffectEach(
  { id, method, repeat }: Operation,
  { header, body }: CaseInput,
  collections: readonly Collection[] = [],
): boolean {
  if (method !== 'post' || repeat !== undefined) return false;
  const identifying = new Set(
    collections.filter(({ create }) => create?.id === id).flatMap(({ read, list }) => [...namesOf(read), list?.id]),
  );
  const names = [header, body].flatMap((part) => (isJsonObject(part) ? Object.keys(part) : []));
  return !names.some((name) => identifying.has(name) || CHOSEN.test(name));
}

/** The names of an item's identifier: as a path parameter, and as a member of the reply. */
function namesOf(read: ItemRead | undefined): readonly (string | undefined)[] {
  return read === undefined ? [] : [read.id.name, pointerTokens(read.id.pointer).at(-1)];
}

/**
 * Matches names of identifiers that a client chooses, such as `id`, `Idempotency-Key`, `X-Request-Id` and
 * `clientToken`.
 */
const CHOSEN = /^(?:id|uuid|guid)$|idempotency|(?:client|request)[-_]?(?:id|token)$/i;
