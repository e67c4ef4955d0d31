import { expect, it } from 'vitest';
import { Random } from '../../cases/scalars/random.js';
import { contractAt, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Case } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Observation } from '../../../surfaces/observation.js';
import { planCases } from '../plan/case-plan.js';
import { Clusters } from '../group/cluster.js';
import type { BackendRun, DrivenSurface } from './backend-run.js';
import { driveBackend } from './drive-backend.js';

it('the speed of a lane does not change which cases it runs or when it gives up an operation', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const plan = planCases(contract, contract.operations, new Set(['boundary']), { seed: 1, runs: 8, values: new Map() });
  const surface = { id: 'cli', driver: { gates: true }, lanes: 2 } as unknown as DrivenSurface;

  /** Runs all cases on one backend. The lanes have different speeds, and most calls of one operation hang. */
  const results = async (seed: number): Promise<unknown> => {
    const ran: string[] = [];
    const lane = (name: number): object => {
      const random = Random.of('pace', seed, name);
      return {
        run: async ({ id }: Operation, toRun: Case): Promise<Observation> => {
          for (let turn = (seed + name) % 2 === 0 ? 0 : random.integer(3, 9); turn > 0; turn -= 1)
            await new Promise((resolve) => setImmediate(resolve));
          ran.push(`${toRun.id} on ${name}`);
          const hangs = id === 'createItem' && plan.cases.findIndex((planned) => planned.case === toRun) % 10 > 1;
          return {
            surface: 'cli',
            case: toRun,
            outcome: hangs ? { kind: 'timeout', afterMs: 1 } : { kind: 'inexpressible', reason: '' },
            exchanges: [],
          };
        },
      };
    };
    const options = {
      plan,
      contract,
      surfaces: [surface],
      backend: { kind: 'reference' },
      bound: () => true,
      clusters: new Clusters(),
      stopped: () => false,
      aborted: () => false,
      progress: () => undefined,
    };
    const context = { contract, backend: 'reference', observes: new Map(), inexpressible: new Map() };
    const backendRun = { options, context, lanes: new Map([['cli', [lane(1), lane(2)]]]) } as unknown as BackendRun;
    const { tallies, givenUp } = await driveBackend(backendRun);
    const missed = [...(tallies.get('cli') ?? [])].map(([operation, tally]) => [operation, tally.cases, tally.missed]);
    return { ran: ran.toSorted(), missed, givenUp: givenUp.map(({ operation }) => operation) };
  };

  const first = await results(1);
  expect(first).toMatchObject({ givenUp: ['createItem'] });
  for (const seed of [2, 3, 4]) expect(await results(seed)).toEqual(first);
});

it('the sequences of an operation run even if some of its cases could not be made', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const phases = new Set(['sequences']);
  const made = planCases(contract, contract.operations, phases, { seed: 1, runs: 8, values: new Map() });
  const operation = operationOf(contract, 'getItem');
  const error = new ParityError('cases-too-costly', 'too many combinations', 'Remove members.');
  const plan = { ...made, incomplete: [{ operation, phases: ['invalid'], error }] };
  const called = new Set<string>();
  const lane = {
    runSequence: (cases: readonly Case[]): Promise<readonly Observation[]> => {
      for (const each of cases) called.add(each.operation);
      return Promise.resolve([]);
    },
  };
  const options = {
    plan,
    contract,
    surfaces: [{ id: 'rest', driver: { gates: true }, lanes: 1 }],
    backend: { kind: 'reference', isolated: false },
    bound: () => true,
    clusters: new Clusters(),
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  };
  const context = { contract, backend: 'reference', observes: new Map(), inexpressible: new Map() };
  const backendRun = { options, context, lanes: new Map([['rest', [lane]]]) } as unknown as BackendRun;
  const { givenUp } = await driveBackend(backendRun);
  expect([...called]).toContain('getItem');
  expect(givenUp.map(({ operation: id, error: { code } }) => [id, code])).toEqual([['getItem', 'cases-too-costly']]);
});
