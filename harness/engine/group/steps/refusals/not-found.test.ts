import { beforeAll, expect, it } from 'vitest';
import type { Expectation } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import { type SeenCall, contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { notesContract } from '../../../../miniatures/workloads.js';
import { NOT_FOUND_STEP } from './not-found.js';
import { type Cluster, Clusters } from '../../cluster.js';
import { judge } from '../../../judge/judge.js';

let contract: Contract;
beforeAll(async () => {
  contract = await notesContract();
});

type Given = readonly [kind: 'accepted' | 'accepted-or-absent' | 'absent', status: number];

function clustersOf(given: readonly Given[]): Clusters {
  const clusters = new Clusters();
  for (const [index, [kind, status]] of given.entries()) {
    const problem = { type: 'urn:problem-type:x', title: 'No.', status };
    const seen: SeenCall = { response: replied(status, problem), outcome: { kind: 'problem', status, problem } };
    const made = trialOf(contract, 'getNote', { path: { note_id: 'aaa' } }, [seen]);
    const trial = { ...made, case: { ...made.case, expect: { kind } satisfies Expectation } };
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  return clusters;
}

function grouped(clusters: Clusters): readonly Cluster[] {
  return NOT_FOUND_STEP.apply(clusters.inOrder(), clusters);
}

const ABSENT = 'conformance/invalid-rejected absent-answered-otherwise';
const REFUSED = 'conformance/valid-accepted valid-refused';

it.each<[string, readonly Given[], readonly string[]]>([
  [
    'an unknown id that is refused with a wrong status',
    [
      ['accepted-or-absent', 422],
      ['absent', 422],
    ],
    [ABSENT],
  ],
  [
    'an unknown id and a known id that are refused with the same wrong status',
    [
      ['accepted-or-absent', 422],
      ['accepted', 422],
      ['absent', 422],
    ],
    [REFUSED],
  ],
  [
    'an unknown id that is refused with two wrong statuses',
    [
      ['accepted-or-absent', 401],
      ['absent', 422],
    ],
    [REFUSED, ABSENT],
  ],
  ['a known id that is refused, while unknown ids show no violation', [['accepted-or-absent', 422]], [REFUSED]],
])('the findings for refused ids break these rules: %s → $2', (_, given, want) => {
  const kept = grouped(clustersOf(given)).filter(({ smallest }) => smallest.violation.pointer === '/response/status');
  expect(kept.map(({ rule, smallest }) => `${rule.id} ${smallest.violation.kind}`)).toEqual(want);
});

it.each<
  [string, readonly (readonly [operation: string, kind: 'accepted' | 'rejected', status: number])[], readonly string[]]
>([
  [
    'one operation that the service does not offer',
    [
      ['createNote', 'accepted', 404],
      ['createNote', 'rejected', 404],
    ],
    [REFUSED],
  ],
  [
    'several operations that the service does not offer',
    [
      ['createNote', 'accepted', 404],
      ['createNote', 'rejected', 404],
      ['listNotes', 'accepted', 404],
      ['listNotes', 'rejected', 404],
    ],
    [REFUSED],
  ],
  [
    'an operation that answers 404 only to invalid inputs',
    [
      ['createNote', 'accepted', 404],
      ['listNotes', 'rejected', 404],
    ],
    [REFUSED, 'conformance/invalid-rejected invalid-answered-otherwise'],
  ],
])('the findings for replies with 404 break these rules: %s → $2', (_, given, want) => {
  const clusters = new Clusters();
  for (const [index, [operation, kind, status]] of given.entries()) {
    const problem = { type: 'urn:problem-type:x', title: 'No.', status };
    const made = trialOf(contract, operation, {}, [
      { response: replied(status, problem), outcome: { kind: 'problem', status, problem } },
    ]);
    const promised: Expectation =
      kind === 'accepted' ? { kind } : { kind, keyword: 'required', pointer: '/body/title' };
    const trial = { ...made, case: { ...made.case, expect: promised } };
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  const kept = grouped(clusters).map(({ rule, smallest }) => `${rule.id} ${smallest.violation.kind}`);
  expect(kept.filter((text) => /refused|answered/.test(text))).toEqual(want);
});
