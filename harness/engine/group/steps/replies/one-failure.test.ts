import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const CREATE: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'oneOf',
  status: 400,
  pointer: '/response/body/errors/0',
  cause: '#/components/schemas/CreateError/oneOf',
  expected: 'must match exactly one schema in oneOf',
};
const UPDATE: Given = { ...CREATE, cause: '#/components/schemas/UpdateError/oneOf' };

it.each<[string, Given, boolean]>([
  [
    'a second failure breaks the schema in another element of the list',
    { ...UPDATE, pointer: '/response/body/errors/2' },
    true,
  ],
  ['a second failure with another status breaks the schema in the same way', { ...UPDATE, status: 422 }, true],
  ['a second failure breaks the schema at another member', { ...UPDATE, pointer: '/response/body/detail' }, false],
  [
    'a second failure breaks another keyword of the schema',
    { ...UPDATE, kind: 'required', expected: 'must have the member code' },
    false,
  ],
  ['a success breaks the schema in the same way as a failure', { ...UPDATE, status: 200 }, false],
])('groups failures of two operations that break the schema: %s (one finding: $2)', async (_, other, isOne) => {
  const found = await grouped([{ violations: [CREATE] }, { violations: [other] }]);
  expect(found).toHaveLength(isOne ? 1 : 2);
});

const BARE: Given = {
  ...CREATE,
  kind: 'required',
  status: 200,
  pointer: '/response/body/data',
  cause: '#/components/schemas/MemberReply/required',
  expected: "must have required property 'data'",
};

it.each<[string, Given, boolean]>([
  ['the second success lacks the same envelope', { ...BARE, cause: '#/components/schemas/LoanReply/required' }, true],
  [
    'the second success lacks a different member',
    {
      ...BARE,
      pointer: '/response/body/name',
      cause: '#/components/schemas/Loan/required',
      expected: "must have required property 'name'",
    },
    false,
  ],
])('groups successes of two operations without an envelope: %s (one finding: $2)', async (_, other, isOne) => {
  const found = await grouped([{ violations: [BARE] }, { violations: [other] }]);
  expect(found).toHaveLength(isOne ? 1 : 2);
});
