import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const FROM: Given = {
  blame: 'backend',
  rule: 'state/echo',
  pointer: '/response/body/from',
  cause: 'makeThing from',
  expected: 'a',
  received: 'b',
};
const TO: Given = { ...FROM, pointer: '/response/body/to', cause: 'makeThing to', expected: 'b', received: 'a' };

/** A member of a contact that is null in place of a text. */
function nullAt(name: string): Given {
  return {
    blame: 'backend',
    rule: 'conformance/response-body',
    kind: 'type',
    pointer: `/response/body/contact/${name}`,
    cause: `#/components/schemas/Contact/properties/${name}/type`,
    received: null,
  };
}

const NUMBER: Given = { ...nullAt('email'), received: 1 };
const MERGED: Given = {
  blame: 'backend',
  rule: 'state/updated',
  kind: 'not-merged',
  pointer: '/response/body/contact',
  cause: 'makeThing',
  expected: { name: 'a' },
  received: { phone: null },
};
const each = (...given: readonly Given[]): readonly GivenTrial[] => given.map((one) => ({ violations: [one] }));

describe.each<[string, readonly (readonly [string, readonly GivenTrial[], number])[]]>([
  [
    'two members that differ',
    [
      ['have the values of each other', [{ violations: [FROM, TO] }], 1],
      ['have other values', [{ violations: [FROM, { ...TO, received: 'c' }] }], 2],
      ['have the values of each other in different trials', [...each(FROM), ...each(TO)], 2],
      [
        'are exchanged booleans',
        [
          {
            violations: [
              { ...FROM, expected: true, received: false },
              { ...TO, expected: false, received: true },
            ],
          },
        ],
        2,
      ],
      ['are in different objects', [{ violations: [FROM, { ...TO, pointer: '/response/body/of/to' }] }], 2],
    ],
  ],
  [
    'members that are null in place of their type',
    [
      ['are three', each(nullAt('name'), nullAt('email'), nullAt('phone')), 1],
      ['are two, in different trials', each(nullAt('name'), nullAt('email')), 2],
      ['are two, and the third has a number', each(nullAt('name'), nullAt('phone'), NUMBER), 3],
      ['are stored by a merge patch', each(nullAt('phone'), MERGED), 1],
      ['are not those that a merge patch stored', each(nullAt('email'), MERGED), 2],
      [
        'are not in the object that a merge patch stored',
        each(nullAt('phone'), { ...MERGED, pointer: '/response/body/owner' }),
        2,
      ],
      ['are in the replies of another operation', each(nullAt('phone'), { ...MERGED, cause: 'patchThing' }), 2],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s (findings: $2)', async (__, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});
