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

/** A violation: the contact in the reply has null instead of a string in this member. */
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
/** A violation: the caller does not receive this member of a problem document. */
function lost(name: string, kind = 'missing'): Given {
  return { rule: 'parity/same-rejection', kind, pointer: `/outcome/problem/${name}`, cause: name };
}

/** A violation: the surface sends a query parameter that the caller omitted. */
function sent(name: string, received = 'undefined'): Given {
  return { rule: 'parity/same-request', kind: 'unexpected', pointer: `/query/${name}`, cause: name, received };
}

const each = (...given: readonly Given[]): readonly GivenTrial[] => given.map((one) => ({ violations: [one] }));

describe.each<[string, readonly (readonly [string, readonly GivenTrial[], number])[]]>([
  [
    'changed members of an object are grouped into findings',
    [
      ['two members with exchanged strings are one finding', [{ violations: [FROM, TO] }], 1],
      [
        'two members with unrelated wrong strings are two findings',
        [{ violations: [FROM, { ...TO, received: 'c' }] }],
        2,
      ],
      ['two members with exchanged strings in different trials are two findings', [...each(FROM), ...each(TO)], 2],
      [
        'two members with exchanged booleans are two findings',
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
      [
        'two members of different objects with exchanged strings are two findings',
        [{ violations: [FROM, { ...TO, pointer: '/response/body/of/to' }] }],
        2,
      ],
    ],
  ],
  [
    'lost and added members of an object are grouped into findings',
    [
      ['two omitted parameters that are sent as `undefined` are one finding', each(sent('limit'), sent('cursor')), 1],
      [
        'two omitted parameters that are sent with values are two findings',
        each(sent('limit', 'a'), sent('cursor', 'a')),
        2,
      ],
      [
        'two known members and an unknown member that a problem document loses are one finding',
        each(lost('instance'), lost('errors'), lost('x_unknown', 'unknown-missing')),
        1,
      ],
      [
        'one known member and an unknown member that a problem document loses are two findings',
        each(lost('errors'), lost('x', 'unknown-missing')),
        2,
      ],
    ],
  ],
  [
    'null members of an object are grouped into findings',
    [
      [
        'three members that are null instead of a string are one finding',
        each(nullAt('name'), nullAt('email'), nullAt('phone')),
        1,
      ],
      [
        'two members that are null instead of a string, in different trials, are two findings',
        each(nullAt('name'), nullAt('email')),
        2,
      ],
      [
        'two members in different objects are one finding if the requests set them to null',
        [
          { violations: [nullAt('name')], body: { contact: { name: null } } },
          { violations: [{ ...nullAt('theme'), pointer: '/response/body/theme' }], body: { theme: null } },
        ],
        1,
      ],
      [
        'two members in different objects are two findings if one of the requests omits its member',
        [
          { violations: [nullAt('name')], body: { contact: { name: null } } },
          { violations: [{ ...nullAt('theme'), pointer: '/response/body/theme' }], body: {} },
        ],
        2,
      ],
      [
        'two members that are null and one that is a number are three findings',
        each(nullAt('name'), nullAt('phone'), NUMBER),
        3,
      ],
      [
        'a null member and the fault of the merge patch that stored it are one finding',
        each(nullAt('phone'), MERGED),
        1,
      ],
      [
        'a null member is a separate finding from the fault of a merge patch that stored another null',
        each(nullAt('email'), MERGED),
        2,
      ],
      [
        'a null member is a separate finding from the fault of a merge patch that stored null in another object',
        each(nullAt('phone'), { ...MERGED, pointer: '/response/body/owner' }),
        2,
      ],
      [
        'a null member is a separate finding from the fault of a merge patch by another operation',
        each(nullAt('phone'), { ...MERGED, cause: 'patchThing' }),
        2,
      ],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s (findings: $2)', async (__, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});
