import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TRIAL_RULES } from '../../rules/catalogue/catalogue.js';
import { TOLERANCES } from '../../rules/values/tolerances.js';
import type { Proof } from '../../rules/proof.js';
import type { Cluster } from '../engine/group/cluster.js';
import { TOKEN } from './notes-service.js';
import { type MiniatureRun, type RecordedRun, SURFACES, recordMiniature, runMiniature } from './miniature-run.js';
import { type Workload, type WorkloadName, shortened, workloads } from './workloads.js';
import { TOLERATED } from './tolerated.js';
import { BODY_FAULTS } from './faults/body-faults.js';
import { GATE_FAULTS } from './faults/gate-faults.js';
import { RAW_FAULTS } from './faults/raw-faults.js';
import { REPLY_FAULTS } from './faults/reply-faults.js';
import { OVERLAP_FAULTS } from './faults/overlap-faults.js';
import { CONDITION_FAULTS, PERMITTED_TAGS } from './faults/condition-faults.js';
import { CHANGE_FAULTS, PERMITTED_CHANGES } from './faults/change-faults.js';
import { PUT_FAULTS } from './faults/put-faults.js';
import { STATE_FAULTS } from './faults/state-faults.js';
import { REQUEST_FAULTS } from './faults/request-faults.js';
import { RESPONSE_FAULTS } from './faults/response-faults.js';
import { STREAM_FAULTS } from './faults/stream-faults.js';
import { NETWORK_FAULTS, PERMITTED_RETRIES } from './faults/network-faults.js';
import { ARGUMENT_FAULTS } from './faults/argument-faults.js';
import { OUTCOME_FAULTS } from './faults/outcome-faults.js';

const FAULTS = [
  ...GATE_FAULTS,
  ...REQUEST_FAULTS,
  ...BODY_FAULTS,
  ...REPLY_FAULTS,
  ...RAW_FAULTS,
  ...STATE_FAULTS,
  ...CHANGE_FAULTS,
  ...PUT_FAULTS,
  ...CONDITION_FAULTS,
  ...OVERLAP_FAULTS,
  ...OUTCOME_FAULTS,
  ...ARGUMENT_FAULTS,
  ...STREAM_FAULTS,
  ...RESPONSE_FAULTS,
  ...NETWORK_FAULTS,
];

/**
 * Rules that need a service which has more than the services of this file, such as parts of items, unique members or
 * numbers that count. For each rule, the file that checks a correct and a faulty service.
 */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['state/call-limit', 'limited-calls.test.ts'],
  ['state/derived', 'derived-numbers.test.ts'],
  ['state/previous-page', 'pages-after-element.test.ts'],
  ['state/counted-version', 'unique-changes.test.ts'],
  ['state/unique', 'unique-changes.test.ts'],
  ['state/overlap', 'overlaps.test.ts'],
  ['state/refused-removal', 'refused-removals.test.ts'],
]);
const RULES = TRIAL_RULES.map(({ id }) => id).filter((id) => !ELSEWHERE.has(id));

let all: Readonly<Record<WorkloadName, Workload>>;
beforeAll(async () => {
  all = await workloads();
});

/** The parts of a group of violations that are compared with the expected finding of a fault. */
function summary({ rule, smallest: { violation }, surfaces }: Cluster): object {
  const { kind, pointer, blame } = violation;
  return { rule: rule.id, kind, pointer, blame, surfaces: [...surfaces].toSorted() };
}

function proofSummary(proof: Proof | undefined): object {
  return { shown: proof !== undefined, sibling: proof?.sibling?.surface };
}

describe('faithful miniature', () => {
  const runs: MiniatureRun[] = [];
  beforeAll(async () => {
    const names = ['notes', 'jobs', 'scripts', 'replies', 'network', 'shelf', 'tasks', 'racks', 'overlap'] as const;
    // The workloads run one after the other, so that making the cases of one workload does not delay replies to
    // another.
    for (const workload of names) runs.push(await runMiniature(all[workload], { workload, timeoutMs: 20_000 }));
  });

  it('the faithful miniature breaks no rule', () => {
    expect(runs.flatMap(({ found }) => found.map(summary))).toEqual([]);
    expect(runs.flatMap(({ result }) => [...result.givenUp])).toEqual([]);
  });

  it('runs of the faithful miniature verify every rule', () => {
    const tallies = runs.flatMap(({ result }) =>
      [...result.tallies.values()].flatMap((operations) => [...operations.values()]),
    );
    const verified = new Set(tallies.flatMap((tally) => [...tally.verified.keys()]));
    expect(RULES.filter((id) => !verified.has(id))).toEqual([]);
  });
});

