import { expect, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { cliGenerator } from '../cli/generate.js';
import { sdkPythonGenerator } from '../sdk_python/generate.js';
import { sdkTypescriptGenerator } from '../sdk_typescript/generate.js';
import { uiCardGenerator } from '../ui_card/generate.js';

/** An operation that documents the same response with content for GET and for HEAD, as some frameworks do. */
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
])('the generated code of %s expects no content in a reply to HEAD', async (_, generator) => {
  expect(JSON.stringify(generator.project(await described('get')))).toContain('"returns":["json"]');
  expect(JSON.stringify(generator.project(await described('head')))).toContain('"returns":["nothing"]');
});

const JSON_TYPE = { 'application/json': { schema: {} } };

test.each<[string, { readonly given: JsonObject; readonly want: readonly number[] | undefined }]>([
  ['only the status without content may be empty', { given: { 201: JSON_TYPE, 204: {} }, want: [204] }],
  [
    'a success has a body if all its statuses have content',
    { given: { 200: JSON_TYPE, 201: JSON_TYPE }, want: undefined },
  ],
  ['all statuses may be empty if none has content', { given: { 202: {}, 204: {} }, want: undefined }],
  [
    'all statuses may be empty if a status range has no content',
    { given: { 201: JSON_TYPE, '2XX': {} }, want: undefined },
  ],
])('the statuses whose success may be empty are found: %s', async (_, { given, want }) => {
  const responses = Object.fromEntries(
    Object.entries(given).map(([status, content]) => [status, { description: 'Done.', content }]),
  );
  const post = { operationId: 'make', 'x-svc-cli': { command: 'make', description: 'Make' }, responses };
  const contract = await contractOf({ paths: { '/a': { post } } });
  const text = want === undefined ? '"emptyStatuses"' : `"emptyStatuses":${JSON.stringify(want)}`;
  for (const generator of [sdkTypescriptGenerator, sdkPythonGenerator, cliGenerator, uiCardGenerator])
    expect(JSON.stringify(generator.project(contract)).includes(text)).toBe(want !== undefined);
});
