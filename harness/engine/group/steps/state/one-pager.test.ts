import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

/** A page of a list that is longer than its limit. All such lists have the same parameters for pages. */
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

/** Last column: `true` if all violations become one finding. */
describe('a fault of two lists that are paged by the same parameters', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['is one finding', [longer('makeThing'), longer('orderThing')], true],
    [
      'is two findings if the lists have different parameters',
      [longer('makeThing', { sharedBy: [] }), longer('orderThing', { sharedBy: [] })],
      false,
    ],
    [
      'is two findings if a third list does not show the fault',
      [longer('makeThing', { sharedBy: THREE }), longer('orderThing', { sharedBy: THREE })],
      false,
    ],
    [
      'is two findings if one list has too few elements and the other too many',
      [longer('makeThing', PARTS), longer('orderThing', { ...PARTS, expected: 11, received: 10 })],
      false,
    ],
    [
      'is two findings if the violations have different kinds',
      [longer('makeThing', PARTS), longer('orderThing', { ...PARTS, kind: 'element-repeated' })],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect(await grouped(trials)).toHaveLength(isOne ? 1 : 2);
  });
});
