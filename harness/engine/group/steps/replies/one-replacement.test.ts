import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const SIZE: Given = {
  rule: 'parity/same-value',
  kind: 'type-changed',
  pointer: '/outcome/value/size',
  cause: '#/size',
  expected: 0,
  received: '–',
};
const PRICE: Given = { ...SIZE, pointer: '/outcome/value/price', cause: '#/price' };

function given(...violations: readonly Given[]): readonly GivenTrial[] {
  return violations.map((violation) => ({ violations: [violation] }));
}

it.each<[string, readonly GivenTrial[], number]>([
  ['the same value that becomes the same text at two places is one finding', given(SIZE, PRICE), 1],
  ['another value with this text is a separate finding', given(SIZE, { ...PRICE, expected: true }), 2],
  ['another text is a separate finding', given(SIZE, { ...PRICE, received: 'none' }), 2],
  ['the same text on another surface is a separate finding', given(SIZE, { ...PRICE, surface: 'b' }), 2],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
