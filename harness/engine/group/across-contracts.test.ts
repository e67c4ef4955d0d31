import { expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import { joinAcrossContracts } from './across-contracts.js';
import type { Found } from './found.js';

const FINDING: Finding = {
  id: '1',
  rule: 'parity/same-rejection',
  severity: 'must',
  surfaces: ['sdk'],
  operations: ['one' as OperationId],
  backends: ['scripted'],
  pointer: '/outcome/problem/type',
  kind: 'changed',
  message: '',
  expected: 'urn:a',
  received: 'about:blank',
  blame: 'surface',
  repair: '',
  source: '',
  occurrences: 2,
  evidence: [],
};

const found = (given: Partial<Finding>): Found => ({ finding: { ...FINDING, ...given }, cells: new Set() });

it.each<[string, Partial<Finding>, number]>([
  ['both findings have the same id', { id: '1', pointer: '/outcome/value' }, 1],
  ['one surface has the same fault at one member of problem documents', { id: '2' }, 1],
  ['the faults are at different members of problem documents', { id: '2', pointer: '/outcome/problem/title' }, 2],
  ['the faults are of two surfaces', { id: '2', surfaces: ['cli'] }, 2],
  [
    'one fault is at a member of a problem document, the other at a member of a value',
    { id: '2', pointer: '/outcome/value/type' },
    2,
  ],
])(
  'two findings of two contracts become one finding if they are one fault in common code: %s (findings: $2)',
  (_, other, want) => {
    const joined = joinAcrossContracts([[found({})], [found({ operations: ['two' as OperationId], ...other })]]);
    expect(joined.length).toBe(want);
    expect(joined.flatMap(({ finding }) => finding.operations).toSorted()).toEqual(['one', 'two']);
  },
);

it('two faults of one contract at the same member of problem documents are two findings', () => {
  expect(joinAcrossContracts([[found({}), found({ id: '2' })]]).length).toBe(2);
});
