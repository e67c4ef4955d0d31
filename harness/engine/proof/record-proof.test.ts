import { afterEach, describe, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Driver } from '../../../surfaces/driver.js';
import { cliDriver } from '../../../surfaces/cli/driver.js';
import { protocolDriver } from '../../../surfaces/protocol/driver.js';
import { restDriver } from '../../../surfaces/rest/driver.js';
import type { Backend } from '../../backends/backend.js';
import { serviceBackend } from '../../backends/service/service.js';
import { Clusters } from '../group/cluster.js';
import { type BackendRun, openBackendRun } from '../drive/backend-run.js';
import { type ProofSubject, recordProof } from './record-proof.js';

const TOKEN = 'parity-0123456789abcdef';
const contract = await itemService();
const operation = operationOf(contract, 'getItem');
const CASE: Case = {
  id: 'getItem/valid/0',
  operation: operation.id,
  input: { path: { item_id: 'a b' } },
  provenance: { kind: 'valid', name: '0' },
  expect: { kind: 'accepted-or-absent' },
  token: 'configured',
  gate: 'approved',
};

/** A service that logs each request with its credential. Its replies contain the URL of the request. */
const SERVICE = `
const server = require('node:http').createServer((request, reply) => {
  for (let line = 0; line < 20; line += 1) console.error('service line ' + line + ' ' + request.headers.authorization);
  reply.setHeader('content-type', 'application/json').end('{"at":"' + request.url + '"}');
}).listen(Number(process.argv[1]), '127.0.0.1', () => console.error('service started'));
process.stdin.resume().on('end', () => process.exit());
`;

/** A driver with one fault: it encodes a space as a plus sign. */
const DRIVER = `
const http = require('node:http');
let base = '';
let token = '';
console.error('driver started');
const send = (message) => console.log(JSON.stringify(message));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line);
  if (order.cmd === 'start') {
    ({ baseUrl: base, token } = order);
    send({ ok: true, surface: { name: 'wrong' }, operations: ['getItem'], observes: ['value'] });
  } else if (order.cmd === 'run') {
    console.error('driver called with ' + token);
    const path = '/items/' + order.input.path.item_id.replaceAll(' ', '+');
    http.get(base + path, { headers: { authorization: 'Bearer ' + token } }, (reply) => {
      reply.on('data', (chunk) => send({ seq: order.seq, outcome: { kind: 'value', value: JSON.parse(chunk) } }));
    });
  } else process.exit();
});
`;

const hasPlus: ProofSubject['shows'] = ({ observations }, surface) =>
  observations.some((one) => one.surface === surface && one.exchanges[0]?.request.target === '/items/a+b');

let backendRun: BackendRun | undefined;
afterEach(async () => backendRun?.close());

const OPTIONS = { root: import.meta.dirname, prefix: 'svc', token: TOKEN, timeoutMs: 5000 };
const LOGGING = serviceBackend({ command: [process.execPath, '-e', SERVICE, '{port}'] }, OPTIONS);

/**
 * A service whose instances give a wrong reply to their first request only. After a reset, the first reply is not wrong
 * again.
 */
const WRONG_ONCE: Backend = {
  kind: 'reference',
  isolated: true,
  start: async () => {
    const statuses = [418];
    return {
      respond: () => ({ kind: 'response', status: statuses.pop() ?? 200, headers: [], body: new Uint8Array() }),
      reset: async () => undefined,
      stop: async () => undefined,
    };
  },
};

