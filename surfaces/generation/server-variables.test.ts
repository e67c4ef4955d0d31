import { expect, test } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { serverVariables } from './server-variables.js';

test('each server that only some operations have gets its own environment variable', async () => {
  const responses = { 204: { description: 'Done.' } };
  const urls = ['https://up-load.example.com/v2/', 'http://up.load.example.com/v2', '/files', '/'];
  const paths = urls.map((url, index) => [
    `/${index}`,
    { get: { operationId: `get${index}`, servers: [{ url }], responses } },
  ]);
  const contract = await contractOf({ servers: [{ url: 'https://x' }], paths: Object.fromEntries(paths) });
  expect([...serverVariables(contract)]).toEqual([
    ['https://up-load.example.com/v2', 'BASE_URL_UP_LOAD_EXAMPLE_COM_V2'],
    ['http://up.load.example.com/v2', 'BASE_URL_UP_LOAD_EXAMPLE_COM_V2_2'],
    ['/files', 'BASE_URL_FILES'],
    ['', 'BASE_URL_ROOT'],
  ]);
});
