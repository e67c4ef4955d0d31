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

describe('the stream in the contract of the science runtime', () => {
  it('the contract states which call a stream follows, its events and its terminal events', () => {
    const [run, stream] = contract.operations;
    const [success] = run?.responses ?? [];
    expect(success?.links).toEqual([
      { operation: 'streamRunEvents', parameters: new Map([['path.run_id', '$response.body#/run_id']]) },
    ]);
    expect(stream && streamOf(stream)).toMatchObject({ terminal: ['succeeded', 'failed'] });
    expect(run && streamOf(run)).toBeUndefined();
  });
});

describe('a stream gets cases of several kinds', () => {
  it('a case that reads the event stream of a run first creates the run, with the same id', () => {
    const following = plan.cases.filter(({ case: { setup } }) => setup !== undefined).map((planned) => planned.case);
    expect(following.length).toBeGreaterThan(5);
    for (const { operation, input, expect: promised, setup } of following) {
      const [call] = setup ?? [];
      expect([operation, promised.kind, call?.operation]).toEqual(['streamRunEvents', 'accepted', 'runScienceLoop']);
      expect(call?.input.body).toMatchObject({ run_id: input.path?.['run_id'] });
    }
  });

  it('one case reads the event stream of an unknown run and expects a 404', () => {
    const absent = plan.cases.filter(({ case: { expect: promised } }) => promised.kind === 'absent');
    expect(absent.map((planned) => [planned.case.id, planned.case.setup])).toEqual([
      ['streamRunEvents/invalid/unknown', undefined],
    ]);
  });

  it('a stream with an example in the contract has a case for every form that the format permits', () => {
    const spelled = planStreams({ contract, maker: plan.maker }, contract.operations).cases.map((planned) =>
      planned.case.id.replace('streamRunEvents/stream/', ''),
    );
    // The contract has one terminal type that its example lacks.
    const missing = new Set(['other-end-2', 'other-end-3']);
    expect(spelled).toEqual([...SPELLINGS.keys()].filter((name) => !missing.has(name)));
  });
});
