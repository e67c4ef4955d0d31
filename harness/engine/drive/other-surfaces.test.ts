import { expect, it } from 'vitest';
import { contractAt } from '../../../contract/fixtures/contracts.js';
import type { Case } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import { Clusters } from '../group/cluster.js';
import { planCases } from '../plan/case-plan.js';
import type { BackendRun, DrivenSurface } from './backend-run.js';
import { driveBackend } from './drive-backend.js';

it('a slow surface, which runs fewer cases, also runs each case in which another surface shows a difference', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const plan = planCases(contract, contract.operations, new Set(['boundary']), { seed: 1, runs: 8, values: new Map() });
  const hanging = plan.cases.findLast(({ operation }) => operation.id === 'createItem')?.case;
  const surfaces = ['fast', 'slow'].map((id) => ({ id, driver: {}, lanes: 1 }) as unknown as DrivenSurface);
  const ran: string[] = [];
  const laneOf = (surface: string): object => ({
    run: async (_: Operation, toRun: Case): Promise<Observation> => {
      ran.push(`${surface} ${toRun.id}`);
      const outcome =
        toRun === hanging
          ? ({ kind: 'timeout', afterMs: 1 } as const)
          : ({ kind: 'inexpressible', reason: 'declared' } as const);
      return { surface, case: toRun, outcome, exchanges: [] };
    },
  });
  const clusters = new Clusters();
  const options = {
    plan,
    contract,
    surfaces,
    backend: { kind: 'reference' },
    bound: () => true,
    runs: (surface: string) => (surface === 'slow' ? { valid: 0.05, edges: 0.05 } : { valid: 8, edges: 8 }),
    clusters,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  };
  const declared = new Map(contract.operations.map(({ id }) => [id, ['declared']]));
  const inexpressible = new Map(surfaces.map(({ id }) => [id, declared]));
  const context = { contract, backend: 'reference', observes: new Map(), inexpressible, token: 'secret' };
  const lanes = new Map(surfaces.map(({ id }) => [id, [laneOf(id)]]));
  const { tallies, faults } = await driveBackend({ options, context, lanes } as unknown as BackendRun);

  expect(faults).toEqual([]);
  expect(ran.filter((each) => each.startsWith('slow'))).toContain(`slow ${hanging?.id}`);
  // The slow surface runs three of the 64 boundary values of each operation. It also runs the case with the difference.
  expect(ran.filter((each) => each.startsWith('slow'))).toHaveLength(3 * contract.operations.length + 1);
  expect([...(tallies.get('slow')?.values() ?? [])].map(({ cases }) => cases)).toEqual([3, 4, 3]);
  expect(clusters.inOrder().map(({ surfaces: shown }) => [...shown])).toEqual([['fast'], ['slow']]);
});
