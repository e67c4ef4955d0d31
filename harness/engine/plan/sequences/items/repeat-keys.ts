import { createHash } from 'node:crypto';
import type { CaseInput } from '../../../../../contract/case.js';
import type { Operation } from '../../../../../contract/operation.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import type { PlannedSequence } from '../../planned/planned-sequence.js';
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
 * The input with an idempotency key that no other call has. With the key of an earlier call, the service would repeat
 * the reply to that call. An optional key is removed from the input. A required key is made from the text `call`.
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

/**
 * Replaces an idempotency key that two different calls of a sequence have in common: the later call gets a new key, or
 * none if the key is optional. Otherwise, the service would refuse the later call, or repeat its earlier reply.
 * Sequences that repeat requests on purpose keep their keys.
 */
export function withOwnKeys(sequences: readonly PlannedSequence[]): readonly PlannedSequence[] {
  return sequences.map((sequence) => {
    if (sequence.isAtOnce === true || sequence.isRepeated === true) return sequence;
    const used = new Map<string, CaseInput>();
    const steps = sequence.steps.map((step) => {
      const { operation, case: made } = step;
      const key = keyOf(made.input, repeatOf(operation)?.key);
      if (key === undefined || made.expect.kind === 'rejected') return step;
      const known = `${operation.id} ${JSON.stringify(key)}`;
      const earlier = used.get(known);
      if (earlier === undefined) used.set(known, made.input);
      if (earlier === undefined || sameJson(earlier.body ?? null, made.input.body ?? null)) return step;
      return { ...step, case: { ...made, input: withOwnKey(operation, made.input, made.id) } };
    });
    return { ...sequence, steps };
  });
}
