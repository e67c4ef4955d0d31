import { expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { currentCase, currentEntry } from './earlier-names.js';

const old = { id: 'b', input: { path: { before: 1 } }, before: [{ operation: 'a' }], after: [{ id: 'a', before: [] }] };
const current = {
  id: 'b',
  input: { path: { before: 1 } },
  setup: [{ operation: 'a' }],
  precedingCalls: [{ id: 'a', setup: [] }],
};

it.each<[string, Json, Json]>([
  ['members of the case and of preceding calls are renamed, and members of an input are not', old, current],
  ['a case with current names is unchanged', current, current],
  ['a value that is not a case is unchanged', [1], [1]],
])('a report of an earlier version is read: %s', (_, given, want) => {
  expect(currentCase(given)).toEqual(want);
});

it('old member names in the case of a finding are replaced by the current names', () => {
  expect(currentEntry({ kind: 'finding', finding: { id: 'f', counterexample: old } })).toEqual({
    kind: 'finding',
    finding: { id: 'f', counterexample: current },
  });
  expect(currentEntry({ kind: 'cell', before: 1 })).toEqual({ kind: 'cell', before: 1 });
});
