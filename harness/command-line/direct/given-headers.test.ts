import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { givenHeaders } from './given-headers.js';

const HEADER = ['Authorization', 'Apikey kkkkkkkk1'] as const;

it.each<[string, readonly string[], readonly string[], number]>([
  ['the operation has only this scheme', ['inHeader'], ['inHeader'], 0],
  ['the operation also has an earlier scheme', ['bearer', 'inHeader'], ['inHeader'], 0],
  ['the operation has no such scheme, so the header is added to each request', ['bearer'], [], 1],
])(
  'a header from the command line becomes the credential of the security scheme with this header: %s',
  async (_, names, want, added) => {
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
  },
);
