import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

/** A violation: a page has more elements than its limit. The operations share the paging parameters. */
function longer(operation: string, about: Partial<Given> = {}): GivenTrial {
  const sharedBy = ['makeThing', 'orderThing'] as unknown as NonNullable<Given['sharedBy']>;
  const page: Given = {
    blame: 'backend',
    rule: 'state/page-size',
    kind: 'longer-than-limit',
    pointer: '/response/body/items',
    cause: operation,
    expected: 10,
    received: 11,
    sharedBy,
    ...about,
  };
  return { operation, violations: [page] };
}

const PARTS = { rule: 'state/partition', kind: 'elements-differ', pointer: '/state/pages' };
const THREE = ['listThings', 'makeThing', 'orderThing'] as unknown as NonNullable<Given['sharedBy']>;
const TOTAL = {
  rule: 'state/total',
  kind: 'wrong-total',
  pointer: '/response/body/total',
  expected: 2,
  received: 1,
  sharedBy: THREE,
};
const KEY = { rule: 'state/repeated', kind: 'repeated-effect', pointer: '/state', sharedBy: THREE };
const FOUR = ['makeThing', 'orderThing', 'sellThing', 'dropThing'] as unknown as NonNullable<Given['sharedBy']>;

describe('violations of lists with the same paging parameters are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean, (readonly string[])?]>([
    [
      'a fault of two lists with the same paging parameters is one finding',
      [longer('makeThing'), longer('orderThing')],
      true,
    ],
    [
      'a fault of two lists with different paging parameters is two findings',
      [longer('makeThing', { sharedBy: [] }), longer('orderThing', { sharedBy: [] })],
      false,
    ],
    [
      'a fault of two lists is two findings if a third list with the same paging parameters does not have the fault',
      [longer('makeThing', { sharedBy: THREE }), longer('orderThing', { sharedBy: THREE })],
      false,
      ['several pages'],
    ],
    [
      'a fault of two lists is one finding if a third list with the same paging parameters never has several pages',
      [longer('makeThing', { sharedBy: THREE }), longer('orderThing', { sharedBy: THREE })],
      true,
    ],
    [
      'wrong totals of two lists are one finding if a third list never has several pages',
      [longer('makeThing', TOTAL), longer('orderThing', TOTAL)],
      true,
    ],
    [
      'wrong totals of two lists are two findings if the total of a third list with several pages is right',
      [longer('makeThing', TOTAL), longer('orderThing', TOTAL)],
      false,
      ['several pages'],
    ],
    [
      'a total that is too small and a total that is too large are two findings',
      [longer('makeThing', TOTAL), longer('orderThing', { ...TOTAL, received: 9 })],
      false,
    ],
    [
      'wrong totals on two surfaces are two findings',
      [longer('makeThing', TOTAL), longer('orderThing', { ...TOTAL, blame: 'surface' })],
      false,
    ],
    [
      'repeated keys that two operations ignore are two findings if a third operation with the key is not wrong',
      [longer('makeThing', KEY), longer('orderThing', KEY)],
      false,
    ],
    [
      'a fault of three lists is one finding, even if a fourth list with the same paging parameters does not have the fault',
      ['makeThing', 'orderThing', 'sellThing'].map((id) => longer(id, { sharedBy: FOUR })),
      true,
    ],
    [
      'a list with too few elements and a list with too many elements are two findings',
      [longer('makeThing', PARTS), longer('orderThing', { ...PARTS, expected: 11, received: 10 })],
      false,
    ],
    [
      'two violations of different kinds in two lists are two findings',
      [longer('makeThing', PARTS), longer('orderThing', { ...PARTS, kind: 'element-repeated' })],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne, shown = []) => {
    expect(await grouped(trials, { listThings: shown })).toHaveLength(isOne ? 1 : 2);
  });
});
