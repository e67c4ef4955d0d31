import { expect, it } from 'vitest';
import type { PlannedCase } from './planned/planned-case.js';
import { inRounds } from './rounds.js';

function planned(id: string): PlannedCase {
  const [operation, kind] = id.split('/');
  return { operation: { id: operation }, case: { id, provenance: { kind } } } as unknown as PlannedCase;
}

it.each<[string, readonly string[], readonly string[]]>([
  ['there are no cases', [], []],
  ['one operation with one kind', ['a/valid/1', 'a/valid/2'], ['a/valid/1', 'a/valid/2']],
  [
    'two operations',
    ['a/valid/1', 'a/valid/2', 'a/valid/3', 'b/valid/1', 'b/valid/2'],
    ['a/valid/1', 'b/valid/1', 'a/valid/2', 'b/valid/2', 'a/valid/3'],
  ],
  [
    'two kinds of cases',
    ['a/boundary/1', 'a/boundary/2', 'a/invalid/1', 'b/boundary/1'],
    ['a/boundary/1', 'a/invalid/1', 'b/boundary/1', 'a/boundary/2'],
  ],
  [
    'cases with network faults, which come first',
    ['a/response/1', 'a/response/2', 'b/response/1', 'a/fault/1', 'b/fault/1', 'a/fault/2'],
    ['a/fault/1', 'b/fault/1', 'a/fault/2', 'a/response/1', 'b/response/1', 'a/response/2'],
  ],
])('cases are ordered in rounds: %s → $2', (_, given, want) => {
  expect(inRounds(given.map(planned)).map((each) => each.case.id)).toEqual(want);
});
