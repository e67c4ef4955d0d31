import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../../../contract/fixtures/contracts.js';
import type { Json } from '../../../../../contract/json/json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { withOwnKeys } from './repeat-keys.js';

type Call = readonly [key: string, body: Json];

const FIRST: Call = ['a', { name: 'first' }];
const OTHER: Call = ['a', { name: 'other' }];

/** The idempotency keys of the calls of one sequence, with `own` for a key that was made for the call. */
async function keysOf(calls: readonly Call[], more: Partial<PlannedSequence>, required = true) {
  const parameters = [{ name: 'Idempotency-Key', in: 'header', required, schema: { type: 'string' } }];
  const post = { operationId: 'add', parameters, responses: { 201: { description: '' } } };
  const contract = await contractOf({ paths: { '/loans': { post } } });
  const steps = new Steps('adds');
  for (const [key, body] of calls)
    steps.add(operationOf(contract, 'add'), { input: { header: { 'Idempotency-Key': key }, body } });
  const [sequence] = withOwnKeys([{ ...steps.sequence(), ...more }]);
  const keys = sequence?.steps.map(({ case: { input } }) => String(input.header?.['Idempotency-Key']));
  return keys?.map((key) => (/^[\da-f-]{36}$/.test(key) ? 'own' : key));
}

it.each<[string, readonly Call[], Partial<PlannedSequence>, readonly string[]]>([
  ['different calls with one key', [FIRST, OTHER], {}, ['a', 'own']],
  ['equal calls', [FIRST, FIRST], {}, ['a', 'a']],
  ['different calls with different keys', [FIRST, ['b', { name: 'other' }]], {}, ['a', 'b']],
  ['a sequence that repeats a request', [FIRST, OTHER], { isRepeated: true }, ['a', 'a']],
  ['concurrent calls', [FIRST, OTHER], { isAtOnce: true }, ['a', 'a']],
])('gives a different call a required idempotency key of its own: %s', async (_, calls, more, want) => {
  expect(await keysOf(calls, more)).toEqual(want);
});

it('an optional idempotency key that an earlier call has sent is left out', async () => {
  expect(await keysOf([FIRST, OTHER], {}, false)).toEqual(['a', 'undefined']);
});
