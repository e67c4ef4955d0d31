import { afterEach, expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { ParityError } from '../../../contract/parity-error.js';
import { serverAddresses } from '../../backends/service/server-addresses.js';
import { serviceBackend } from '../../backends/service/service.js';
import { type RawServer, rawServer, replyText } from '../../tap/fixtures/raw-server.js';
import { refuseMissingBasePath } from './base-path.js';

const OPTIONS = { root: import.meta.dirname, prefix: 'svc', token: 'token', timeoutMs: 5000 };
const PAGE = replyText('<html></html>', 'HTTP/1.1 200 OK\r\nContent-Type: text/html');
const JSON_REPLY = replyText('[]', 'HTTP/1.1 200 OK\r\nContent-Type: application/json');
const NOT_FOUND = replyText('', 'HTTP/1.1 404 Not Found');

const open: RawServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

interface Given {
  /** The path of the server in the contract. */
  readonly stated: string;
  /** The path of the configured URL. */
  readonly configured?: string;
  /** The only target to which the service does not reply 404. */
  readonly has: string;
  /** Whether the service replies with a web page instead of 404. */
  readonly hasPage?: true;
}

/**
 * Checks the base URL of a service. Returns the code of the error, or `accepted`, and then the requests that the
 * service received.
 */
async function checked({ stated, configured = '', has, hasPage }: Given): Promise<readonly string[]> {
  const server = await rawServer(
    ({ path, socket }) => void socket.write(path === has ? JSON_REPLY : hasPage === true ? PAGE : NOT_FOUND),
  );
  open.push(server);
  const responses = { '200': { description: 'A reply.', content: { 'application/json': {} } } };
  const pet = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const contract = await contractOf({
    servers: [{ url: `http://127.0.0.1${stated}` }],
    paths: {
      '/pets': { get: { operationId: 'listPets', responses } },
      '/pets/{id}': { get: { operationId: 'getPet', parameters: pet, responses } },
    },
  });
  const service = { url: server.origin + configured };
  const subject = { ...OPTIONS, contract, signal: new AbortController().signal };
  const result = await refuseMissingBasePath({
    ...subject,
    backends: [serviceBackend(service, OPTIONS)],
    servers: serverAddresses(contract, service),
    url: service.url,
  }).then(
    () => 'accepted',
    ({ code, message, repair }: ParityError) => {
      expect([message, repair].join(' ')).toContain(`${server.origin}${has.replace('/pets', '')}`);
      expect(message).toContain(`at ${service.url},`);
      return code;
    },
  );
  return [result, ...server.log];
}

it.each<[string, Given, readonly string[]]>([
  [
    'a URL without the path of the server is refused',
    { stated: '/api', has: '/api/pets' },
    ['base-path-missing', '1 GET /pets', '1 GET /api/pets'],
  ],
  [
    'a URL whose path does not end with the path of the server is refused',
    { stated: '/api', configured: '/v1', has: '/v1/api/pets' },
    ['base-path-missing', '1 GET /v1/pets', '1 GET /v1/api/pets'],
  ],
  [
    'a URL with a different path from the server is refused',
    { stated: '/api/v1', configured: '/other', has: '/api/v1/pets' },
    ['base-path-missing', '1 GET /other/pets', '1 GET /other/api/v1/pets', '1 GET /api/v1/pets'],
  ],
  [
    'a URL with only the start of the path of the server is refused',
    { stated: '/api/v1', configured: '/api', has: '/api/v1/pets' },
    ['base-path-missing', '1 GET /api/pets', '1 GET /api/v1/pets'],
  ],
  [
    'a URL without the path of the server is refused if it has only a web page',
    { stated: '/api', has: '/api/pets', hasPage: true },
    ['base-path-missing', '1 GET /pets', '1 GET /api/pets'],
  ],
  [
    'a service with a web page below the path of the server is accepted',
    { stated: '/api', has: '/pets', hasPage: true },
    ['accepted', '1 GET /pets'],
  ],
  [
    'a service without the path of the server is accepted',
    { stated: '/api', has: '/pets' },
    ['accepted', '1 GET /pets'],
  ],
  [
    'a service that has nothing below either path is accepted, because its cases show the cause',
    { stated: '/api', has: '/' },
    ['accepted', '1 GET /pets', '1 GET /api/pets'],
  ],
  [
    'nothing is sent if the URL has the path of the server',
    { stated: '/api', configured: '/api', has: '/api/pets' },
    ['accepted'],
  ],
  ['nothing is sent if the server has no path', { stated: '', has: '/api/pets' }, ['accepted']],
])('%s', async (_, given, want) => {
  expect(await checked(given)).toEqual(want);
});
