import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Case, StepFeed } from '../../../contract/case.js';
import { caseOf } from '../../../contract/fixtures/cases.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { NO_BODY, type RequestMessage } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { SurfaceCallText } from '../../../rules/proof.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contentOf } from '../../../surfaces/reply-content.js';
import type { Backend, BackendInstance } from '../../backends/backend.js';
import { serviceBackend } from '../../backends/service/service.js';
import type { Responder } from '../../tap/tap.js';
import type { BackendRun } from '../drive/backend-run.js';
import { openedRun } from './fixtures/opened-run.js';
import { runText } from './fixtures/run-text.js';
import { reproductionsOf } from './reproductions.js';
import { secretsOf } from './secrets.js';

const TOKEN = 'parity-0123456789abcdef';
const contract = await itemService();
const DRIVEN = ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp'];

const NAME = `-%s \u{1f600}\u{e0001} "it's" \`id\` $HOME $(id) \\ ! \${x}`;
const ID: Omit<StepFeed, 'step'> = { in: 'path', name: 'item_id', pointer: '/item_id' };
const created = (number: number): Case =>
  caseOf('createItem', { id: `create-${number}`, input: { body: { name: `${NAME}${number}` } } });
const read = (number: number): Case =>
  caseOf('getItem', { id: `read-${number}`, feeds: [{ ...ID, step: `create-${number}` }] });
const WALK = caseOf('listItems', {
  id: 'walk',
  sequence: true,
  input: { query: { limit: 1 } },
  follow: { in: 'query', name: 'cursor', pointer: '/next_cursor' },
});
const ABSENT = caseOf('getItem', {
  id: 'absent',
  input: { path: { item_id: 'missing' } },
  expect: { kind: 'absent' },
});
const LISTED = caseOf('listItems', { input: { query: { limit: 2 } } });
/** The surfaces to which the test passes a token. The tool server is excluded, because it reads its token itself. */
const TOKENS = DRIVEN.filter((id) => id !== 'mcp');
const CONDITIONAL = caseOf('getItem', {
  id: 'conditional',
  sequence: true,
  raw: { fault: 'condition', words: 'with a tag' },
  feeds: [
    { ...ID, step: 'create-1' },
    { in: 'header', name: 'If-None-Match', pointer: '', step: 'read-1' },
  ],
});
const LOCATED = caseOf('getItem', {
  id: 'located',
  sequence: true,
  feeds: [{ ...ID, step: 'create-1', pointer: '', location: { path: '/items/{item_id}', type: 'string' } }],
});
const SETUP = { operation: created(1).operation, input: created(1).input };

const CASES: readonly [name: string, shown: Case, surfaces?: readonly string[]][] = [
  [
    'two creates and their reads, after a call that fails',
    { ...read(2), sequence: true, precedingCalls: [created(1), ABSENT, read(1), created(2)] },
  ],
  ['a case that reads all pages of a list', { ...WALK, precedingCalls: [created(1), created(2)] }],
  [
    'a case with a preceding call without a token',
    { ...LISTED, precedingCalls: [{ ...LISTED, token: 'missing' }], setup: [SETUP] },
    TOKENS,
  ],
  ['a case with a setup call that the harness makes', { ...LISTED, precedingCalls: [ABSENT], setup: [SETUP] }],
  [
    'a case that sends the ETag from an earlier reply',
    { ...CONDITIONAL, precedingCalls: [created(1), read(1)] },
    ['rest'],
  ],
  ['a case with the identifier from a Location', { ...LOCATED, precedingCalls: [created(1)] }, ['rest']],
];

/** The reference service with a fault: it does not store names. Only later calls show this. */
const FAULTY: Backend = {
  kind: 'reference',
  isolated: true,
  start: async (signal) => {
    const started = await serviceBackend(
      {
        command: [
          process.execPath,
          'dist/surfaces/rest/reference/main.js',
          '--port',
          '{port}',
          '--reset-path',
          '/-/reset',
          '--exit-with-stdin',
        ],
        resetPath: '/-/reset',
      },
      { root: process.cwd(), prefix: 'svc', token: TOKEN, timeoutMs: 20_000 },
    ).start(signal);
    return { ...started, respond: withoutNames(started.respond) };
  },
};

