import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lintContract } from '../../../rules/contract/lint/lint.js';
import { lintInThread } from './lint-in-thread.js';

const root = mkdtempSync(join(tmpdir(), 'parity-lint-thread-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const OPTIONS = { root, prefix: 'svc', needs: { tool: true, command: false } };
for (const name of ['one', 'two'])
  writeFileSync(
    join(root, `${name}.json`),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: name, version: '1' },
      paths: { [`/${name}`]: { get: { operationId: name, responses: { 200: { description: 'OK.' } } } } },
    }),
  );

const linted = (ruleset?: string, signal = new AbortController().signal) =>
  lintInThread(
    {
      root,
      contracts: ['one.json', 'two.json'].map((file) => ({ ...OPTIONS, file })),
      ...(ruleset !== undefined && { ruleset }),
    },
    signal,
  );

it('the results of each contract are those of a lint in the main thread', async () => {
  const results = await linted();
  expect(results).toEqual([await lintContract('one.json', OPTIONS), await lintContract('two.json', OPTIONS)]);
  expect(results.flat().map(({ rule }) => rule)).toContain('contract/tool-present');
});

it.each([
  ['an unusable ruleset', 'module.exports = { rules: { a: 1 } };', /own\.cjs is not a usable Spectral ruleset/],
  ['a ruleset that ends the thread', 'process.exit(0);', /^the lint of the contracts ended without a result$/],
])('%s is reported', async (_, text, want) => {
  writeFileSync(join(root, 'own.cjs'), text);
  await expect(linted('own.cjs')).rejects.toThrow(want);
});

it('a stop ends the thread, even if it is busy', async () => {
  writeFileSync(join(root, 'busy.cjs'), 'for (;;);');
  const stop = new AbortController();
  const lint = linted('busy.cjs', stop.signal);
  setTimeout(() => stop.abort(), 500);
  await expect(lint).rejects.toThrow(/aborted/);
});
