import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../reports/report.js';
import { completeConfig } from '../configuration/load-config.js';
import { check } from './check.js';
import { phasesNamed } from './options/check-options.js';
import { runChoice } from './plan/surface-runs.js';

const root = mkdtempSync(join(tmpdir(), 'parity-servers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES = 'https://files.example.com';
const text = { 200: { description: 'Done.', content: { 'application/json': { schema: { type: 'string' } } } } };
/** Three servers: one of another host, and one of the same host with another path. */
const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'api' } } }],
  paths: {
    '/notes': { get: { operationId: 'listNotes', responses: text } },
    '/files': {
      get: { operationId: 'listFiles', responses: text },
      put: { operationId: 'putFile', servers: [{ url: `${FILES}/` }], responses: text },
    },
    '/stats': {
      servers: [{ url: 'https://api.example.com/v2' }],
      get: { operationId: 'getStats', responses: text },
    },
  },
};

const SERVICE = `
const routes = { a: { 'GET /v1/notes': 'notes', 'GET /v1/files': 'files', 'GET /v2/stats': 'stats' }, b: { 'PUT /files': 'put' } };
for (const [index, own] of Object.values(routes).entries())
  require('http').createServer((request, response) => {
    const body = own[request.method + ' ' + request.url];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  }).listen(process.argv[1 + index], '127.0.0.1');
`;

const CLIENT = `
const paths = { listNotes: ['GET', '/notes'], listFiles: ['GET', '/files'], putFile: ['PUT', '/files', '${FILES}'],
  getStats: ['GET', '/stats', 'https://api.example.com/v2'] };
export class Client {
  constructor({ baseUrl, servers = {} }) {
    for (const [name, [method, path, server]] of Object.entries(paths))
      this[name] = async () => (await fetch((servers[server] ?? baseUrl) + path, { method })).json();
  }
}
`;
writeFileSync(join(root, 'files.json'), JSON.stringify(CONTRACT));
writeFileSync(join(root, 'client.mjs'), CLIENT);
writeFileSync(join(root, 'one-base-url.mjs'), CLIENT.replace('servers[server] ?? ', ''));
writeFileSync(
  join(root, 'other-server.mjs'),
  CLIENT.replace("'PUT', '/files', 'https://files", "'PUT', '/files', 'https://file"),
);

const SERVED = { [FILES]: 'http://127.0.0.1:{port2}' };

async function checked(servers: Readonly<Record<string, string>> | undefined, sdk: object = {}): Promise<Report> {
  const service = {
    command: [process.execPath, '-e', SERVICE, '{port}', '{port2}'],
    url: 'http://127.0.0.1:{port}/v1',
    ...(servers && { servers }),
  };
  const surfaces = { rest: { driver: 'rest' }, sdk: { driver: 'sdk_typescript', module: 'client.mjs', ...sdk } };
  const config = { contracts: ['files.json'], surfaces, service, backends: ['reference'] };
  return check(
    completeConfig(config, join(root, 'parity.config.json')),
    {
      contracts: [],
      surfaces: [],
      operations: [],
      phases: phasesNamed(['inventory', 'valid']),
      backends: ['reference'],
      runs: runChoice(2),
      seed: 1,
      reports: '.',
      signal: new AbortController().signal,
    },
    { entry: () => undefined, phase: () => undefined, progress: () => undefined },
  );
}

function cells({ cells: all }: Report): readonly string[] {
  return all
    .filter(({ verdict }) => verdict !== 'pass')
    .map((cell) => `${cell.operation} ${cell.surface} ${cell.verdict}`);
}

test('each operation is called at its own server', async () => {
  const report = await checked(SERVED, { servers: 'each' });
  expect(report.findings).toEqual([]);
  expect(cells(report)).toEqual([]);
  expect(report.footer?.exitCode).toBe(0);
  // Every cell has the time of its calls, in the order of the cells.
  const name = ({ surface, operation }: { surface: string; operation: string }): string => `${surface} ${operation}`;
  expect(report.footer?.times?.map(name)).toEqual(report.cells.map(name));
  expect(report.footer?.times?.every(({ calls, durationMs }) => calls > 0 && durationMs >= 0)).toBe(true);
});

test('operations of a server without an address are not called', async () => {
  const report = await checked(undefined, { servers: 'each' });
  expect(report.findings).toEqual([]);
  expect(cells(report)).toEqual(['putFile rest inconclusive', 'putFile sdk inconclusive']);
  expect(report.cells.find(({ verdict }) => verdict !== 'pass')?.reason).toMatch(
    /^not called: .* https:\/\/files\.example\.com, /,
  );
  expect(report.footer?.exitCode).toBe(2);
});

test.each([
  ['its server is not verified', undefined, ['putFile sdk inconclusive', 'getStats sdk inconclusive'], 2],
  ['its base URL stands for all servers', 'one', [], 0],
])('a surface with one base URL: %s', async (_, servers, want, exitCode) => {
  const report = await checked(SERVED, { module: 'one-base-url.mjs', ...(servers && { servers }) });
  expect(report.findings).toEqual([]);
  expect(cells(report)).toEqual(want);
  expect(report.footer?.exitCode).toBe(exitCode);
});

test('a surface that calls another server than that of the operation is reported', async () => {
  const report = await checked(SERVED, { module: 'other-server.mjs', servers: 'each' });
  expect(report.findings.map(({ finding }) => [finding.rule, finding.surfaces.join(), finding.message])).toEqual([
    [
      'parity/same-operation',
      'sdk',
      'The request `PUT /../tap/files` is not below the base URL of https://files.example.com, the server of putFile.',
    ],
  ]);
});