function withoutNames(respond: Responder): Responder {
  return async (request, passing) => {
    arrived.push(request);
    const reply = await respond(request, passing);
    const value = reply.kind === 'response' ? parseJson(contentOf(reply) ?? NO_BODY) : undefined;
    if (reply.kind !== 'response' || request.method !== 'GET' || !isJsonObject(value)) return reply;
    const body = Buffer.from(JSON.stringify(value).replaceAll(/"name":"(?:[^"\\]|\\.)*"/g, '"name":"LOST"'));
    const headers = reply.headers.map(
      ([name, text]) => [name, /^content-length$/i.test(name) ? `${body.length}` : text] as const,
    );
    return { ...reply, headers: [...headers, ['ETag', '"it\'s $HOME"']], body };
  };
}

let run: BackendRun;
let service: BackendInstance;
const arrived: RequestMessage[] = [];
const server = createServer((request, reply) => {
  void buffer(request).then(async (body) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const message = { method: request.method ?? '', target: request.url ?? '', headers, body };
    const answer = await service.respond(message);
    if (answer.kind === 'failed') return reply.destroy();
    const kept = answer.headers.filter(([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/i.test(name));
    return reply.writeHead(answer.status, kept.flat()).end(contentOf(answer));
  });
});
beforeAll(async () => {
  run = await openedRun(contract, FAULTY, DRIVEN, TOKEN);
  service = await FAULTY.start();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  arrived.length = 0;
  await service.reset?.();
});
afterAll(async () => {
  server.close();
  await Promise.all([run.close(), service.stop()]);
});

async function observed(surface: string, shown: Case): Promise<Observation> {
  const lane = run.lanes.get(surface)?.[0];
  if (lane === undefined) throw new Error(surface);
  return lane.runAfter(operationOf(contract, shown.operation), shown);
}

/** The requests that the driver sends for the case, and the requests of its setup calls. */
async function sentBy(surface: string, shown: Case): Promise<readonly string[]> {
  arrived.length = 0;
  await observed(surface, shown);
  return lines(arrived);
}

async function made(shown: Case): Promise<readonly SurfaceCallText[]> {
  const observation = await observed('rest', shown);
  return reproductionsOf(run, { case: shown, observation }, 'rest', secretsOf({ token: TOKEN }, []));
}

/** The requests as strings, without identifiers and cursors, which differ in each run. */
function lines(requests: readonly RequestMessage[]): readonly string[] {
  return requests.map(({ method, target, headers, body }) => {
    const credential = headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${TOKEN}`);
    const known = target.replace(/(?<=\/items\/)(?!missing)[^?]+/, '{id}').replace(/(?<=cursor=)[^&]+/, '{cursor}');
    const [, tag = ''] = headers.find(([name]) => /^if-none-match$/i.test(name)) ?? [];
    return `${method} ${known} ${credential} ${tag} ${Buffer.from(body).toString()}`;
  });
}

describe('reproductionsOf writes several calls of a case for a user', () => {
  it.each(CASES)(
    'a reproduction sends the requests of the driver, and shows the fault: %s',
    async (_, shown, surfaces = DRIVEN) => {
      const texts = await made(shown);
      expect(texts.map(({ surface }) => surface)).toEqual(surfaces);
      const sent = await sentBy(surfaces.at(-1) ?? '', shown);
      for (const text of texts) {
        arrived.length = 0;
        await service.reset?.();
        const { port } = server.address() as AddressInfo;
        const seen = await runText(text, `http://127.0.0.1:${port}`, TOKEN);
        expect.soft([text.surface, ...lines(arrived)]).toEqual([text.surface, ...sent]);
        expect.soft(seen, text.surface).toContain('LOST');
      }
    },
  );
});
