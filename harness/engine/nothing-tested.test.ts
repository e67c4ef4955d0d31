import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completeConfig } from '../configuration/load-config.js';
import { check } from './check.js';
import { phasesNamed } from './options/check-options.js';
import { runChoice } from './plan/surface-runs.js';

const root = mkdtempSync(join(tmpdir(), 'parity-nothing-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOOKS = {
  openapi: '3.1.0',
  info: { title: 'Hooks', version: '1' },
  webhooks: { made: { post: { responses: { 200: { description: 'Heard.' } } } } },
};

/** An operation for whose body no value can be made. */
const WITHOUT_VALUES = {
  openapi: '3.1.0',
  info: { title: 'Queries', version: '1' },
  paths: {
    '/graph': {
      post: {
        operationId: 'query',
        requestBody: { required: true, content: { 'application/graphql': {} } },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
};

test.each([
  ['a run that tests nothing is reported as an error', HOOKS, [], 2, ['nothing-tested']],
  ['a run of only the lint phase needs no operation', HOOKS, ['lint'], 0, []],
  ['the error names the argument without values', WITHOUT_VALUES, [], 2, ['cases-without-values']],
])('%s', async (_, description, phases, exitCode, want) => {
  writeFileSync(join(root, 'hooks.json'), JSON.stringify(description));
  const loaded = completeConfig(
    { contracts: ['hooks.json'], surfaces: { rest: { driver: 'rest' } } },
    join(root, 'parity.config.json'),
  );
  const options = {
    contracts: [],
    surfaces: [],
    operations: [],
    phases: phasesNamed(phases),
    backends: ['mock'] as const,
    runs: runChoice(0),
    seed: 1,
  };
  const nothing = (): void => undefined;
  const report = await check(
    loaded,
    { ...options, signal: new AbortController().signal, reports: '.' },
    { entry: nothing, phase: nothing, progress: nothing },
  );
  expect(report.footer?.exitCode).toBe(exitCode);
  expect(report.notes.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(want);
});

test('no backend is started for a contract without a selected operation', async () => {
  const described = (id: string): object => ({
    openapi: '3.1.0',
    info: { title: id, version: '1' },
    paths: { [`/${id}`]: { get: { operationId: id, responses: { 204: { description: 'Done.' } } } } },
  });
  for (const id of ['one', 'two']) writeFileSync(join(root, `${id}.json`), JSON.stringify(described(id)));
  const contracts = ['one.json', 'two.json'];
  const loaded = completeConfig(
    { contracts, surfaces: { rest: { driver: 'rest' } } },
    join(root, 'parity.config.json'),
  );
  const backendRuns: string[] = [];
  const phase = (name: string, detail: string): void => void (name === 'mock' && backendRuns.push(detail));
  const phases = phasesNamed(['inventory', 'examples']);
  const options = {
    contracts: [],
    surfaces: [],
    phases,
    backends: ['mock'] as const,
    runs: runChoice(0),
    seed: 1,
    reports: '.',
  };
  const events = { entry: () => undefined, phase, progress: () => undefined };
  for (const operations of [['two'], []])
    await check(loaded, { ...options, operations, signal: new AbortController().signal }, events);
  expect(backendRuns).toHaveLength(3);
});

test.each([
  [
    'one requested cell that is not tested',
    (surface: string, id: string) => surface === 'rest' && id === 'two',
    1,
    ['rest'],
  ],
  ['no requested cells', () => false, 0, []],
])('counts the requested cells in a run of only some operations: %s', async (_, has, requested, surfaces) => {
  const loaded = completeConfig(
    {
      contracts: ['one.json', 'two.json'],
      surfaces: { rest: { driver: 'rest' }, other: { driver: 'protocol', command: ['none'] } },
      waivers: 'waivers.json',
      runs: 1,
    },
    join(root, 'parity.config.json'),
  );
  // No finding matches the waiver. This run covers only some cells, so it cannot report that the waiver is stale.
  const waiver = { rule: 'inventory/offered', surface: 'other', operation: 'two', reason: 'R', owner: 'O' };
  writeFileSync(join(root, 'waivers.json'), JSON.stringify({ waivers: [{ ...waiver, expires: '2999-01-01' }] }));
  const started: string[] = [];
  const options = {
    contracts: [],
    surfaces: [],
    operations: [],
    phases: phasesNamed(['inventory', 'examples', 'valid']),
    backends: ['mock'] as const,
    runs: runChoice(1),
    seed: 1,
    reports: '.',
    requested: () => Promise.resolve({ since: 'main', reasons: [], has }),
  };
  const progress = (_backend: string, surface: string): void => void started.push(surface);
  const report = await check(
    loaded,
    { ...options, signal: new AbortController().signal },
    { entry: () => undefined, phase: () => undefined, progress },
  );
  expect([...new Set(started)]).toEqual(surfaces);
  expect(report.cells).toHaveLength(requested);
  expect(report.footer?.exitCode).toBe(0);
  const { changed } = report.header.scope ?? {};
  expect(changed).toMatchObject({ since: 'main', requested });
  expect(
    changed?.notRequested.flatMap(({ operation, surfaces: left }) => left.map((id) => `${operation} ${id}`)),
  ).toEqual(['one rest', 'one other', ...(requested === 0 ? ['two rest'] : []), 'two other']);
});
