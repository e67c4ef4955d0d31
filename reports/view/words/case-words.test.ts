import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { OperationId } from '../../../contract/operation.js';
import { inputWords } from './case-words.js';

const CASE: Case = {
  id: 'createItem/valid/0',
  operation: 'createItem' as OperationId,
  input: { body: { name: 'a' } },
  provenance: { kind: 'valid', name: '0' },
  expect: { kind: 'accepted' },
  token: 'configured',
  gate: 'approved',
};

it.each<[string, Partial<Case>, string]>([
  ['the simplest way', {}, 'createItem, which by the contract must be accepted'],
  [
    'standard input',
    { bodyWay: 'standard-input' },
    'createItem, which by the contract must be accepted; a command line reads the body from standard input (`--body-file -`)',
  ],
  [
    'a file',
    { bodyWay: 'file', token: 'missing' },
    'createItem, which by the contract must be accepted; called without a token; a command line reads the body from a file (`--body-file PATH`)',
  ],
])('names the body way if the fault depends on it: %s', (_, more, want) => {
  expect(inputWords({ ...CASE, ...more }, undefined)).toBe(want);
});
