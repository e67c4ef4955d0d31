import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readContract } from '../../contract/reading/read-contract.js';
import { completeConfig } from '../configuration/load-config.js';
import { lintPhase } from './phases/lint-phase.js';

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
  const { findings, notes } = await lintPhase(loaded, [reading.contract], []);
  const ours = findings.filter(({ rule }) => rule.startsWith('contract/'));
  expect([...new Set(ours.map(({ rule, severity }) => `${severity} ${rule}`))].toSorted()).toEqual(
    want.map((name) => `should contract/${name}`),
  );
  expect(notes.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(notes.length > 0).toBe(want.length === 0);
});
