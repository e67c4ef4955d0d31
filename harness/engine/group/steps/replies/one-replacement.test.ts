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

/** A violation: the surface replaces a text by the fixed text `[redacted]`. */
const SERIAL: Given = { ...SIZE, kind: 'changed', expected: '9007199254740993', received: '[redacted]' };
const NAME: Given = { ...SERIAL, pointer: '/outcome/value/name', cause: '#/name' };

function given(...violations: readonly Given[]): readonly GivenTrial[] {
  return violations.map((violation) => ({ violations: [violation] }));
}

it.each<[string, readonly GivenTrial[], number]>([
  ['the same value that becomes the same text at two places is one finding', given(SIZE, PRICE), 1],
  ['two different values that become the same text are two findings', given(SIZE, { ...PRICE, expected: true }), 2],
  ['the same value that becomes two different texts is two findings', given(SIZE, { ...PRICE, received: 'none' }), 2],
  [
    'two different texts that become the same text at two places are one finding',
    given(SERIAL, { ...NAME, expected: '123' }),
    1,
  ],
  ['one text that becomes the same text at only two places is two findings', given(SERIAL, NAME), 2],
  [
    'one text that becomes the same text at three places is one finding',
    given(SERIAL, NAME, { ...SERIAL, pointer: '/outcome/value/note', cause: '#/note' }),
    1,
  ],
  ['one text that becomes two different texts is two findings', given(SERIAL, { ...NAME, received: '***' }), 2],
  [
    'two texts that are cut to the same text are two findings',
    given({ ...SERIAL, received: '12' }, { ...NAME, expected: '123', received: '12' }),
    2,
  ],
  [
    'the same value that becomes the same text on two surfaces is two findings',
    given(SIZE, { ...PRICE, surface: 'b' }),
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
