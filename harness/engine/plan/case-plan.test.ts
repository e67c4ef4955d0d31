import { expect, it } from 'vitest';
import { itemService } from '../../../contract/fixtures/contracts.js';
import { planCases } from './case-plan.js';

const contract = await itemService();

it('bodies are passed to a CLI in every way, and the same input always in the same way', () => {
  const plan = (runs: number): ReadonlyMap<string, string> => {
    const { cases } = planCases(contract, contract.operations, new Set(['boundary', 'valid']), {
      seed: 1,
      runs,
      values: new Map(),
    });
    for (const planned of cases)
      if (planned.case.input.body === undefined) expect(planned.case).not.toHaveProperty('bodyWay');
    const withBody = cases.filter((planned) => planned.case.input.body !== undefined);
    return new Map(withBody.map((planned) => [JSON.stringify(planned.case.input), planned.case.bodyWay ?? 'argument']));
  };
  const [few, many] = [plan(10), plan(40)];
  expect(new Set(few.values())).toEqual(new Set(['argument', 'standard-input', 'file', 'at-file']));
  const long = [...few].filter(([input]) => Buffer.byteLength(input) > 1100);
  expect(new Set(long.map(([, way]) => way))).toEqual(new Set(['argument', 'standard-input', 'file']));
  expect([...few].filter(([input, way]) => many.get(input) !== undefined && many.get(input) !== way)).toEqual([]);
});

it('the largest body is passed on standard input, because it needs several reads', () => {
  const { cases } = planCases(contract, contract.operations, new Set(['boundary']), {
    seed: 1,
    runs: 16,
    values: new Map(),
  });
  const sized = cases
    .filter((planned) => planned.case.input.body !== undefined)
    .map(({ case: { input, bodyWay } }) => ({ bytes: Buffer.byteLength(JSON.stringify(input.body)), bodyWay }));
  const largest = sized.toSorted((a, b) => b.bytes - a.bytes)[0];
  expect(largest?.bytes).toBeGreaterThan(4096);
  expect(largest?.bodyWay).toBe('standard-input');
});

it('cases of an operation without a CLI command have no `bodyWay`', () => {
  const bare = contract.operations.map((operation) => {
    const { command: _command, ...rest } = operation;
    return rest;
  });
  const { cases } = planCases(contract, bare, new Set(['boundary', 'valid']), { seed: 1, runs: 10, values: new Map() });
  expect(cases.filter((planned) => planned.case.bodyWay !== undefined)).toEqual([]);
});
