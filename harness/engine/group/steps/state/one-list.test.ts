import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const NOT_LISTED: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'not-listed',
  pointer: '/response/body/items',
};
const COUNTED: Given = {
  blame: 'backend',
  rule: 'state/total',
  kind: 'wrong-total',
  pointer: '/response/body/total',
};
const UNORDERED: Given = { blame: 'backend', rule: 'state/serial-order', kind: 'no-serial-order', pointer: '/state' };

/** `true`: one finding. */
describe('a list that lacks items', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['lacks them after concurrent calls, too', [{ violations: [NOT_LISTED] }, { violations: [UNORDERED] }], true],
    ['states another number of elements', [{ violations: [NOT_LISTED] }, { violations: [COUNTED] }], true],
    [
      'is not a cause for a number that is wrong where elements have other values',
      [{ violations: [{ ...NOT_LISTED, kind: 'listed-differently' }] }, { violations: [COUNTED] }],
      false,
    ],
    [
      'is not a cause for a value that is lost by concurrent calls',
      [{ violations: [{ ...NOT_LISTED, kind: 'listed-differently' }] }, { violations: [UNORDERED] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});
