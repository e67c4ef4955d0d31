import { expect, it } from 'vitest';
import { contextOf, replied, things, trialOf } from '../../../rules/fixtures/trials.js';
import { judge } from '../judge/judge.js';
import { Clusters } from './cluster.js';
import { hasOtherReason } from './other-reasons.js';

it.each<[string, string, boolean]>([
  ['the reason of the cluster itself', 'Limit must not be negative', false],
  ['the reason of another operation', 'Limit must be at most 99', true],
  ['a reason that no cluster has', 'No tenant', false],
])(
  'a refusal does not fit a cluster if it states the reason of another cluster: %s → excluded: $2',
  async (_, title, want) => {
    const contract = await things();
    const clusters = new Clusters();
    const refused = (id: 'makeThing' | 'getThing', reason: string): ReturnType<typeof judge>['broken'] => {
      const input = id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } };
      const trial = trialOf(contract, id, input, [{ response: replied(422, { title: reason }) }]);
      const broken = judge(trial, contextOf(contract)).broken.filter(({ rule }) => rule.id.endsWith('valid-accepted'));
      clusters.add({ trial, index: 0, backend: 'reference' }, broken);
      return broken;
    };
    refused('makeThing', 'Limit must not be negative');
    refused('getThing', 'Limit must be at most 200');
    const own = clusters.inOrder().find(({ operations }) => operations.has('makeThing' as never));
    const [again] = refused('makeThing', title);
    if (own === undefined || again === undefined) throw new Error('no refusal');
    expect(hasOtherReason(clusters, own, again.violation)).toBe(want);
  },
);
