import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const VALUE: Given = { rule: 'parity/same-value', kind: 'null-became-omitted', pointer: '/outcome/value/note' };
const PROBLEM: Given = { rule: 'parity/same-rejection', kind: 'missing', pointer: '/outcome/problem/status' };
const TEXT: Given = { rule: 'conformance/result-text', kind: 'text-different', pointer: '/outcome/text', cause: '' };

const trial = (...violations: readonly Given[]): GivenTrial => ({ violations });

it.each<[string, readonly GivenTrial[], number]>([
  ['forms one finding with a wrong value of the same result', [trial(VALUE, TEXT), trial(TEXT)], 1],
  ['forms one finding with a wrong problem of the same result', [trial(PROBLEM, TEXT), trial(TEXT)], 1],
  ['is a separate finding from a wrong value of another result', [trial(VALUE), trial(TEXT)], 2],
  [
    'is a separate finding from a wrong value on another surface',
    [trial({ ...VALUE, surface: 'b' }, TEXT), trial(TEXT)],
    2,
  ],
])('a text that differs from the structured content of its tool result %s', async (_, trials, want) => {
  expect((await grouped(trials)).length).toBe(want);
});
