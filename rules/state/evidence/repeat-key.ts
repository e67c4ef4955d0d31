import type { CaseInput } from '../../../contract/case.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation, RepeatKey } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';

/** The value of the idempotency key in an input. The key is a member of the body or a header. */
export function keyOf(input: CaseInput, key: RepeatKey | undefined): Json | undefined {
  if (key === undefined) return undefined;
  return ownValue(key.in === 'body' ? input.body : input.header, key.name);
}

/** `calls` without calls that repeat an idempotency key. Such a call returns the first reply and creates nothing. */
export function withoutRepeats({ repeat }: Operation, calls: readonly Observation[]): readonly Observation[] {
  const known = new Set<Json>();
  return calls.filter(({ case: { input } }) => {
    const key = keyOf(input, repeat?.key);
    if (key === undefined) return true;
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}
