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

test.each([
  ['a run without tests is reported', [], 2, ['nothing-tested']],
  ['a run of only the lint needs no operation', ['lint'], 0, []],
])('%s', async (_, phases, exitCode, want) => {
  writeFileSync(join(root, 'hooks.json'), JSON.stringify(HOOKS));
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

test('nothing is started for a contract without a selected operation', async () => {
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
