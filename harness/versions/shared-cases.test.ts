import { caseOf } from '../../contract/fixtures/cases.js';
import { expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { PlannedCase } from '../engine/plan/planned/planned-case.js';
import { sharedCases } from './shared-cases.js';

function api(schema: JsonObject): Promise<Contract> {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return contractOf({
    paths: { '/notes': { post: { operationId: 'make', requestBody, responses: { 201: { description: 'Made.' } } } } },
  });
}

function planned(contract: Contract, body: Json, given: Partial<Case> = {}): PlannedCase {
  const operation = operationOf(contract, 'make');
  const made = caseOf(operation.id, { id: JSON.stringify(body), input: { body }, ...given });
  return { operation, case: made };
}

const CLOSED = { type: 'object', properties: { a: {} }, additionalProperties: false };
const WIDER = { ...CLOSED, properties: { a: {}, b: {} } };
const RENAMED = { ...CLOSED, required: ['b'], properties: { b: {} } };
const REJECTED = { expect: { kind: 'rejected', keyword: 'type', pointer: '/body' } } as const;

it.each<[string, JsonObject, 'all' | 'permitted', readonly string[]]>([
  ['all cases except invalid ones, from a released surface', CLOSED, 'all', ['{}', '{"a":1}', '{"b":1}', '{"a":0}']],
  ['only cases that both contracts permit, from a new surface', CLOSED, 'permitted', ['{}', '{"a":1}', '{"a":0}']],
  [
    'all cases except invalid ones, if its contract permits none of them',
    RENAMED,
    'permitted',
    ['{}', '{"a":1}', '{"b":1}'],
  ],
])('a service of another version gets %s', async (_, other, which, want) => {
  const own = await api(WIDER);
  const cases = [
    planned(own, {}),
    planned(own, { a: 1 }),
    planned(own, { b: 1 }),
    planned(own, { a: 0 }, { expect: { kind: 'unauthenticated' }, token: 'missing' }),
    planned(own, 'x', REJECTED),
    planned(own, {}, { raw: { fault: 'token', words: 'x' } }),
  ];
  const unusable = other === RENAMED ? cases.filter(({ case: made }) => made.id !== '{"b":1}') : cases;
  const kept = sharedCases(unusable, own, await api(other), which).map(({ case: made }) => made.id);
  expect(kept).toEqual(other === RENAMED ? want.filter((id) => id !== '{"b":1}') : want);
});
