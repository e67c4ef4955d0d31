import { afterEach, expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { serviceBackend } from '../../backends/service/service.js';
import { type RawServer, rawServer, replyText } from '../../tap/fixtures/raw-server.js';
import { refuseUnusable } from './first-replies.js';

const OPTIONS = { root: import.meta.dirname, prefix: 'svc', timeoutMs: 5000 };
const STATUS: Readonly<Record<number, string>> = { 200: 'OK', 401: 'Unauthorized', 404: 'Not Found' };

const open: RawServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

interface Given {
  /** The status of the reply to each path. The status of any other path is 404. */
  readonly replies: Readonly<Record<string, number>>;
  /** The paths whose operations require a token. */
  readonly secured?: readonly string[];
  readonly token?: string;
  /** The body of a 404 for a path of the contract, if it differs from the body for an unknown path. */
  readonly body?: string;
  /** The status of the reply to a read of an unknown item, if the contract has such a read. */
  readonly item?: number;
}

/**
 * Checks the first replies of a service. Returns the code of the error, or `accepted`, and the number of requests that
 * the service received.
 */
async function checked({ replies, secured = [], token = 'the-token', body = '', item }: Given): Promise<string> {
  const server = await rawServer(({ path, socket }) => {
    const status = replies[path] ?? (path.startsWith('/items/') ? (item ?? 404) : 404);
    const text = status === 404 && path in replies ? body : '';
    socket.write(replyText(`${text} ${path}`, `HTTP/1.1 ${status} ${STATUS[status] ?? ''}`));
  });
  open.push(server);
  const paths = Object.keys(replies).map((path) => [
    path,
    {
      get: {
        operationId: `get_${path.slice(1)}`,
        security: secured.includes(path) ? [{ bearer: [] }] : [],
        responses: { '200': { description: 'A reply.' } },
      },
    },
  ]);
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const read = { operationId: 'readItem', parameters, responses: { '200': { description: 'A reply.' } } };
  const contract = await contractOf({
    paths: { ...Object.fromEntries(paths), ...(item !== undefined && { '/items/{id}': { get: read } }) },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  const result = await refuseUnusable({
    token,
    contract,
    url: server.origin,
    operations: contract.operations,
    backends: [serviceBackend({ url: server.origin }, { ...OPTIONS, token })],
    signal: new AbortController().signal,
  }).then(
    () => 'accepted',
    ({ code }: { readonly code: string }) => code,
  );
  return `${result} ${server.log.length}`;
}

it.each<[string, Given, string]>([
  ['the service accepts the first call', { replies: { '/a': 200, '/b': 401 }, secured: ['/a', '/b'] }, 'accepted 2'],
  [
    'all operations refuse the token',
    { replies: { '/a': 401, '/b': 401 }, secured: ['/a', '/b'] },
    'credentials-refused 2',
  ],
  ['the only operation refuses the token', { replies: { '/a': 401 }, secured: ['/a'] }, 'credentials-refused 1'],
  [
    'the only operation with a security requirement refuses the token',
    { replies: { '/a': 401, '/b': 200 }, secured: ['/a'] },
    'accepted 2',
  ],
  [
    'all operations but a public one refuse the token',
    { replies: { '/health': 200, '/a': 401, '/b': 401 }, secured: ['/a', '/b'] },
    'credentials-refused 2',
  ],
  [
    'one of two operations refuses the token',
    { replies: { '/a': 401, '/b': 200 }, secured: ['/a', '/b'] },
    'accepted 3',
  ],
  [
    'the run has no token, and all operations require one',
    { replies: { '/a': 401, '/b': 401 }, secured: ['/a', '/b'], token: '' },
    'accepted 1',
  ],
  [
    'all operations reply 401 although the contract requires no token',
    { replies: { '/a': 401, '/b': 401 } },
    'accepted 1',
  ],
  ['all operations reply like an unknown path', { replies: { '/a': 404, '/b': 404, '/c': 404 } }, 'base-path-wrong 4'],
  [
    'all operations reply 404 with a different body from an unknown path',
    { replies: { '/a': 404, '/b': 404, '/c': 404 }, body: 'none' },
    'accepted 4',
  ],
  [
    'there are only two operations, and both reply like an unknown path',
    { replies: { '/a': 404, '/b': 404 } },
    'accepted 3',
  ],
  [
    'an operation and the read of an item reply like an unknown path',
    { replies: { '/a': 404 }, item: 404 },
    'base-path-wrong 3',
  ],
  [
    'an operation replies like an unknown path, but the read of an item replies 422',
    { replies: { '/a': 404 }, item: 422 },
    'accepted 3',
  ],
  ['one of three operations replies 200', { replies: { '/a': 404, '/b': 404, '/c': 200 } }, 'accepted 3'],
])(
  'the check refuses a service if its first replies show that no operation can be called: %s → $2',
  async (_, given, want) => {
    expect(await checked(given)).toEqual(want);
  },
);