async function opened(surfaces: Readonly<Record<string, Driver>>, backend: Backend = LOGGING): Promise<BackendRun> {
  backendRun = await openBackendRun({
    ...OPTIONS,
    contract,
    backend,
    surfaces: Object.entries(surfaces).map(([id, driver]) => ({ id, driver, lanes: 1 })),
    plan: { cases: [], maker: new CaseMaker(contract, { seed: 1, runs: 0, values: new Map() }) },
    clusters: new Clusters(),
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
  return backendRun;
}

describe('recordProof records the traffic of a fault', () => {
  it('a proof contains the traffic of the surface and of another surface, both logs, and a curl command', async () => {
    const driver = protocolDriver({ command: [process.execPath, '-e', DRIVER] });
    const open = await opened({ wrong: driver, direct: restDriver(), rest: restDriver() });
    const proof = await recordProof(open, {
      case: CASE,
      surface: 'wrong',
      compare: true,
      shows: hasPlus,
    });
    expect(proof).toMatchObject({
      surface: 'wrong',
      exchanges: [
        {
          request: {
            method: 'GET',
            target: '/items/a+b',
            headers: expect.arrayContaining([['authorization', 'Bearer $TOKEN']]) as unknown,
          },
          response: { status: 200, body: '{"at":"/items/a+b"}' },
        },
      ],
      outcome: 'value: {"at": "/items/a+b"}',
      sibling: { surface: 'rest', exchanges: [{ request: { target: '/items/a%20b' } }] },
      surfaceLog: 'driver called with [redacted]',
      curl: expect.stringContaining('"$BASE_URL/items/a+b" -H "authorization: Bearer $TOKEN"') as unknown,
      reproductions: ['direct', 'rest'].map((surface) => ({
        surface,
        language: 'sh',
        text: expect.stringContaining('"$BASE_URL/items/a%20b" -H "authorization: Bearer $TOKEN"') as unknown,
      })),
    });
    expect(proof?.serviceLog?.split('\n')).toEqual(
      Array.from({ length: 10 }, (_, index) => `service line ${index + 10} Bearer [redacted]`),
    );
    expect(JSON.stringify(proof)).not.toContain(TOKEN);
  });

  it('if a comparison is requested, a proof also contains the first surface that does not show the fault', async () => {
    const driver = protocolDriver({ command: [process.execPath, '-e', DRIVER] });
    const open = await opened({ wrong: driver, other: driver, direct: restDriver() });
    const subject = { case: CASE, surface: 'wrong', shows: hasPlus };
    expect((await recordProof(open, { ...subject, compare: true }))?.sibling?.surface).toBe('direct');
    expect(await recordProof(open, { ...subject, compare: false })).not.toHaveProperty('sibling');
  });

  it('a proof is recorded on a reset instance, or on a new instance if the fault does not occur on the reset one', async () => {
    const open = await opened({ rest: restDriver() }, WRONG_ONCE);
    const shows: ProofSubject['shows'] = ({ observations }) =>
      observations.some(
        ({ exchanges: [first] }) => first?.response.kind === 'response' && first.response.status === 418,
      );
    const subject = { case: CASE, surface: 'rest', compare: false, shows };
    for (const _ of [1, 2]) expect((await recordProof(open, subject))?.outcome).toContain('418');
  });

  it('no proof is recorded if the fault does not occur or the surface does not start', async () => {
    const open = await opened({ rest: restDriver() });
    const shows = (): boolean => false;
    expect(await recordProof(open, { case: CASE, surface: 'rest', compare: true, shows })).toBeUndefined();
    expect(
      await recordProof(open, { case: CASE, surface: 'unknown', compare: true, shows: () => true }),
    ).toBeUndefined();
  });

  it('a proof contains the standard error of a process that sends no request', async () => {
    const cli = cliDriver({
      command: [
        process.execPath,
        '-e',
        "console.error('no such thing'); process.exit(process.argv[1] === '--help' ? 0 : 70)",
      ],
    });
    const open = await opened({ cli });
    const proof = await recordProof(open, { case: CASE, surface: 'cli', compare: true, shows: () => true });
    expect(proof).toEqual({
      surface: 'cli',
      exchanges: [],
      outcome: 'crash: exit code 70: no such thing',
      surfaceLog: 'no such thing',
      reproductions: [{ surface: 'cli', language: 'sh', text: expect.stringContaining('get-item') as unknown }],
    });
  });
});
