import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Contract } from '../../../contract/contract.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { planCasesUntil } from './case-plan.js';
import { type MakingTime, making } from './making.js';

const BODY = { type: 'object', properties: { title: { type: 'string', maxLength: 40 }, count: { type: 'integer' } } };
const RESPONSES = { 200: { description: '' } };
const OPTIONS = { seed: 1, runs: 80, values: new Map() };
const KINDS = ['example', 'boundary', 'valid', 'invalid'] as const;

/** A contract with two operations that have many cases, and one that has few. */
function contract(): Promise<Contract> {
  const requestBody = { content: { 'application/json': { schema: BODY } } };
  const post = (operationId: string): object => ({ post: { operationId, requestBody, responses: RESPONSES } });
  const paths = { '/a': post('a'), '/b': post('b'), '/c': { get: { operationId: 'c', responses: RESPONSES } } };
  return contractOf({ paths: JSON.parse(JSON.stringify(paths)) });
}

const stopped = (): boolean => false;

it.each<[string, MakingTime, readonly string[], boolean]>([
  ['no budget', { stopped }, [], true],
  ['enough time', { stopped, left: () => 1e9 }, [], true],
  ['time for few cases', { stopped, left: () => 0.001 }, ['a', 'b'], true],
  ['no time after the early cases', { stopped, left: () => -1 }, ['a', 'b', 'c'], false],
])(
  'every operation gets its examples and boundary values; these operations get fewer later cases: %s → $2',
  async (_, time, want, isMade) => {
    const read = await contract();
    const maker = new CaseMaker(read, OPTIONS);
    const reached = new Set([...making(maker, read.operations, KINDS, time)].map(({ id }) => id));
    expect([...reached]).toEqual(['a', 'b', 'c']);
    expect([...maker.made.shortened].map(({ id }) => id)).toEqual(want);
    for (const operation of read.operations.slice(0, 2)) {
      expect(maker.make(operation, 'boundary').length).toBeGreaterThan(5);
      expect(maker.make(operation, 'invalid').length > 0).toBe(isMade);
    }
  },
);

it('if the time is limited, a plan lists the operations with fewer cases; with enough time, it has all cases', async () => {
  const read = await contract();
  const subject = { contract: read, operations: read.operations, phases: new Set(['boundary', 'valid', 'invalid']) };
  const plans = [{ stopped }, { stopped, left: () => 1e9 }, { stopped, left: () => 0.001 }].map((time) =>
    planCasesUntil(time, subject, OPTIONS),
  );
  const [whole, timed, short] = await Promise.all(plans);
  const steps: (number | string)[] = [];
  const shown = { made: (done: number) => steps.push(done), beforeSequences: () => steps.push('sequences') };
  await planCasesUntil({ stopped, ...shown }, { ...subject, phases: new Set(['boundary', 'sequences']) }, OPTIONS);
  expect(steps).toEqual([1, 2, 3, 'sequences']);
  const ids = (plan: typeof whole): readonly string[] | undefined => plan?.cases.map(({ case: made }) => made.id);
  expect(ids(timed)).toEqual(ids(whole));
  expect([whole?.shortened, timed?.shortened, short?.shortened]).toEqual([undefined, undefined, ['a', 'b']]);
  expect(ids(short)?.length).toBeLessThan(ids(whole)?.length ?? 0);
});

it.each<[string, MakingTime, number]>([
  ['the time is used up', { stopped, left: () => -1 }, 3],
  ['the run is stopped', { stopped: () => true, left: () => -1 }, 1],
  ['the run without a budget is stopped', { stopped: () => true }, 1],
])('a plan without examples and boundary values has cases, even if %s', async (_, time, want) => {
  const read = await contract();
  const subject = { contract: read, operations: read.operations, phases: new Set(['valid']) };
  const { cases } = await planCasesUntil(time, subject, OPTIONS);
  expect(new Set(cases.map(({ operation }) => operation.id)).size).toBe(want);
});
