import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';
import { NULL_MEMBERS_STEP } from './null-members.js';

const CHECKED = ['type /body/size', 'convertible type /body/room'];

interface Row {
  readonly given: JsonObject;
  readonly enforced: readonly string[];
  readonly want: readonly (string | undefined)[];
}

it.each<readonly [string, Row]>([
  [
    'two members that accept null and refuse other wrong types are one finding',
    {
      given: { size: null, room: null },
      enforced: CHECKED,
      want: [
        'The service accepts null at 2 places where the type excludes it, and refuses other values of a wrong type.',
      ],
    },
  ],
  [
    'two members that accept null are two findings if one of them refuses no value',
    { given: { size: null, room: null }, enforced: ['type /body/size'], want: [undefined, undefined] },
  ],
  [
    'two members are two findings if one accepts null and the other accepts a number',
    { given: { size: null, room: 5 }, enforced: CHECKED, want: [undefined, undefined] },
  ],
  [
    'a single member that accepts null is one finding, without a summary',
    { given: { size: null }, enforced: CHECKED, want: [undefined] },
  ],
])('%s', async (_, { given, enforced, want }) => {
  const contract = await things();
  const clusters = new Clusters();
  clusters.enforce('makeThing' as never, enforced);
  for (const [index, [name, value]] of Object.entries(given).entries()) {
    const body: Json = { name: 'a', [name]: value };
    const reply = { response: replied(201, body), outcome: { kind: 'value', status: 201, value: body } } as const;
    const expected = { kind: 'rejected', keyword: 'type', pointer: `/body/${name}` } as const;
    const trial = trialOf(contract, 'makeThing', { body }, [reply], { expect: expected });
    const { broken } = judge(trial, contextOf(contract, { isolated: false }));
    clusters.add(
      { trial, index, backend: 'live' },
      broken.filter(({ rule }) => rule.id === 'conformance/invalid-rejected'),
    );
  }
  const found = NULL_MEMBERS_STEP.apply(clusters.inOrder(), clusters);
  expect(found.map(({ summary }) => summary)).toEqual(want);
});

it.each<readonly [string, readonly Json[], number]>([
  ['null', [null, null], 1],
  ['null and a text', [null, 'a'], 2],
])('two operations accept bodies of a wrong type: %s (findings: $2)', async (_, bodies, want) => {
  const trials = ['makeThing', 'orderThing'].map((operation, index): GivenTrial => {
    const accepted = { rule: 'conformance/invalid-rejected', kind: 'invalid-accepted', pointer: '/body' };
    return {
      operation,
      body: bodies[index] ?? null,
      violations: [{ ...accepted, blame: 'backend', status: 200, cause: `${operation} type /body` }],
      expect: { kind: 'rejected', keyword: 'type', pointer: '/body' },
    };
  });
  expect(await grouped(trials)).toHaveLength(want);
});
