import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { validAccepted } from './valid-accepted.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

it.each([
  ['a key that may be used', 409, { 'Idempotency-Key': 'a' }, false, 0],
  ['a key that may be used with another input', 422, { 'idempotency-key': 'a' }, false, 0],
  ['no key', 409, {}, false, 1],
  ['a key of a service without earlier calls', 409, { 'Idempotency-Key': 'a' }, true, 1],
  ['a key, and a refusal of something else', 400, { 'Idempotency-Key': 'a' }, false, 1],
])(
  'a refused valid request is a violation unless its key may be used already: %s, status %i: %j, isolated %s',
  (_, status, header, isolated, want) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
    const keyed = { ...trial, case: { ...trial.case, input: { ...trial.case.input, header } } };
    expect(validAccepted.check(keyed, contextOf(contract, { isolated }))).toHaveLength(want);
  },
);

it('a token that every operation refuses is one cause', () => {
  const causes = (['makeThing', 'getThing'] as const).map((id) => {
    const input = id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } };
    const trial = trialOf(contract, id, input, [{ response: replied(401) }]);
    return validAccepted.check(trial, contextOf(contract))?.map(({ cause }) => cause);
  });
  expect(causes[0]).toHaveLength(1);
  expect(causes[1]).toEqual(causes[0]);
});
