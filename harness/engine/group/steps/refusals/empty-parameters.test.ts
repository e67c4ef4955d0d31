import { expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import type { OperationId } from '../../../../../contract/operation.js';
import { contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { notesContract } from '../../../../miniatures/workloads.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { EMPTY_PARAMETERS_STEP } from './empty-parameters.js';

const ENFORCED = ['type /query/limit', 'type /query/since'];

it.each<
  [
    string,
    {
      readonly given: readonly (readonly [name: string, value: Json, keyword?: string])[];
      readonly enforced: readonly string[];
      readonly want: number;
    },
  ]
>([
  [
    'makes one finding of several parameters that the service accepts with an empty value',
    {
      given: [
        ['limit', ''],
        ['since', ''],
      ],
      enforced: ENFORCED,
      want: 1,
    },
  ],
  [
    'makes one finding of empty strings where at least one character is required',
    {
      given: [
        ['limit', ''],
        ['since', '', 'minLength'],
      ],
      enforced: ['type /query/limit'],
      want: 1,
    },
  ],
  [
    'makes a separate finding of a parameter without any enforced constraint',
    {
      given: [
        ['limit', ''],
        ['since', ''],
      ],
      enforced: ['type /query/limit'],
      want: 2,
    },
  ],
  [
    'makes a separate finding of an invalid value that is not empty',
    {
      given: [
        ['limit', ''],
        ['since', 'a'],
      ],
      enforced: ENFORCED,
      want: 2,
    },
  ],
])('the grouping step for empty parameters %s', async (_, { given, enforced, want }) => {
  const contract = await notesContract();
  const clusters = new Clusters();
  for (const [index, [name, value, keyword = 'type']] of given.entries()) {
    const seen = { response: replied(200, []), outcome: { kind: 'value', status: 200, value: [] } } as const;
    const made = trialOf(contract, 'listNotes', { query: { [name]: value } }, [seen]);
    const promised = { kind: 'rejected', keyword, pointer: `/query/${name}` } as const;
    const trial = { ...made, case: { ...made.case, expect: promised } };
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  const taken = clusters.inOrder().filter(({ rule }) => rule.id === 'conformance/invalid-rejected');
  expect(taken).toHaveLength(2);
  const facts = { enforced: new Map([['listNotes' as OperationId, new Set(enforced)]]) };
  expect(EMPTY_PARAMETERS_STEP.apply(taken, facts)).toHaveLength(want);
});
