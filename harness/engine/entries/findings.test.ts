import { expect, it } from 'vitest';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import { things, trialOf } from '../../../rules/fixtures/trials.js';
import { evidenceGroups, evidenceText } from '../../../reports/view/words/evidence-groups.js';
import { Clusters } from '../group/cluster.js';
import { trialFinding } from './findings.js';

it('a finding of a fault of the service lists one surface, and its evidence names the other surfaces that recorded it', async () => {
  const contract = await things();
  const rule = TRIAL_RULES.find(({ id }) => id === 'conformance/response-body');
  if (rule === undefined) throw new Error('there is no such rule');
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{}, {}]);
  const clusters = new Clusters();
  const about = { kind: 'type', pointer: '/response/body/name', blame: 'backend', message: '' } as const;
  const violations = ['rest', 'sdk', 'cli', 'mcp'].map((surface) => ({ ...about, surface, expected: 1, received: 2 }));
  clusters.add(
    { trial, index: 0, backend: 'reference' },
    violations.map((violation) => ({ rule, violation })),
  );
  const [cluster, ...others] = clusters.inOrder();
  if (cluster === undefined) throw new Error('there is no cluster');
  const { case: shown, violation } = cluster.smallest;
  const { finding } = trialFinding(contract, {
    cluster,
    reproduction: { kind: 'steady', case: shown, violation },
  });
  const { finding: untried } = trialFinding(contract, {
    cluster,
    reproduction: { kind: 'not-tried', case: shown, violation },
  });
  expect(untried.message).toContain('not reproduced');
  expect(untried.message).toContain('Run its replay, or check only its operation with `--operation`.');
  expect([others, finding.surfaces]).toEqual([[], ['rest']]);
  expect(evidenceGroups(finding).map(evidenceText)).toEqual(['also on cli, mcp, sdk']);
});
