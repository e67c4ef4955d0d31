import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { givenHeaders } from './given-headers.js';

const HEADER = ['Authorization', 'Apikey kkkkkkkk1'] as const;

it.each<[string, readonly string[], readonly string[], number]>([
  ['the only scheme', ['inHeader'], ['inHeader'], 0],
  ['a scheme after another one', ['bearer', 'inHeader'], ['inHeader'], 0],
  ['no scheme', ['bearer'], [], 1],
])('a given header is the credential of its scheme: %s', async (_, names, want, added) => {
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    inHeader: { type: 'apiKey', in: 'header', name: 'Authorization' },
  };
  const security = names.map((name) => ({ [name]: [] }));
  const get = { operationId: 'read', security, responses: { 200: { description: '' } } };
  const { operations } = await contractOf({ paths: { '/things': { get } }, components: { securitySchemes } });
  const given = givenHeaders([HEADER], '', operations);
  expect([...given.credentials.keys()]).toEqual(want);
  expect(given.headers).toHaveLength(added);
  expect(given.callHeaders).toEqual(added === 0 ? [HEADER] : []);
});