describe('tolerated variations of the faithful miniature break no rule', () => {
  let faithful: RecordedRun;
  let replies: RecordedRun;
  beforeAll(async () => {
    faithful = await recordMiniature(shortened(all.notes), {});
    replies = await recordMiniature(shortened(all.replies), { workload: 'replies' });
  });

  it.concurrent.each(TOLERATED.map(([name, setup]) => [name, setup] as const))(
    'no rule is broken by the variation: %s',
    async (_, setup) => {
      const { found, digest } = await recordMiniature(shortened(all[setup.workload ?? 'notes']), setup);
      expect(found.map(summary)).toEqual([]);
      // The variation must change the results, otherwise the test would prove nothing.
      expect(digest).not.toBe(setup.workload === 'replies' ? replies.digest : faithful.digest);
    },
  );

  it('two runs of the faithful miniature have the same digest of results', async () => {
    expect((await recordMiniature(shortened(all.notes), {})).digest).toBe(faithful.digest);
  });
});

describe('permitted answers to network faults break no rule', () => {
  it.concurrent.each(PERMITTED_RETRIES)(
    'no rule is broken by a surface with this behaviour: %s',
    async (_, surface) => {
      const { found } = await runMiniature(shortened(all.network), { workload: 'network', surface });
      expect(found.map(summary)).toEqual([]);
    },
  );
});

describe('permitted ways to change an item break no rule', () => {
  it.concurrent.each([...PERMITTED_CHANGES, ...PERMITTED_TAGS])(
    'no rule is broken by a service like this: %s',
    async (_, service) => {
      const { found } = await runMiniature(all.tasks, { workload: 'tasks', service });
      expect(found.map(summary)).toEqual([]);
    },
  );
});

describe('tolerances of comparisons', () => {
  const NAMES = TOLERANCES.map(({ name }) => name).toSorted();

  it('each tolerance permits at least one variation', () => {
    expect([...new Set(TOLERATED.flatMap(([, , tolerance]) => tolerance ?? []))].toSorted()).toEqual(NAMES);
  });

  it('each tolerance has a fault that is just outside the tolerance', () => {
    expect([...new Set(FAULTS.flatMap(({ beyond }) => beyond ?? []))].toSorted()).toEqual(NAMES);
  });
});

describe('each fault of a miniature causes exactly one finding', () => {
  it('every rule about calls has a faulty miniature', () => {
    const proven = new Set(FAULTS.map(({ rule }) => rule));
    expect(RULES.filter((id) => !proven.has(id))).toEqual([]);
  });

  it.each([...ELSEWHERE])('%s has a faulty service in %s', async (id, file) => {
    expect(await readFile(join(import.meta.dirname, file), 'utf8')).toContain(`'${id} `);
  });

  it.concurrent.each(FAULTS.map((fault) => [`${fault.rule}: ${fault.name}`, fault] as const))(
    '%s',
    async (_, { rule, setup, want }) => {
      const { found, proofs } = await runMiniature(shortened(all[setup.workload ?? 'notes']), setup);
      const onFirst = rule === 'state/no-effect' || rule === 'state/location' ? [SURFACES[0]] : [...SURFACES];
      const seenBy = want.blame === 'surface' || want.kind === 'stray-reply' ? [SURFACES[1]] : onFirst;
      const pointer: unknown = typeof want.pointer === 'string' ? want.pointer : expect.stringMatching(want.pointer);
      expect(found.map(summary)).toEqual([{ rule, ...want, pointer, surfaces: seenBy }]);
      // A fault of only one service instance does not show when the case is run again with new instances.
      const shown = setup.service?.length !== 2;
      expect(proofs.map(proofSummary)).toEqual([
        { shown, sibling: want.blame === 'surface' ? SURFACES[0] : undefined },
      ]);
      expect(JSON.stringify(proofs)).not.toContain(TOKEN);
      expect(
        JSON.stringify(found.map(({ smallest, evidence }) => [smallest.violation, [...evidence.values()]])),
      ).not.toContain(TOKEN);
    },
  );
});
