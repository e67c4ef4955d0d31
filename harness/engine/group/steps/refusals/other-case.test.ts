import { expect, it } from 'vitest';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { Json } from '../../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { json } from '../../../../miniatures/written-service.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { OTHER_CASE_STEP } from './other-case.js';

const TASK = { type: 'object', additionalProperties: false, properties: { done: { type: 'boolean' } } };
const SUMMARY = 'The service accepts known names of members in another letter case, and refuses other unknown members.';
const CLOSED = ['additionalProperties /body'];

function paths(): Json {
  const made = (operationId: string): Json => ({
    operationId,
    requestBody: { required: true, ...json(TASK) },
    responses: { 201: { description: '', ...json(TASK) }, 422: { description: '' } },
  });
  return { '/tasks': { post: made('makeTask') }, '/jobs': { post: made('makeJob') } };
}

type Accepted = readonly [operation: string, member: string];

it.each<readonly [string, readonly Accepted[], readonly string[], readonly (readonly [string, string | undefined])[]]>([
  [
    'two operations that accept a name in capitals and refuse other names have one finding',
    [
      ['makeTask', 'DONE'],
      ['makeJob', 'Done'],
    ],
    CLOSED,
    [['other-case-accepted', SUMMARY]],
  ],
  [
    'an operation that accepts any name has one finding, about unknown members',
    [
      ['makeTask', 'DONE'],
      ['makeTask', 'other'],
    ],
    CLOSED,
    [['invalid-accepted', undefined]],
  ],
  [
    'an operation that refuses no other name has the finding of the operation that accepts any name',
    [
      ['makeJob', 'DONE'],
      ['makeTask', 'other'],
    ],
    [],
    [['invalid-accepted', undefined]],
  ],
])('%s', async (_, given, enforced, want) => {
  const contract = await contractOf({ paths: paths() });
  const clusters = new Clusters();
  for (const operation of ['makeTask', 'makeJob']) clusters.enforce(operation as never, enforced);
  for (const [index, [operation, member]] of given.entries()) {
    const body: Json = { done: true, [member]: false };
    const reply = {
      response: replied(201, { done: true }),
      outcome: { kind: 'value', status: 201, value: { done: true } },
    } as const;
    const expected = { kind: 'rejected', keyword: 'additionalProperties', pointer: '/body' } as const;
    const trial = trialOf(contract, operation, { body }, [reply], { expect: expected });
    const { broken } = judge(trial, contextOf(contract, { isolated: false }));
    clusters.add({ trial, index, backend: 'live' }, broken);
  }
  const found = OTHER_CASE_STEP.apply(clusters.inOrder(), clusters);
  expect(found.map(({ smallest, summary }) => [smallest.violation.kind, summary])).toEqual(want);
});

it('the repair of a name in another letter case is to compare names with regard to case', async () => {
  const contract = await contractOf({ paths: paths() });
  const reply = { response: replied(201, {}), outcome: { kind: 'value', status: 201, value: {} } } as const;
  const expected = { kind: 'rejected', keyword: 'additionalProperties', pointer: '/body' } as const;
  const trial = trialOf(contract, 'makeTask', { body: { DONE: true } }, [reply], { expect: expected });
  const [broken] = judge(trial, contextOf(contract, { isolated: false })).broken;
  expect(broken?.violation.message).toBe(
    'The service answered 201 to an input with the known name of a member in another letter case, `DONE` (additionalProperties at /body).',
  );
  expect(broken?.violation.repair).toMatch(/^Compare the names of members of `\/body` with regard to letter case/);
});
