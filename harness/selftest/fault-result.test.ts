import { describe, expect, it } from 'vitest';
import { type FaultResult, type ReportedFinding, type Score, scoreOf } from './fault-result.js';
import type { PlantedFault } from './faults/planted-fault.js';
import { chosenFaults, readFlags } from './selection.js';

const FAULT: PlantedFault = {
  id: 'cli-a',
  class: 'values',
  file: 'a.js',
  from: 'a',
  to: 'b',
  surface: 'cli',
  operation: 'getItem',
  blame: 'surface',
  smallest: { path: { item_id: 'aaa' } },
};
const FINDING: ReportedFinding = {
  rule: 'parity/same-value',
  kind: 'changed',
  surfaces: ['cli'],
  operations: ['getItem'],
  blame: 'surface',
  pointer: '/body',
  message: '',
  size: 26,
};

const SCORES: readonly (readonly [name: string, given: readonly ReportedFinding[], want: Score])[] = [
  ['no finding', [], { found: false }],
  [
    'one finding with the expected surface, operation and owner',
    [FINDING],
    { found: true, single: true, surface: true, blame: true, minimal: true },
  ],
  [
    'an additional finding on a different surface',
    [{ ...FINDING, surfaces: ['rest'], blame: 'backend' }, FINDING],
    { found: true, single: false, surface: true, blame: true, minimal: true },
  ],
  [
    'a finding for a different operation',
    [{ ...FINDING, operations: ['listItems'] }],
    { found: true, single: true, surface: false, blame: true, minimal: true },
  ],
  [
    'a finding that blames a different owner',
    [{ ...FINDING, blame: 'backend' }],
    { found: true, single: true, surface: true, blame: false, minimal: true },
  ],
  [
    'a finding with a large input',
    [{ ...FINDING, size: 40 }],
    { found: true, single: true, surface: true, blame: true, minimal: false },
  ],
];

describe('scoreOf', () => {
  it.each(SCORES)('scoreOf rates the result of a planted fault: %s → $2', (_, findings, want) => {
    const result: FaultResult = { id: 'cli-a', findings, unsteady: [], verdict: 'fail', seconds: 1 };
    expect(scoreOf(FAULT, result)).toEqual(want);
  });
});

describe('chosenFaults', () => {
  const faults = ['a', 'b', 'c'].map((id) => ({ ...FAULT, id }));

  it.each([
    [['--only', 'b'], ['b']],
    [['--class', 'gates'], []],
    [
      ['--surface', 'cli', '--shard', '1/2'],
      ['a', 'c'],
    ],
    [['--shard', '2/2'], ['b']],
    [[], ['a']],
    [['--all'], ['a', 'b', 'c']],
  ])('the flags %j choose faults from a, b and c → $1', (args, want) => {
    const flags = readFlags(args);
    if (typeof flags === 'string') throw new Error(flags);
    expect(chosenFaults(faults, flags).map(({ id }) => id)).toEqual(want);
  });

  it('chosenFaults never chooses an edit that no call can show', () => {
    const flags = readFlags([]);
    if (typeof flags === 'string') throw new Error(flags);
    expect(chosenFaults([{ ...FAULT, equivalent: 'It is a comment.' }], flags)).toEqual([]);
  });

  it.each(['--shard=3/2', '--jobs=0', '--faithful=many', '--unknown'])('readFlags refuses %s', (arg) => {
    expect(readFlags([arg])).toBeTypeOf('string');
  });
});
