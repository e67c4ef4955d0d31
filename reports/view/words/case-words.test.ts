import { describe, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { OperationId } from '../../../contract/operation.js';
import { inputWords, sequenceLines } from './case-words.js';

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
  ['an argument', {}, 'createItem, which by the contract must be accepted'],
  [
    'standard input',
    { bodyWay: 'standard-input' },
    'createItem, which by the contract must be accepted; a command line reads the body from standard input (`--body-file -`)',
  ],
  [
    'a file after `@`',
    { bodyWay: 'at-file' },
    'createItem, which by the contract must be accepted; a command line reads the body from a file (`--body @PATH`)',
  ],
  [
    'a file',
    { bodyWay: 'file', token: 'missing' },
    'createItem, which by the contract must be accepted; called without a token; a command line reads the body from a file (`--body-file PATH`)',
  ],
])('the description of a case states how its body is passed: %s → $2', (_, more, want) => {
  expect(inputWords({ ...CASE, ...more }, undefined)).toBe(want);
});

describe('the description of a sequence', () => {
  const read: Partial<Case> = {
    id: 'getItem/sequence/1',
    operation: 'getItem' as OperationId,
    input: {},
    feeds: [{ in: 'path', name: 'item_id', pointer: '/id', step: CASE.id }],
  };

  it('writes a number before each call, and states which values come from earlier replies', () => {
    const refused: Case = { ...CASE, ...read, id: 'getItem/sequence/0', token: 'missing' };
    const example: Case = { ...CASE, ...read, sequence: true, precedingCalls: [CASE, refused] };
    expect(sequenceLines(example)).toEqual([
      '1. createItem {"body":{"name":"a"}}',
      '2. getItem with `item_id` from /id of the reply to createItem; called without a token',
      '3. getItem, which by the contract must be accepted; with `item_id` from /id of the reply to createItem',
    ]);
  });

  it('states no expected reply for a call after which any reply is permitted', () => {
    const example: Case = { ...CASE, ...read, expect: { kind: 'answered' }, sequence: true, precedingCalls: [CASE] };
    expect(sequenceLines(example)[1]).toBe('2. getItem with `item_id` from /id of the reply to createItem');
  });

  it('states the expected reply first, and then how the next page is requested', () => {
    const follow = { in: 'query', name: 'cursor', pointer: '/next' } as const;
    expect(sequenceLines({ ...CASE, input: {}, sequence: true, precedingCalls: [], follow })).toEqual([
      '1. createItem, which by the contract must be accepted; with `cursor` from /next for each further page',
    ]);
  });

  it('omits the calls in the middle of a long sequence', () => {
    const lines = sequenceLines({ ...CASE, sequence: true, precedingCalls: Array.from({ length: 9 }, () => CASE) });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['1.', '2.', '3.', '4', '8.', '9.', '10.']);
  });

  it('gives no lines for a case with a single call', () => {
    expect(sequenceLines({ ...CASE, precedingCalls: [CASE] })).toEqual([]);
  });
});
