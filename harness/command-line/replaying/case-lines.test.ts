import { expect, test } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { OperationId } from '../../../contract/operation.js';
import { caseLines } from './case-lines.js';

const ABOUT = { surfaces: ['rest'], rule: 'a/b', message: 'It differs.' };
const CREATE: Case = {
  id: 'createItem/sequence/0',
  operation: 'createItem' as OperationId,
  input: { body: { name: 'a' } },
  provenance: { kind: 'sequence', name: '0' },
  expect: { kind: 'accepted' },
  token: 'configured',
  gate: 'approved',
};
const READ: Case = {
  ...CREATE,
  id: 'getItem/sequence/0',
  operation: 'getItem' as OperationId,
  input: {},
  sequence: true,
  precedingCalls: [CREATE],
  feeds: [{ in: 'path', name: 'item_id', pointer: '/id', step: CREATE.id }],
};

test('the calls of a sequence are numbered, each on one line', () => {
  expect(caseLines({ ...ABOUT, case: READ })).toEqual([
    'stored finding: a/b on rest: It differs.',
    '1. createItem {"body":{"name":"a"}}',
    '2. getItem, which by the contract must be accepted; with `item_id` from /id of the reply to createItem',
  ]);
});

test('a single call is shown with its whole input', () => {
  expect(caseLines({ ...ABOUT, case: CREATE })).toEqual([
    'stored finding: a/b on rest: It differs.',
    'createItem {\n  "body": {\n    "name": "a"\n  }\n}',
    'createItem, which by the contract must be accepted',
  ]);
});
