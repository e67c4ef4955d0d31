import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { type Cluster, Clusters } from '../../cluster.js';
import { SWITCHED_OFF_STEP } from './not-validated.js';

interface Given {
  /** Members with a value of a wrong type that the service accepts. */
  readonly accepted: JsonObject;
  readonly enforced: readonly string[];
}

/** The findings for a service that accepts values of a wrong type. */
async function grouped({ accepted, enforced }: Given): Promise<readonly Cluster[]> {
  const contract = await things();
  const clusters = new Clusters();
  clusters.enforce('makeThing' as never, enforced);
  for (const [index, [name, value]] of Object.entries(accepted).entries()) {
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
  return SWITCHED_OFF_STEP.apply(clusters.inOrder(), clusters);
}

const TEXTS = ['convertible type /body/title', 'convertible type /body/note'];

test.each<readonly [string, Given, number]>([
  [
    'two members accept numbers as strings, and string members refuse numbers',
    { accepted: { rank: '1', size: '2' }, enforced: TEXTS },
    1,
  ],
  [
    'two members accept numbers as strings, and a third member refuses them',
    { accepted: { rank: '1', size: '2' }, enforced: ['convertible text /body/year', ...TEXTS] },
    2,
  ],
  [
    'two members accept numbers as strings, and a third member refuses a text that is not a number',
    { accepted: { rank: '1', size: '2' }, enforced: ['unclear text /body/year', ...TEXTS] },
    1,
  ],
  [
    'two string members accept numbers, and other string members refuse them',
    { accepted: { rank: 1, size: 2 }, enforced: TEXTS },
    2,
  ],
  [
    'two number members accept strings, one string member accepts a number, and other string members refuse numbers',
    { accepted: { rank: '1', size: '2', title: 3 }, enforced: ['convertible type /body/note', ...TEXTS.slice(1)] },
    2,
  ],
  [
    'two boolean members accept numbers but refuse strings, and string members refuse numbers',
    {
      accepted: { rank: 1, size: 2 },
      enforced: ['convertible text /body/rank', 'convertible text /body/size', ...TEXTS],
    },
    1,
  ],
])('groups accepted values of a wrong type: %s (findings: $2)', async (_, given, want) => {
  expect(await grouped(given)).toHaveLength(want);
});
