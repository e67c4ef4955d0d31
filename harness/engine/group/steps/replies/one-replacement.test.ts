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

/** Texts that become one fixed text. */
const SERIAL: Given = { ...SIZE, kind: 'changed', expected: '9007199254740993', received: '[redacted]' };
const NAME: Given = { ...SERIAL, pointer: '/outcome/value/name', cause: '#/name' };

function given(...violations: readonly Given[]): readonly GivenTrial[] {
  return violations.map((violation) => ({ violations: [violation] }));
}

it.each<[string, readonly GivenTrial[], number]>([
  ['the same value that becomes the same text at two places is one finding', given(SIZE, PRICE), 1],
  ['another value with this text is a separate finding', given(SIZE, { ...PRICE, expected: true }), 2],
  ['another text is a separate finding', given(SIZE, { ...PRICE, received: 'none' }), 2],
  ['texts that become one fixed text at two places are one finding', given(SERIAL, { ...NAME, expected: '123' }), 1],
  ['a text that becomes one fixed text at two places is two findings', given(SERIAL, NAME), 2],
  [
    'a text that becomes one fixed text at three places is one finding',
    given(SERIAL, NAME, { ...SERIAL, pointer: '/outcome/value/note', cause: '#/note' }),
    1,
  ],
  ['a text that becomes another fixed text is a separate finding', given(SERIAL, { ...NAME, received: '***' }), 2],
  [
    'a text that is cut to the same text is a separate finding',
    given({ ...SERIAL, received: '12' }, { ...NAME, expected: '123', received: '12' }),
    2,
  ],
  ['the same text on another surface is a separate finding', given(SIZE, { ...PRICE, surface: 'b' }), 2],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
