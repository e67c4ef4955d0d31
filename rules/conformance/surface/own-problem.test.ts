import { expect, it } from 'vitest';
import { itemService } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, trialOf } from '../../fixtures/trials.js';
import { ownProblem } from './own-problem.js';

const contract = await itemService();

const ERRORS = [{ pointer: '/path/item_id', detail: 'is required' }];
const VALID = { type: 'urn:problem-type:invalid-input', title: 'Invalid.', status: 422, errors: ERRORS };
const MISNAMED = { ...VALID, errors: [{ pointer: '/item_id', detail: 'is required' }] };

function found(outcome: Outcome, isSent: boolean): unknown {
  const trial = trialOf(
    contract,
    'getItem',
    { path: { item_id: 'a-b' } },
    [{ outcome, ...(!isSent && { response: null }) }],
    { misuse: 'missing-argument' },
  );
  return ownProblem.check(trial, contextOf(contract))?.map(({ kind, pointer }) => [kind, pointer]);
}

it.each<[string, Json, unknown]>([
  ['a documented problem', VALID, []],
  ['a pointer that the contract does not permit', MISNAMED, [['undocumented-problem', '/problem/errors/0/pointer']]],
  ['a type of another status', { ...VALID, status: 400 }, [['type-of-other-status', '/problem/status']]],
  ['a type of its own with an undocumented status', { ...MISNAMED, type: 'urn:own', status: 400 }, undefined],
  ['no status', { type: VALID.type, title: 7 }, undefined],
  ['no type, so it is not a problem document', { title: 7, status: 422 }, undefined],
  ['a text in place of a document', 'no', undefined],
])(
  'a surface that refuses a call itself reports a problem of the contract: %s (violations: $2)',
  (_, problem, want) => {
    expect(found({ kind: 'problem', problem }, false)).toEqual(want);
  },
);

it('the problems of the service are not judged, and a refusal needs no document', () => {
  expect(found({ kind: 'problem', problem: MISNAMED }, true)).toBeUndefined();
  expect(found({ kind: 'refused', by: 'client', reason: 'no' }, false)).toEqual([]);
});
