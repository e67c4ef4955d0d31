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
const FOUR = ['makeThing', 'orderThing', 'sellThing', 'dropThing'] as unknown as NonNullable<Given['sharedBy']>;

describe('violations of lists with the same paging parameters are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
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
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect(await grouped(trials)).toHaveLength(isOne ? 1 : 2);
  });
});
