import { expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { NO_BODY } from '../../contract/wire/message.js';
import { responseScript } from './response-script.js';

const responses = { '200': { description: 'a' } };
const contract = await contractOf({ paths: { '/a': { get: { operationId: 'a', responses } } } });

it.each<readonly [string, { readonly location: string; readonly host?: string; readonly want: string }]>([
  ['a path', { location: '/b', host: '127.0.0.1:80', want: '/b' }],
  ['another host', { location: 'http://localhost/b', host: '127.0.0.1:4010', want: 'http://localhost:4010/b' }],
  ['another host of a request without Host', { location: 'http://localhost/b', want: 'http://localhost/b' }],
])('a redirection leads to %s', (_, { location, host, want }) => {
  const script = responseScript(contract);
  script.prepare({ operation: 'a', reply: { status: 302, headers: [['location', location]] } } as unknown as Case);
  const headers = host === undefined ? [] : [['host', host] as const];
  const reply = script.respond({ method: 'GET', target: '/a', headers, body: NO_BODY });
  expect(reply).toMatchObject({ headers: [['location', want]] });
});
