import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const LOST: Given = {
  rule: 'parity/same-value',
  kind: 'missing',
  pointer: '/outcome/value/results/0/label',
  cause: 'file:///a#/components/schemas/Summary/properties/label',
};
const LOST_IN_ITEM: Given = {
  ...LOST,
  pointer: '/outcome/value/label',
  cause: 'file:///a#/components/schemas/Parcel/properties/label',
};
const LOST_OF_PROBLEM: Given = {
  rule: 'parity/same-rejection',
  kind: 'missing',
  pointer: '/outcome/problem/instance',
  cause: 'file:///a#/components/schemas/Problem/properties/instance',
};
const LOST_OF_MAP: Given = { ...LOST, pointer: '/outcome/value/by_id/a', cause: '/outcome/value/by_id/*' };
const each = (...given: readonly Given[]): readonly GivenTrial[] => given.map((one) => ({ violations: [one] }));

it.each<[string, readonly GivenTrial[], number]>([
  ['a member that is lost from items and from lists is one finding', each(LOST, LOST_IN_ITEM), 1],
  [
    'an undocumented member that is lost at several levels is one finding',
    each(
      { ...LOST, pointer: '/outcome/value/extra', cause: '/outcome/value/extra' },
      { ...LOST, pointer: '/outcome/value/0/extra', cause: '/outcome/value/*/extra' },
    ),
    1,
  ],
  [
    'two lost members with different names are two findings',
    each(LOST, {
      ...LOST_IN_ITEM,
      pointer: '/outcome/value/note',
      cause: 'file:///a#/components/schemas/Parcel/properties/note',
    }),
    2,
  ],
  ['a member that two surfaces lose is two findings', each(LOST, { ...LOST_IN_ITEM, surface: 'b' }), 2],
  [
    'a lost member and a member with another type are two findings',
    each(LOST, { ...LOST_IN_ITEM, kind: 'type-changed' }),
    2,
  ],
  [
    'a lost member of problems that some schemas name and some do not is one finding',
    each(LOST_OF_PROBLEM, { ...LOST_OF_PROBLEM, kind: 'unknown-missing', cause: '/outcome/problem/instance' }),
    1,
  ],
  [
    'a lost member of problems and other lost members that no schema names are two findings',
    each(LOST_OF_PROBLEM, {
      ...LOST_OF_PROBLEM,
      kind: 'unknown-missing',
      pointer: '/outcome/problem/x',
      cause: '/outcome/problem/x',
    }),
    2,
  ],
  [
    'two changed members with the same name are two findings',
    each({ ...LOST, kind: 'changed' }, { ...LOST_IN_ITEM, kind: 'changed' }),
    2,
  ],
  ['two lost members of one reply with the same name are two findings', [{ violations: [LOST, LOST_IN_ITEM] }], 2],
  [
    'three lost members of one reply with the same name are one finding',
    [
      {
        violations: [
          LOST,
          LOST_IN_ITEM,
          { ...LOST, pointer: '/outcome/value/box/label', cause: '#/Box/properties/label' },
        ],
      },
    ],
    1,
  ],
  [
    'lost entries of two maps are two findings',
    each(LOST_OF_MAP, { ...LOST_OF_MAP, pointer: '/outcome/value/by_name/b', cause: '/outcome/value/by_name/*' }),
    2,
  ],
])('lost members of replies are grouped into findings: %s', async (_, given, want) => {
  expect(await grouped(given)).toHaveLength(want);
});
