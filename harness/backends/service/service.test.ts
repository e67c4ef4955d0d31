import { afterEach, expect, it } from 'vitest';
import { type RawRequest, type RawServer, rawServer, replyText } from '../../tap/fixtures/raw-server.js';
import type { BackendInstance } from '../backend.js';
import { serviceBackend } from './service.js';

const OPTIONS = { root: import.meta.dirname, prefix: 'svc', token: 'token', timeoutMs: 20_000 };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function live(
  answer: (request: RawRequest) => void,
): Promise<{ readonly server: RawServer; readonly backend: BackendInstance }> {
  const server = await rawServer(answer);
  const backend = await serviceBackend({ url: `${server.origin}/v1`, resetPath: '/-/reset?all' }, OPTIONS).start();
  open.push(
    () => server.close(),
    () => backend.stop(),
  );
  return { server, backend };
}

it('a reset request is repeated on a new connection if the service has closed the first connection', async () => {
  const { server, backend } = await live(
    ({ nth, socket }) => void (nth > 1 ? socket.destroy() : socket.write(replyText('ok'))),
  );
  await backend.respond({ method: 'GET', target: '/1', headers: [], body: new Uint8Array(0) });
  await backend.reset?.();
  await backend.reset?.();
  expect(server.log).toEqual([
    '1 GET /v1/1',
    '1 POST /-/reset?all',
    '2 POST /-/reset?all',
    '2 POST /-/reset?all',
    '3 POST /-/reset?all',
  ]);
});

const FAILURES: readonly (readonly [
  string,
  { readonly given: (request: RawRequest) => void; readonly want: RegExp },
])[] = [
  [
    'answers 500',
    {
      given: ({ socket }) => void socket.write(replyText('', 'HTTP/1.1 500 Oops')),
      want: /^POST \/-\/reset answered 500, so later cases would not start/,
    },
  ],
  [
    'gives no reply',
    {
      given: ({ socket }) => void socket.destroy(),
      want: /^POST \/-\/reset got no reply \(.+\), so later cases would not start/,
    },
  ],
];

it.each(FAILURES)('a reset fails if the service %s', async (_, { given, want }) => {
  const { backend } = await live(given);
  await expect(backend.reset?.()).rejects.toMatchObject({
    code: 'reset-failed',
    message: expect.stringMatching(want) as string,
  });
});

it('a service has started even if its first reply never ends', async () => {
  const program = "require('http').createServer((q, r) => r.write('x')).listen(process.argv[1], '127.0.0.1')";
  const backend = await serviceBackend({ command: [process.execPath, '-e', program, '{port}'] }, OPTIONS).start();
  await backend.stop();
});

it('a reset starts a new process if a request ended the process of the service', async () => {
  const program =
    "require('http').createServer((q, r) => (q.url === '/end' ? process.exit(1) : r.end())).listen(process.argv[1], '127.0.0.1')";
  const config = { command: [process.execPath, '-e', program, '{port}'], resetPath: '/reset' };
  const backend = await serviceBackend(config, OPTIONS).start();
  open.push(() => backend.stop());
  const get = async (target: string): Promise<string> =>
    (await backend.respond({ method: 'GET', target, headers: [], body: new Uint8Array(0) })).kind;
  expect(await get('/end')).toBe('failed');
  await backend.reset?.();
  expect(await get('/')).toBe('response');
});
