import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const SHARED = 'things.yaml#/components/schemas/Limit/minimum';

/** A trial in which an operation accepts a body with a member that breaks a keyword. */
function taken(operation: string, body: GivenTrial['body'], keyword: string, about: Partial<Given> = {}): GivenTrial {
  const accepted: Given = {
    blame: 'backend',
    rule: 'conformance/invalid-rejected',
    kind: 'invalid-accepted',
    pointer: '/body/name',
    cause: `${operation} ${keyword} /body/name`,
    status: 200,
    ...about,
  };
  return {
    operation,
    violations: [accepted],
    body: { name: body ?? null },
    expect: { kind: 'rejected', keyword, pointer: '/body/name' },
  };
}

function withReply(trial: GivenTrial, kind: string, pointer: string): GivenTrial {
  const cause = `things.yaml#/components/schemas/Thing/properties/name/${kind}`;
  const reply: Given = { blame: 'backend', rule: 'conformance/response-body', kind, pointer, cause, status: 200 };
  return { ...trial, violations: [...trial.violations, reply] };
}

const shared = { shared: SHARED };
const PATTERN = { shared: 'things.yaml#/components/schemas/Amount/pattern' };

describe('unenforced constraints of two operations are grouped into findings', () => {
  it.each<[string, readonly [GivenTrial, GivenTrial], boolean]>([
    [
      'one unenforced constraint of a schema that two operations share is one finding',
      [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum', shared)],
      true,
    ],
    [
      'one unenforced constraint in the schemas of two operations is two findings',
      [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum')],
      false,
    ],
    [
      'an unenforced type is two findings if the accepted values have different types',
      [taken('makeThing', null, 'type', shared), taken('orderThing', [], 'type', shared)],
      false,
    ],
    [
      'an unenforced pattern is one finding if both operations accept the same string',
      [taken('makeThing', '1a', 'pattern', PATTERN), taken('orderThing', '1a', 'pattern', PATTERN)],
      true,
    ],
    [
      'an unenforced pattern is two findings if the operations accept different strings',
      [taken('makeThing', '1a', 'pattern', PATTERN), taken('orderThing', 'a1', 'pattern', PATTERN)],
      false,
    ],
    [
      'an unenforced constraint is one finding if both replies break it at the member of the request',
      [
        withReply(taken('makeThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
        withReply(taken('orderThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
      ],
      true,
    ],
    [
      'an unenforced constraint is two findings if only one of the replies breaks it',
      [
        withReply(taken('makeThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
        taken('orderThing', [1], 'maxItems'),
      ],
      false,
    ],
    [
      'an unenforced constraint is two findings if both replies break it at a different member from the request',
      [
        withReply(taken('makeThing', [1], 'maxItems'), 'maxItems', '/response/body/tags'),
        withReply(taken('orderThing', [1], 'maxItems'), 'maxItems', '/response/body/tags'),
      ],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });

  it.each([
    ['a third operation enforces the unenforced constraint', { listThings: ['minimum /body/name'] }, 2],
    ['a third operation enforces only a different constraint', { listThings: ['maximum /body/name'] }, 1],
    ['the same operations refuse other values that break the constraint', { makeThing: ['minimum /body/name'] }, 1],
    [
      'both operations and a third operation refuse other values that break the constraint',
      { makeThing: ['minimum /body/name'], orderThing: ['minimum /body/name'], listThings: ['minimum /body/name'] },
      1,
    ],
    [
      'one of the operations and a third operation refuse other values that break the constraint',
      { makeThing: ['minimum /body/name'], listThings: ['minimum /body/name'] },
      2,
    ],
  ])('groups a constraint that two operations do not enforce: %s (findings: $2)', async (_, enforced, want) => {
    const trials = [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum', shared)];
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });

  const both = { makeThing: ['format /body/name'], orderThing: ['format /body/name'] };
  it.each<[string, Readonly<Record<string, readonly string[]>>, string, number]>([
    ['two operations accept the same invalid string and refuse other invalid strings', both, '2026-1-3', 1],
    ['two operations accept different invalid strings and refuse other invalid strings', both, '2026-1-4', 2],
    ['one operation accepts an invalid date and one a number, and both refuse other invalid strings', both, '7', 2],
    [
      'two operations accept the same invalid string, and a third operation refuses other invalid strings',
      { ...both, listThings: ['format /body/name'] },
      '2026-1-3',
      1,
    ],
  ])('groups an unenforced format: %s (findings: $3)', async (_, enforced, other, want) => {
    const trials = [taken('makeThing', '2026-1-3', 'format'), taken('orderThing', other, 'format')];
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly Json[], number]>([
    ['two numbers, and both operations refuse other strings', both, ['0', 7], 1],
    ['two numbers, and one operation refuses no other string', { makeThing: both.makeThing }, ['0', 7], 2],
  ])('groups numbers that are accepted in place of a format: %s (findings: $3)', async (_, enforced, values, want) => {
    const [one = null, other = null] = values;
    expect(
      await grouped([taken('makeThing', one, 'format'), taken('orderThing', other, 'format')], enforced),
    ).toHaveLength(want);
  });

  it.each<[string, Partial<Given>, Readonly<Record<string, readonly string[]>>, number]>([
    ['has the same schema, and both operations refuse other strings', PATTERN, both, 1],
    ['has another schema', {}, both, 2],
    [
      'has the same schema, and the operation with the 404 refuses no other string',
      PATTERN,
      { makeThing: both.makeThing },
      2,
    ],
  ])(
    'an invalid string gets a 404, and another operation accepts an invalid string, which %s (findings: $3)',
    async (_, about, enforced, want) => {
      const sought = {
        ...about,
        kind: 'invalid-answered-otherwise',
        status: 404,
        cause: 'invalid-answered-otherwise 404',
      };
      const trials = [taken('makeThing', 'ab\n', 'format', PATTERN), taken('orderThing', 'cd\n', 'format', sought)];
      expect(await grouped(trials, enforced)).toHaveLength(want);
    },
  );

  /** A trial in which an operation accepts a value in place of a boolean in the query. */
  const switched = (operation: string, name: string, value: Json, keyword: string): GivenTrial => {
    const pointer = `/query/${name}`;
    const trial = taken(operation, 'a', keyword, { pointer, cause: `${operation} ${keyword} ${pointer}` });
    return { ...trial, query: { [name]: value }, expect: { kind: 'rejected', keyword, pointer } };
  };
  const refusing = { makeThing: ['type /query/all'], orderThing: ['anyOf /query/error'] };
  it.each<[string, Json, Readonly<Record<string, readonly string[]>>, number]>([
    ['0 and 1, and refuses other values', 1, refusing, 1],
    ['0 and 1, and refuses other values at one place only', 1, { makeThing: refusing.makeThing }, 2],
    ['0 and a text, and refuses other values', 'maybe', refusing, 2],
  ])('in place of booleans, a service accepts %s (findings: $3)', async (_, other, enforced, want) => {
    const trials = [switched('makeThing', 'all', 0, 'type'), switched('orderThing', 'error', other, 'anyOf')];
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });

  it('a third operation that accepts the same value in another schema does not enforce the constraint', async () => {
    const trials = [
      taken('makeThing', 0, 'minimum', shared),
      taken('orderThing', 0, 'minimum', shared),
      taken('sellThing', 0, 'minimum'),
    ];
    expect(await grouped(trials, { sellThing: ['minimum /body/name'] })).toHaveLength(2);
  });

  it('an unenforced constraint of two operations is a separate finding from an unenforced range of one of them', async () => {
    const trials = [
      taken('makeThing', 0, 'minimum', shared),
      taken('orderThing', 0, 'minimum', shared),
      taken('orderThing', 9, 'maximum'),
    ];
    expect(await grouped(trials)).toHaveLength(2);
  });
});
