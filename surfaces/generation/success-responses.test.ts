import { expect, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { cliGenerator } from '../cli/generate.js';
import { sdkPythonGenerator } from '../sdk_python/generate.js';
import { sdkTypescriptGenerator } from '../sdk_typescript/generate.js';

/** An operation in which HEAD documents the responses of GET, as some frameworks write it. */
async function described(method: 'get' | 'head'): Promise<Contract> {
  const responses = { 200: { description: 'It is there.', content: { 'application/json': { schema: {} } } } };
  return contractOf({
    paths: {
      '/a': { [method]: { operationId: 'peek', 'x-svc-cli': { command: 'peek', description: 'Peek' }, responses } },
    },
  });
}

test.each([
  ['sdk_typescript', sdkTypescriptGenerator],
  ['sdk_python', sdkPythonGenerator],
  ['cli', cliGenerator],
])('%s expects no content in a reply to HEAD', async (_, generator) => {
  expect(JSON.stringify(generator.project(await described('get')))).toContain('"returns":["json"]');
  expect(JSON.stringify(generator.project(await described('head')))).toContain('"returns":["nothing"]');
});
