import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { NULL_MEMBERS_STEP } from './null-members.js';

const CHECKED = ['type /body/size', 'convertible type /body/room'];

interface Row {
  readonly given: JsonObject;
  readonly enforced: readonly string[];
  readonly want: readonly (string | undefined)[];
}

it.each<readonly [string, Row]>([
  [
    'joins members that accept null, and refuse other values',
    {
      given: { size: null, room: null },
      enforced: CHECKED,
      want: [
        'The service accepts null for 2 members whose types exclude it, and refuses other values of a wrong type.',
      ],
    },
  ],
  [
    'does not join a member that refuses no value',
    { given: { size: null, room: null }, enforced: ['type /body/size'], want: [undefined, undefined] },
  ],
  [
    'does not join a member that accepts another value',
    { given: { size: null, room: 5 }, enforced: CHECKED, want: [undefined, undefined] },
  ],
  ['keeps a single member', { given: { size: null }, enforced: CHECKED, want: [undefined] }],
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
