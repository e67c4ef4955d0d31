import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { withGivenFirst } from './preferred-security.js';

it.each<[string, readonly string[], readonly string[]]>([
  ['no credential', [], ['bearer', 'inQuery', 'inHeader']],
  ['the credential of the first alternative', ['bearer'], ['bearer', 'inQuery', 'inHeader']],
  ['the credential of the last alternative', ['inHeader'], ['inHeader', 'bearer', 'inQuery']],
  ['the credentials of two alternatives', ['inHeader', 'inQuery'], ['inQuery', 'inHeader', 'bearer']],
  ['the credential of an unrelated scheme', ['other'], ['bearer', 'inQuery', 'inHeader']],
])('orders the security alternatives by the given credentials: %s', async (_, names, want) => {
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    inQuery: { type: 'apiKey', in: 'query', name: 'key' },
    inHeader: { type: 'apiKey', in: 'header', name: 'Authorization' },
  };
  const security = [{ bearer: [] }, { inQuery: [] }, { inHeader: [] }];
  const get = { operationId: 'read', security, responses: { 200: { description: '' } } };
  const { operations } = await contractOf({ paths: { '/things': { get } }, components: { securitySchemes } });
  const [operation] = withGivenFirst(operations, new Map(names.map((name) => [name, 'secret'])));
  expect(operation?.security.flat().map(({ name }) => name)).toEqual(want);
});
