import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../cases/scalars/random.js';
import type { Case } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { contractAt } from '../../../contract/fixtures/contracts.js';
import { type CasePlan, planCases } from '../plan/case-plan.js';
import type { TrialContext, TrialRule } from '../../../rules/rule.js';
import { Clusters } from '../group/cluster.js';
import type { BackendRun, BackendRunOptions, DrivenSurface } from './backend-run.js';
import { Turn } from './turns.js';
import { Trials } from './trials.js';

const SURFACES = ['rest', 'cli', 'mcp'].map(
  (id) => ({ id, driver: { gates: true }, lanes: 2 }) as unknown as DrivenSurface,
);

const FAILING = {
  id: 'state/echo',
  reads: 'request',
  check: () => {
    throw new Error('no schema');
  },
} as unknown as TrialRule;

let contract: Contract;
let plan: CasePlan;
beforeAll(async () => {
  contract = await contractAt('contract/item-service.openapi.yaml');
  plan = planCases(contract, contract.operations, new Set(['examples', 'boundary', 'valid']), {
    seed: 1,
    runs: 8,
    values: new Map(),
  });
});

/** The arrival of an observation, or of the notice that a surface did not run a case. */
interface Arrival {
  readonly surface: string;
  readonly index: number;
  readonly isMissed: boolean;
}

function arrivals(): readonly Arrival[] {
  return SURFACES.flatMap(({ id }, position) =>
    // All surfaces miss every seventh case. One surface also misses every fifth case.
    plan.cases.map((_, index) => ({
      surface: id,
      index,
      isMissed: index % 7 === 6 || (index % 5 === 0 && position === 1),
    })),
  );
}

/** The arrivals in a random order that is roughly the order of the plan. */
function shuffled(seed: number): readonly Arrival[] {
  const random = Random.of('trials', seed);
  return arrivals()
    .map((arrival) => ({ arrival, at: arrival.index + random.integer(0, 200) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ arrival }) => arrival);
}

/**
 * Returns the order in which trials are judged. The trials of this run may be judged only after `turnAt` observations
 * have arrived.
 */
function judgedOrder(
  order: readonly Arrival[],
  turnAt?: number,
): {
  readonly early: number;
  readonly before: readonly string[];
  readonly all: readonly string[];
  readonly missed: number;
} {
  const judged: string[] = [];
  const turn = turnAt === undefined ? undefined : new Turn();
  let early = 0;
  const coverage = {
    addCase: ({ id }: Case) => judged.push(id),
    addRequest: () => undefined,
    addReply: () => undefined,
  };
  const options = {
    plan,
    contract,
    backend: { kind: 'reference' },
    bound: () => true,
    clusters: new Clusters(),
    coverage,
    turn,
  } as unknown as BackendRunOptions;
  const trials = new Trials(
    {
      options,
      context: { contract, backend: 'reference', observes: new Map(), inexpressible: new Map() },
    } as unknown as BackendRun,
    SURFACES,
  );
  for (const [arrived, { surface, index, isMissed }] of order.entries()) {
    if (arrived === turnAt) {
      early = judged.length;
      turn?.begin();
    }
    const planned = plan.cases[index];
    if (planned === undefined) continue;
    if (isMissed) trials.miss(surface, index, planned);
    else
      trials.add(index, {
        surface,
        case: planned.case,
        outcome: { kind: 'inexpressible', reason: 'not here' },
        exchanges: [],
      });
  }
  const before = [...judged];
  trials.finish();
  const missed = [...trials.tallies.values()]
    .flatMap((tallies) => [...tallies.values()])
    .reduce((sum, tally) => sum + tally.missed, 0);
  return { early, before, all: judged, missed };
}

describe('trials are judged in a fixed order', () => {
  it('trials are judged in the order of the plan, whatever their order of arrival, and most of them before the run ends', () => {
    expect(plan.cases.length).toBeGreaterThan(150);
    const want = plan.cases.map(({ case: planned }) => planned.id).filter((_, index) => index % 7 !== 6);
    const missed = arrivals().filter(({ isMissed }) => isMissed).length;
    for (const seed of [1, 2, 3]) {
      const { before, all, missed: counted } = judgedOrder(shuffled(seed));
      expect(all).toEqual(want);
      expect(before.length).toBeGreaterThan(want.length / 2);
      expect(counted).toBe(missed);
    }
  });

  it('trials of a run that started early are judged in the order of the plan, after the trials of earlier runs', () => {
    const want = judgedOrder(shuffled(1));
    const { early, before, all, missed } = judgedOrder(shuffled(1), 400);
    expect(early).toBe(0);
    expect(before.length).toBeGreaterThan(want.all.length / 2);
    expect({ all, missed }).toEqual({ all: want.all, missed: want.missed });
  });

  it('trials are judged with the observations that have arrived when the run ends', () => {
    const some = shuffled(1).slice(0, plan.cases.length);
    const observed = new Set(some.filter(({ isMissed }) => !isMissed).map(({ index }) => index));
    const want = plan.cases.map(({ case: planned }) => planned.id).filter((_, index) => observed.has(index));
    expect(judgedOrder(some).all).toEqual(want);
  });

  it.each<[string, { given: Partial<TrialContext>; want: readonly string[] }]>([
    [
      'an error that a rule throws several times is reported once',
      { given: { rules: [FAILING] }, want: ['state/echo failed: no schema'] },
    ],
    // An invalid contract causes the error before any rule is applied, so the message names no rule.
    [
      'an error outside the rules is reported without a rule',
      { given: { contract: undefined as never, rules: [FAILING] }, want: [''] },
    ],
  ])('trials with an error are counted, and the error is reported: %s', (_, { given, want }) => {
    const options = {
      plan: { ...plan, cases: plan.cases.slice(0, 2) },
      contract,
      backend: { kind: 'reference' },
      bound: () => true,
      clusters: new Clusters(),
    } as unknown as BackendRunOptions;
    const context = { contract, backend: 'reference', observes: new Map(), ...given };
    const trials = new Trials({ options, context } as unknown as BackendRun, SURFACES.slice(0, 1));
    for (const [index, { case: planned }] of options.plan.cases.entries())
      trials.add(index, {
        surface: 'rest',
        case: planned,
        outcome: { kind: 'value', status: 200, value: null },
        exchanges: [
          {
            request: { method: 'GET', target: '/', headers: [], body: new Uint8Array() },
            response: { kind: 'response', status: 200, headers: [], body: new Uint8Array() },
          },
        ],
      });
    trials.finish();
    const tallies = [...(trials.tallies.get('rest')?.values() ?? [])];
    expect(tallies.reduce((sum, { unjudged }) => sum + unjudged, 0)).toBe(2);
    expect(trials.faults.errors.map(({ code }) => code)).toEqual(want.map(() => 'harness-error'));
    for (const [index, text] of want.entries()) expect(trials.faults.errors[index]?.message).toContain(text);
  });
});
