import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../../../contract/contract.js';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import { streamOf } from '../../../../contract/stream-of.js';
import { CASE_PHASES, type CasePlan, planCases } from '../case-plan.js';
import { SPELLINGS } from '../../../backends/stream-spellings.js';
import { planStreams } from './stream-plan.js';

const ROOT = join(import.meta.dirname, '../../../..');

let contract: Contract;
let plan: CasePlan;
beforeAll(async () => {
  contract = await contractAt('contract/science-runtime.openapi.yaml', { root: ROOT });
  plan = planCases(contract, contract.operations, new Set(CASE_PHASES), { seed: 1, runs: 4, values: new Map() });
});

describe('the contract of the science runtime', () => {
  it('defines the call that a stream follows, the events, and the terminal events', () => {
    const [run, stream] = contract.operations;
    const [success] = run?.responses ?? [];
    expect(success?.links).toEqual([
      { operation: 'streamRunEvents', parameters: new Map([['path.run_id', '$response.body#/run_id']]) },
    ]);
    expect(stream && streamOf(stream)).toMatchObject({ terminal: ['succeeded', 'failed'] });
    expect(run && streamOf(run)).toBeUndefined();
  });
});

describe('the cases of a stream', () => {
  it('create the run first, with the id that they follow', () => {
    const following = plan.cases.filter(({ case: { setup } }) => setup !== undefined).map((planned) => planned.case);
    expect(following.length).toBeGreaterThan(5);
    for (const { operation, input, expect: promised, setup } of following) {
      const [call] = setup ?? [];
      expect([operation, promised.kind, call?.operation]).toEqual(['streamRunEvents', 'accepted', 'runScienceLoop']);
      expect(call?.input.body).toMatchObject({ run_id: input.path?.['run_id'] });
    }
  });

  it('include a case with an unknown run, which expects a 404', () => {
    const absent = plan.cases.filter(({ case: { expect: promised } }) => promised.kind === 'absent');
    expect(absent.map((planned) => [planned.case.id, planned.case.setup])).toEqual([
      ['streamRunEvents/invalid/unknown', undefined],
    ]);
  });

  it('have every spelling, for streams with an example in the contract', () => {
    const spelled = planStreams({ contract, maker: plan.maker }, contract.operations).cases.map((planned) =>
      planned.case.id.replace('streamRunEvents/stream/', ''),
    );
    expect(spelled).toEqual([...SPELLINGS.keys()]);
  });
});
