import { expect, it } from 'vitest';
import { statusDocumented } from '../../../rules/conformance/service/status-documented.js';
import { validAccepted } from '../../../rules/conformance/service/valid-accepted.js';
import { things, trialOf } from '../../../rules/fixtures/trials.js';
import type { Violation } from '../../../rules/finding.js';
import { Clusters } from '../group/cluster.js';
import { minimisedFaults } from './minimised-faults.js';
import { RecordedAttempts } from './recorded-attempts.js';

const NOT_FOUND = {
  surface: 'rest',
  pointer: '/response/status',
  message: '',
  expected: '200',
  received: 404,
  blame: 'backend',
  status: 404,
} as const;
const UNDOCUMENTED: Violation = { ...NOT_FOUND, kind: 'status-undocumented', cause: '404' };

/** Reproduces an undocumented 404 of two operations. Returns the rule and the operation of each finding. */
async function findings(again: ReadonlySet<string>): Promise<readonly string[]> {
  const contract = await things();
  const clusters = new Clusters();
  for (const [index, operation] of ['makeThing', 'orderThing'].entries()) {
    const trial = trialOf(contract, operation, { body: { name: 'a'.repeat(index + 1) } }, [{}]);
    const refused: Violation = { ...NOT_FOUND, kind: 'valid-refused', cause: operation };
    clusters.add({ trial, index, backend: 'live' }, [
      { rule: statusDocumented, violation: UNDOCUMENTED },
      { rule: validAccepted, violation: refused },
    ]);
  }
  const attempts = new RecordedAttempts({
    reproduced: async ({ rule, smallest: { case: shown, violation } }) =>
      again.has(`${rule.id} ${shown.operation}`) || again.has(`${rule.id} ${shown.id}`)
        ? { kind: 'steady', case: { ...shown, id: 'smaller' }, violation }
        : { kind: 'unsteady', shown: 0, attempts: 3, case: shown, violation },
    proof: async () => undefined,
  });
  const faults = await minimisedFaults(clusters, attempts, () => true);
  return faults.map(({ cluster, reproduction }) => `${cluster.rule.id} ${reproduction.case.operation}`);
}

it.each<[string, readonly string[], readonly string[]]>([
  [
    'its own smallest case',
    ['conformance/status-documented makeThing', 'conformance/valid-accepted orderThing'],
    ['conformance/status-documented makeThing'],
  ],
  [
    'the case of a consequence that shows the cause too',
    ['conformance/status-documented orderThing', 'conformance/valid-accepted orderThing'],
    ['conformance/status-documented orderThing'],
  ],
  [
    'the case of a consequence after it was made smaller',
    ['conformance/valid-accepted makeThing', 'conformance/status-documented smaller'],
    ['conformance/status-documented makeThing'],
  ],
  [
    'the case of a consequence, if it does not show the cause again',
    ['conformance/valid-accepted orderThing'],
    ['conformance/valid-accepted orderThing'],
  ],
])('a fault is reproduced with %s', async (_, again, want) => {
  expect(await findings(new Set(again))).toEqual(want);
});
