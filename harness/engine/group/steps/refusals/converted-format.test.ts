import { expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { CONVERTED_FORMAT_STEP } from './converted-format.js';

type Accepted = readonly [member: string, keyword: string, value: Json];

it.each<readonly [string, readonly Accepted[], number]>([
  [
    'a number and a string of digits at the same place are one finding',
    [
      ['day', 'oneOf', 0],
      ['day', 'format', '0'],
    ],
    1,
  ],
  [
    'a number and another string at the same place are two findings',
    [
      ['day', 'oneOf', 0],
      ['day', 'format', 'no day'],
    ],
    2,
  ],
  [
    'a number and a string of digits at two places are two findings',
    [
      ['day', 'type', 0],
      ['night', 'format', '0'],
    ],
    2,
  ],
  [
    'a number that is too low and a string of digits are two findings',
    [
      ['day', 'minimum', 0],
      ['day', 'format', '0'],
    ],
    2,
  ],
])('%s', async (_, given, want) => {
  const contract = await things();
  const clusters = new Clusters();
  for (const [index, [name, keyword, value]] of given.entries()) {
    const body: Json = { name: 'a', [name]: value };
    const reply = { response: replied(201, body), outcome: { kind: 'value', status: 201, value: body } } as const;
    const expected = { kind: 'rejected', keyword, pointer: `/body/${name}` } as const;
    const trial = trialOf(contract, 'makeThing', { body }, [reply], { expect: expected });
    const { broken } = judge(trial, contextOf(contract, { isolated: false }));
    clusters.add(
      { trial, index, backend: 'live' },
      broken.filter(({ rule }) => rule.id === 'conformance/invalid-rejected'),
    );
  }
  expect(CONVERTED_FORMAT_STEP.apply(clusters.inOrder(), clusters)).toHaveLength(want);
});
