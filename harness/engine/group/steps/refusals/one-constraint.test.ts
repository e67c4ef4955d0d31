import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const SHARED = 'things.yaml#/components/schemas/Limit/minimum';

/** A trial of an operation that accepts a body whose member breaks a keyword. */
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

/** Last column: `true` if all violations become one finding. */
describe('a constraint that two operations do not enforce', () => {
  it.each<[string, readonly [GivenTrial, GivenTrial], boolean]>([
    [
      'is one finding if both refer to one schema',
      [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum', shared)],
      true,
    ],
    [
      'is two findings if they have two schemas',
      [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum')],
      false,
    ],
    [
      'is two findings if values of two types break the type',
      [taken('makeThing', null, 'type', shared), taken('orderThing', [], 'type', shared)],
      false,
    ],
    [
      'is one finding if one text breaks the pattern',
      [taken('makeThing', '1a', 'pattern', PATTERN), taken('orderThing', '1a', 'pattern', PATTERN)],
      true,
    ],
    [
      'is two findings if two texts break the pattern',
      [taken('makeThing', '1a', 'pattern', PATTERN), taken('orderThing', 'a1', 'pattern', PATTERN)],
      false,
    ],
    [
      'is one finding if both replies break the constraint at the same member',
      [
        withReply(taken('makeThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
        withReply(taken('orderThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
      ],
      true,
    ],
    [
      'is two findings if only one of the replies breaks the constraint',
      [
        withReply(taken('makeThing', [1], 'maxItems'), 'maxItems', '/response/body/name'),
        taken('orderThing', [1], 'maxItems'),
      ],
      false,
    ],
    [
      'is two findings if the replies break the constraint at a different member',
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
    ['a third operation enforces the constraint', { listThings: ['minimum /body/name'] }, 2],
    ['a third operation enforces a different constraint', { listThings: ['maximum /body/name'] }, 1],
    ['the operations enforce the constraint for other values', { makeThing: ['minimum /body/name'] }, 1],
  ])('number of findings if %s', async (_, enforced, want) => {
    const trials = [taken('makeThing', 0, 'minimum', shared), taken('orderThing', 0, 'minimum', shared)];
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });

  const both = { makeThing: ['format /body/name'], orderThing: ['format /body/name'] };
  it.each<[string, Readonly<Record<string, readonly string[]>>, string, number]>([
    ['the operations refuse other texts', both, '2026-1-3', 1],
    ['the operations refuse other texts, and each accepts a different text', both, '2026-1-4', 2],
    [
      'the operations and a third operation refuse other texts',
      { ...both, listThings: ['format /body/name'] },
      '2026-1-3',
      1,
    ],
  ])('number of findings for a format, if %s', async (_, enforced, other, want) => {
    const trials = [taken('makeThing', '2026-1-3', 'format'), taken('orderThing', other, 'format')];
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });

  it('is not enforced by a third operation that accepts the same value in another schema', async () => {
    const trials = [
      taken('makeThing', 0, 'minimum', shared),
      taken('orderThing', 0, 'minimum', shared),
      taken('sellThing', 0, 'minimum'),
    ];
    expect(await grouped(trials, { sellThing: ['minimum /body/name'] })).toHaveLength(2);
  });

  it('is a separate finding next to a range whose bounds one operation does not enforce', async () => {
    const trials = [
      taken('makeThing', 0, 'minimum', shared),
      taken('orderThing', 0, 'minimum', shared),
      taken('orderThing', 9, 'maximum'),
    ];
    expect(await grouped(trials)).toHaveLength(2);
  });
});
