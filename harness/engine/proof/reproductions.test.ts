import { caseOf } from '../../../contract/fixtures/cases.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { SurfaceCallText } from '../../../rules/proof.js';
import { type Peer, json, peer } from '../../../surfaces/fixtures/peer.js';
import type { Backend } from '../../backends/backend.js';
import { surfacesOf } from '../../bindings/surfaces.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { loadConfig } from '../../configuration/load-config.js';
import { type BackendRun, openBackendRun } from '../drive/backend-run.js';
import { Clusters } from '../group/cluster.js';
import { reproductionsOf } from './reproductions.js';
import { secretsOf } from './secrets.js';

const TOKEN = 'parity-0123456789abcdef';
const contract = await itemService();
const ITEM = JSON.stringify({ item_id: 'a', name: 'a', version: 1, status: 'draft', items: [], next_cursor: null });
const DRIVEN = ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp'];

const ANSWERING: Backend = {
  kind: 'reference',
  isolated: true,
  start: async () => ({
    respond: () => ({
      kind: 'response',
      status: 200,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(ITEM),
    }),
    stop: async () => undefined,
  }),
};

const NAME = `-%s \u{1f600}\u{e0001}\u200b é "it's" \`id\` $HOME \\ !\n`;
const CREATED = caseOf('createItem', {
  input: { body: { name: NAME, note: null, price: 0.01, tags: [], labels: { __proto__x: '', a: 'true' } } },
});
const LISTED = caseOf('listItems', { input: { query: { limit: 2, cursor: 'a&b=+' } } });
const CASES: [name: string, shown: Case, surfaces?: readonly string[]][] = [
  ['null and astral characters', CREATED],
  ['a body in a file', { ...CREATED, bodyWay: 'file' }, ['cli']],
  ['a body on standard input', { ...CREATED, bodyWay: 'standard-input' }, ['cli']],
  ['an identifier with a slash', caseOf('getItem', { input: { path: { item_id: `-a/b c?%#\u{1f600}\u200b` } } })],
  ['a query', LISTED],
  ['no token', { ...LISTED, token: 'missing' }, ['sdk_python', 'cli']],
];

let run: BackendRun;
beforeAll(async () => {
  const loaded = await loadConfig(undefined, process.cwd());
  const { root, prefix } = loaded;
  const surfaces = await surfacesOf(loaded, 'contract/item-service.openapi.yaml', DRIVEN);
  run = await openBackendRun({
    root,
    prefix,
    contract,
    token: TOKEN,
    timeoutMs: 20_000,
    backend: ANSWERING,
    surfaces: surfaces.map((surface) => ({ ...surface, lanes: 1 })),
    plan: { cases: [], maker: new CaseMaker(contract, { seed: 1, runs: 0, values: new Map() }) },
    clusters: new Clusters(),
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
});
afterAll(() => run.close());

function made(shown: Case, own = 'rest'): readonly SurfaceCallText[] {
  return reproductionsOf(run, operationOf(contract, shown.operation), shown, own, secretsOf({ token: TOKEN }, []));
}

/** The request that the driver of the surface sends. */
async function driven(surface: string, shown: Case): Promise<object> {
  const lane = run.lanes.get(surface)?.[0];
  const observation = await lane?.run(operationOf(contract, shown.operation), shown);
  const request = observation?.exchanges.at(-1)?.request;
  if (request === undefined) throw new Error(`${surface}: ${JSON.stringify(observation?.outcome)}`);
  const { method, target, headers, body } = request;
  return wire(`${method} ${target}`, Object.fromEntries(headers), Buffer.from(body).toString());
}

function wire(line: string, headers: object, body: string): object {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const kept = own.filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
  return { line, headers: Object.fromEntries(kept), body };
}

const PROGRAM: Readonly<Record<Exclude<SurfaceCallText['language'], 'json'>, readonly string[]>> = {
  sh: ['/bin/sh', '-c'],
  typescript: [process.execPath, '--input-type=module', '--eval'],
  python: ['python3', '-c'],
};

/** The request that arrives if a user runs the text in the folder of the configuration. */
async function arriving({ language, text }: SurfaceCallText): Promise<object> {
  const service: Peer = await peer(json(ITEM));
  if (language === 'json') await callTool(service.origin, text);
  else {
    const [program = '', ...args] = PROGRAM[language];
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], BASE_URL: service.origin, TOKEN };
    const child = spawn(program, [...args, text], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await once(child, 'close');
  }
  const [first, ...more] = service.seen;
  if (first === undefined || more.length > 0) throw new Error(`${service.seen.length} requests of ${text}`);
  return wire(first.line, first.headers, first.body);
}

async function callTool(origin: string, text: string): Promise<void> {
  const client = new Client({ name: 'user', version: '1' });
  const env = { SVC_BASE_URL: origin, SVC_TOKEN: TOKEN };
  const args = ['dist/surfaces/mcp/reference/main.js'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const { method, params } = JSON.parse(text) as { method: string; params: Parameters<Client['callTool']>[0] };
  expect(method).toBe('tools/call');
  await client.callTool(params);
  await client.close();
}

describe('reproductionsOf', () => {
  it.each<[string, Case, (readonly string[])?]>(CASES)(
    'sends the request of the driver: %s',
    async (_, shown, surfaces = DRIVEN) => {
      const texts = made(shown).filter(({ surface }) => surfaces.includes(surface));
      const arrived = texts.map(async (each) => [each.surface, await arriving(each)] as const);
      const wanted = surfaces.map(async (surface) => [surface, await driven(surface, shown)] as const);
      expect(await Promise.all(arrived)).toEqual(await Promise.all(wanted));
    },
  );

  it('begins with the surface of the finding, and contains neither a secret nor an invisible character', () => {
    const texts = made(CREATED, 'mcp');
    expect(texts.map(({ surface }) => surface)).toEqual(['mcp', ...DRIVEN.filter((id) => id !== 'mcp')]);
    for (const { text } of texts) expect(text.replaceAll('\n', '')).not.toMatch(/[^\P{C}]|parity-0123/u);
  });

  it.each<[string, Partial<Case>, readonly string[]]>([
    ['no token, as a tool server has its own', { token: 'missing' }, DRIVEN.filter((id) => id !== 'mcp')],
    ['a wrong token', { token: 'wrong' }, []],
    ['several calls', { precedingCalls: [LISTED] }, []],
    ['an identifier that a setup makes', { setup: [] }, []],
    ['a text that would be long', { input: { query: { cursor: 'x'.repeat(9000) } } }, []],
    ['a request that only the harness sends', { raw: { fault: 'method', words: 'x', method: 'PUT' } }, ['rest']],
    ['an unknown argument', { misuse: 'unknown-argument' }, ['cli', 'mcp']],
    [
      'an argument that the shell would change',
      { input: { query: { cursor: 'a\n' } } },
      DRIVEN.filter((id) => id !== 'cli'),
    ],
  ])('is complete, or left out: %s', (_, given, surfaces) => {
    expect(made({ ...LISTED, ...given }).map(({ surface }) => surface)).toEqual(surfaces);
  });
});
