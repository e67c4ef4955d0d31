import { createHash } from 'node:crypto';
import type { CaseInput } from '../../../../../contract/case.js';
import type { Operation } from '../../../../../contract/operation.js';
import { keyOf, repeatOf } from '../../../../../rules/state/evidence/repeat-key.js';

/** The values of an idempotency key that are made from a text. The second is in quotation marks, as in RFC 9651. */
export function madeKeys(text: string): readonly string[] {
  const uuid = uuidOf(text);
  // The Internet-Draft for `Idempotency-Key` defines the key as a string of RFC 9651, in quotation marks. Most
  // contracts describe it without them.
  return [uuid, `"${uuid}"`];
}

/** A UUID that depends only on the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The input with an idempotency key that no other call has. With a known key, the service would repeat the reply to an
 * earlier call. An optional key is left out, and a required one depends on `call`.
 */
export function withOwnKey(operation: Operation, input: CaseInput, call: string): CaseInput {
  const key = repeatOf(operation)?.key;
  const known = keyOf(input, key);
  if (key?.in !== 'header' || operation.repeat !== undefined || typeof known !== 'string') return input;
  const { [key.name]: _, ...others } = input.header ?? {};
  const { required = false } =
    operation.parameters.find(({ in: place, name }) => place === 'header' && name === key.name) ?? {};
  const [made = known, quoted = made] = madeKeys(call);
  return { ...input, header: required ? { ...others, [key.name]: known.startsWith('"') ? quoted : made } : others };
}
