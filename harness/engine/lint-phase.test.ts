import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { readContract } from '../../contract/reading/read-contract.js';
import { lintContract } from '../../rules/contract/lint/lint.js';
import { type LoadedConfig, completeConfig } from '../configuration/load-config.js';
import type { Finding } from '../../rules/finding.js';
import { entryFaults } from './entries/fixtures/entry-faults.js';
import { idsOf } from './entries/findings.js';
import { lintOptions, lintOutcome } from './phases/lint-phase.js';
import type { StaticResult } from './phases/static-result.js';

const root = mkdtempSync(join(tmpdir(), 'parity-lint-phase-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A valid description as web frameworks generate it. It lacks the members that our rules recommend. */
const MINIMAL = {
  openapi: '3.1.0',
  info: { title: 'Minimal', version: '1' },
  paths: {
    '/things': {
      post: {
        operationId: 'make_thing_things_post',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'Made.' },
          422: { description: 'Wrong.', content: { 'application/json': { schema: {} } } },
        },
      },
    },
  },
};

test.each([
  ['lint results that no standard requires are warnings', {}, []],
  [
    'with `lint: strict`, results that no standard requires are findings of severity SHOULD',
    { lint: 'strict' },
    ['body-failures-documented', 'dialect-named', 'examples-present', 'operation-id-convention', 'problem-format'],
  ],
])('%s', async (_, more, want) => {
  writeFileSync(join(root, 'minimal.json'), JSON.stringify(MINIMAL));
  const loaded = completeConfig(
    { contracts: ['minimal.json'], surfaces: { rest: { driver: 'rest' } }, ...more },
    join(root, 'parity.config.json'),
  );
  const reading = await readContract('minimal.json', { root, prefix: 'svc' });
  if (reading.kind === 'faults') throw new Error(reading.faults[0]?.message);
  const { findings, notes } = await outcome(loaded, reading.contract);
  const ours = findings.filter(({ rule }) => rule.startsWith('contract/'));
  expect([...new Set(ours.map(({ rule, severity }) => `${severity} ${rule}`))].toSorted()).toEqual(
    want.map((name) => `should contract/${name}`),
  );
  expect(notes.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(notes.length > 0).toBe(want.length === 0);
});

const TAGS = { name: 'tags', in: 'query', schema: { type: 'array', items: {} }, example: 'a' };
const operationWith = (operationId: string, example: string): object => ({
  operationId,
  parameters: [
    { name: 'page', in: 'query', schema: {} },
    { ...TAGS, example },
  ],
  responses: { 200: { description: 'OK.' } },
});

test('a fault that is repeated in several operations is one finding, with the id of each place', async () => {
  const paths = { '/a': { get: operationWith('getA', 'a') }, '/b': { get: operationWith('getB', 'a') } };
  const both = await lintFindings({ '/a': paths['/a'], '/b': paths['/b'] });
  const [onlyB] = await lintFindings({ '/b': paths['/b'] });
  expect(both).toMatchObject([{ operations: ['getA', 'getB'], occurrences: 2, evidence: [{ operation: 'getB' }] }]);
  expect(both.flatMap(idsOf)).toContain(onlyB?.id);
});

test('a report that has a finding with several places can be read again', async () => {
  const findings = await lintFindings({
    '/a': { get: operationWith('getA', 'a') },
    '/b': { get: operationWith('getB', 'a') },
  });
  expect(findings[0]?.evidence).toHaveLength(1);
  expect(findings.map(entryFaults)).toEqual([[]]);
});

test('lint results of one rule with different values are two findings', async () => {
  const paths = { '/a': { get: operationWith('getA', 'a') }, '/b': { get: operationWith('getB', 'b') } };
  expect(await lintFindings(paths)).toHaveLength(2);
});

test('an operation that could not be read is a finding, unless the run excludes it', async () => {
  const paths = { '/a': { get: operationWith('getA', 'a') }, '/b/{id}': { get: operationWith('getB', 'a') } };
  const unread = ({ rule, operations }: Finding): readonly string[] =>
    rule === 'contract/read-around' ? operations : [];
  expect((await lintFindings(paths)).flatMap(unread)).toEqual(['getB']);
  expect((await lintFindings(paths, ['getB'])).flatMap(unread)).toEqual([]);
});

async function lintFindings(paths: object, excluded: readonly string[] = []): Promise<readonly Finding[]> {
  writeFileSync(join(root, 'joined.json'), JSON.stringify({ ...MINIMAL, paths }));
  const config = { contracts: ['joined.json'], surfaces: { rest: { driver: 'rest' as const } } };
  const loaded = completeConfig(config, join(root, 'parity.config.json'));
  const reading = await readContract('joined.json', { root, prefix: 'svc', leavesOut: true });
  if (reading.kind === 'faults') throw new Error(reading.faults[0]?.message);
  return (await outcome(loaded, reading.contract, excluded)).findings;
}

async function outcome(
  loaded: LoadedConfig,
  contract: Contract,
  excluded: readonly string[] = [],
): Promise<StaticResult> {
  const results = await lintContract(contract.file, lintOptions(loaded, contract.file));
  return lintOutcome(loaded, [{ contract, results }], excluded);
}

test.each([
  ['a hint', {}, 'info'],
  ['a warning if the lint is strict', { lint: 'strict' as const }, 'warning'],
])('a result about style is %s', async (_, more, want) => {
  writeFileSync(join(root, 'minimal.json'), JSON.stringify(MINIMAL));
  const config = { contracts: ['minimal.json'], surfaces: { rest: { driver: 'rest' as const } }, ...more };
  const loaded = completeConfig(config, join(root, 'parity.config.json'));
  const results = await lintContract('minimal.json', lintOptions(loaded, 'minimal.json'));
  const severityOf = (rule: string) => results.find((result) => result.rule === rule)?.severity;
  expect(severityOf('contract/examples-present')).toBe(want);
  expect(severityOf('contract/body-failures-documented')).toBe('warning');
});
