import { caseOf } from '../../../contract/fixtures/cases.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { SurfaceCallText } from '../../../rules/proof.js';
import { type Peer, json, peer } from '../../../surfaces/fixtures/peer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Backend } from '../../backends/backend.js';
import type { BackendRun } from '../drive/backend-run.js';
import { openedRun } from './fixtures/opened-run.js';
import { runText } from './fixtures/run-text.js';
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
  ['a body with null and with characters beyond U+FFFF', CREATED],
  ['a body in a file', { ...CREATED, bodyWay: 'file' }, ['cli']],
  ['a body on standard input', { ...CREATED, bodyWay: 'standard-input' }, ['cli']],
  ['an identifier with a slash', caseOf('getItem', { input: { path: { item_id: `-a/b c?%#\u{1f600}\u200b` } } })],
  ['a call with a query', LISTED],
  ['a call without a token', { ...LISTED, token: 'missing' }, ['sdk_python', 'cli']],
];

let run: BackendRun;
beforeAll(async () => {
  run = await openedRun(contract, ANSWERING, DRIVEN, TOKEN);
});
afterAll(() => run.close());

function made(shown: Case, own = 'rest'): readonly SurfaceCallText[] {
  const observation: Observation = { surface: own, case: shown, outcome: { kind: 'value' }, exchanges: [] };
  return reproductionsOf(run, { case: shown, observation }, own, secretsOf({ token: TOKEN }, []));
}

/** The request that the driver of the surface sends for the case. */
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

/** Runs the text in the folder of the configuration, as a user would. Returns the request that the service receives. */
async function arriving(text: SurfaceCallText): Promise<object> {
  const service: Peer = await peer(json(ITEM));
  await runText(text, service.origin, TOKEN);
  const [first, ...more] = service.seen;
  if (first === undefined || more.length > 0) throw new Error(`${service.seen.length} requests of ${text.text}`);
  return wire(first.line, first.headers, first.body);
}

describe('reproductionsOf writes the calls of a case for a user', () => {
  it.each<[string, Case, (readonly string[])?]>(CASES)(
    'a reproduction sends the same request as the driver: %s',
    async (_, shown, surfaces = DRIVEN) => {
      const texts = made(shown).filter(({ surface }) => surfaces.includes(surface));
      const arrived = texts.map(async (each) => [each.surface, await arriving(each)] as const);
      const wanted = surfaces.map(async (surface) => [surface, await driven(surface, shown)] as const);
      expect(await Promise.all(arrived)).toEqual(await Promise.all(wanted));
    },
  );

  it('the first reproduction is for the surface of the finding, and none contains secrets or invisible characters', () => {
    const texts = made(CREATED, 'mcp');
    expect(texts.map(({ surface }) => surface)).toEqual(['mcp', ...DRIVEN.filter((id) => id !== 'mcp')]);
    for (const { text } of texts) expect(text.replaceAll('\n', '')).not.toMatch(/[^\P{C}]|parity-0123/u);
  });

  it.each<[string, Partial<Case>, readonly string[]]>([
    [
      'a call without a token, which a tool server would add',
      { token: 'missing' },
      DRIVEN.filter((id) => id !== 'mcp'),
    ],
    ['a call with a wrong token', { token: 'wrong' }, []],
    ['a case with preceding calls on a different surface', { precedingCalls: [{ ...LISTED, surface: 'mcp' }] }, []],
    ['a case with a network fault', { provenance: { kind: 'fault', name: 'refused' } }, []],
    ['a case with concurrent preceding calls', { precedingCalls: [{ ...LISTED, lane: 0 }] }, []],
    [
      'a case with more preceding calls than a reader would copy',
      { precedingCalls: Array.from({ length: 12 }, () => LISTED) },
      [],
    ],
    [
      'a case with a value from an unknown reply',
      { feeds: [{ in: 'query', name: 'cursor', pointer: '/x', step: 'a' }] },
      [],
    ],
    [
      'a case with a string that would make the command too long',
      { input: { query: { cursor: 'x'.repeat(9000) } } },
      [],
    ],
    [
      'a case with a request that only the harness sends',
      { raw: { fault: 'method', words: 'x', method: 'PUT' } },
      ['rest'],
    ],
    ['a call with an unknown argument', { misuse: 'unknown-argument' }, ['cli', 'mcp']],
    ['a call with a word that belongs to no flag', { misuse: 'word-argument' }, ['cli']],
    [
      'a case with an argument that the shell would change',
      { input: { query: { cursor: 'a\n' } } },
      DRIVEN.filter((id) => id !== 'cli'),
    ],
  ])('a reproduction is omitted for surfaces that cannot make the whole call: %s', (_, given, surfaces) => {
    expect(made({ ...LISTED, ...given }).map(({ surface }) => surface)).toEqual(surfaces);
  });
});
