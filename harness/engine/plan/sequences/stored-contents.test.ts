import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import type { Contract } from '../../../../contract/contract.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { storedContents } from './stored-contents.js';

const text = { type: 'string', minLength: 1 };
const json = (properties: JsonObject): JsonObject => ({
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const ok = (body: JsonObject): JsonObject => ({ responses: { '200': { description: '', ...body } } });
const OCTETS = { content: { 'application/octet-stream': {} } };

function pair(name: string, body: JsonObject): JsonObject {
  return {
    get: { operationId: `get${name}`, ...ok(body) },
    put: { operationId: `put${name}`, requestBody: body, ...ok({}) },
  };
}

/** A subject without collections, whose bodies are all accepted. */
function subjectOf(contract: Contract, maker: CaseMaker): Parameters<typeof storedContents>[0] {
  const { operations } = contract;
  return { contract, operations, collections: [], maker, isAccepted: () => true, areInvalidTested: false };
}

const ID = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
const PADS = { post: { operationId: 'addPad', requestBody: json({ title: text }), ...ok(json({ id: text })) } };

it.each<[string, JsonObject, string | undefined]>([
  [
    'a PUT at a path without parameters is followed by a GET',
    { '/mode': pair('Mode', json({ on: { type: 'boolean' } })) },
    'putMode getMode',
  ],
  [
    'a PUT at a path that the client chooses is followed by a GET',
    { '/files/{id}': { ...ID, ...pair('File', OCTETS) } },
    'putFile id getFile id',
  ],
  [
    'a PUT at a path below an item is followed by a GET',
    {
      '/pads': PADS,
      '/pads/{id}': { ...ID, ...pair('Pad', json({ title: text })) },
      '/pads/{id}/file': { ...ID, ...pair('File', OCTETS) },
    },
    'addPad putFile ← getFile ←',
  ],
  [
    'a PUT at a path below an item that another PUT creates is followed by a GET',
    {
      '/pads/{id}': {
        ...ID,
        get: { operationId: 'getPad', ...ok(json({ title: text })) },
        put: {
          operationId: 'putPad',
          requestBody: json({ id: text }),
          responses: { '201': { description: '' }, '200': { description: '' } },
        },
      },
      '/pads/{id}/file': { ...ID, ...pair('File', OCTETS) },
    },
    'putPad id putFile id getFile id',
  ],
  [
    'a PUT with an identifier in its body is followed by a GET',
    { '/files/{id}': { ...ID, ...pair('File', json({ id: text, name: text })) } },
    'putFile id getFile id',
  ],
  [
    'a PUT with only an identifier in its body is not planned',
    { '/files/{id}': { ...ID, ...pair('File', json({ id: text })) } },
    undefined,
  ],
  [
    'a PUT at a path without a GET is not planned',
    { '/mode': { put: { operationId: 'putMode', requestBody: OCTETS, ...ok({}) } } },
    undefined,
  ],
])('stores a body by a PUT and reads it by a GET: %s', async (_, paths, want) => {
  const contract = await contractOf({ paths });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { all: collections } = collectionsOf(contract);
  const [found, ...others] = storedContents({
    contract,
    operations: contract.operations,
    collections,
    maker,
    isAccepted: () => true,
    areInvalidTested: false,
  });
  const words = found?.steps.map(({ case: { operation, input, feeds } }) =>
    [operation, ...Object.keys(input.path ?? {}), ...(feeds ? ['←'] : [])].join(' '),
  );
  expect(others).toEqual([]);
  expect(words?.join(' ').startsWith(want ?? '-')).toBe(want === undefined ? undefined : true);
});

it.each([
  ['bodies are stored below an item with a known id', ['A-1', 'C/1'], true],
  ['bodies are not stored if no item has a known id', [], false],
])('a PUT is sent only below an item that exists: %s', async (_, known, want) => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Z].{0,23}$' } },
  ];
  const responses = { '200': { description: '', ...OCTETS }, '404': { description: '' } };
  const get = { operationId: 'getFile', responses };
  const put = { operationId: 'putFile', requestBody: { required: true, ...OCTETS }, responses };
  const contract = await contractOf({ paths: { '/pads/{id}/file': { parameters, get, put } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map([['id', { known, only: false }]]) });
  const subject = subjectOf(contract, maker);
  const ids = storedContents(subject).flatMap(({ steps }) => steps.map((step) => step.case.input.path?.['id'] ?? ''));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.every((id) => known.includes(String(id)))).toBe(want);
});

it('an optional member is omitted, stated and omitted again in three PUTs, if there is no create', async () => {
  const mode = { type: 'object', required: ['name'], properties: { name: text, sign: text } };
  const contract = await contractOf({
    paths: { '/mode': pair('Mode', { content: { 'application/json': { schema: mode } } }) },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const subject = subjectOf(contract, maker);
  const replaced = storedContents(subject).find(({ name }) => name === 'replaced-putMode');
  const sent = replaced?.steps.map(({ case: { input } }) => Object.keys((input.body ?? {}) as JsonObject).join());
  expect(sent).toEqual(['name', '', 'name,sign', '', 'name', '']);
});

it.each([
  ['a map that the PUT creates', '201'],
  ['a map that the PUT replaces', '200'],
])('a second PUT omits a member of a map: %s', async (_, status) => {
  const map = { type: 'object', additionalProperties: { enum: ['a', 'b', 'c'] } };
  const put = pair('Map', { content: { 'application/json': { schema: map } } })['put'];
  const responses = { [status]: { description: '' } };
  const paths = {
    '/maps/{id}': { ...ID, get: { operationId: 'getMap', ...ok({}) }, put: { ...Object(put), responses } },
  };
  const contract = await contractOf({ paths });
  const maker = new CaseMaker(contract, { seed: 1, runs: 32, values: new Map() });
  const subject = subjectOf(contract, maker);
  const replaced = storedContents(subject).find(({ name }) => name === 'replaced-putMap');
  const bodies = replaced?.steps.flatMap(({ case: { input } }) => (input.body === undefined ? [] : [input.body]));
  const [lean = {}, full = {}, again = {}] = (bodies ?? []) as readonly JsonObject[];
  expect(again).toEqual(lean);
  const names = Object.keys(full);
  expect(names.some((name) => !Object.hasOwn(lean, name))).toBe(true);
  expect(names.some((name) => Object.hasOwn(lean, name) && lean[name] !== full[name])).toBe(true);
});

it('a PATCH changes a few members of settings that a PUT or a PATCH set before', async () => {
  const settings = { type: 'object', properties: { name: text, sign: text, mark: text } };
  const body = { content: { 'application/json': { schema: settings } } };
  const patch = { operationId: 'patchMode', requestBody: body, ...ok({}) };
  const sequence = async (path: JsonObject): Promise<readonly string[] | undefined> => {
    const contract = await contractOf({ paths: { '/mode': path } });
    const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
    const patched = storedContents(subjectOf(contract, maker)).find(({ name }) => name === 'patched-patchMode');
    return patched?.steps.map(({ case: { operation, input } }) =>
      [operation, ...Object.keys((input.body ?? {}) as JsonObject)].join(' '),
    );
  };
  const few = ['getMode', expect.stringMatching(/^patchMode \S+$/) as string, 'getMode'];
  const withPut = await sequence({ ...pair('Mode', body), patch });
  expect(withPut?.slice(0, 5)).toEqual(['getMode', 'putMode name sign mark', ...few]);
  const { get } = pair('Mode', body);
  expect((await sequence({ get: get as Json, patch }))?.slice(0, 5)).toEqual([
    'getMode',
    'patchMode name sign mark',
    ...few,
  ]);
});

it('a PUT at a path without parameters also omits a member of an object in the body', async () => {
  const TEXT = { type: 'string', minLength: 1, maxLength: 3 };
  const inner = { type: 'object', required: ['on'], properties: { on: { type: 'boolean' }, sign: TEXT } };
  const schema = { type: 'object', required: ['name', 'view'], properties: { name: TEXT, view: inner } };
  const contract = await contractOf({
    paths: { '/mode': pair('Mode', { content: { 'application/json': { schema } } }) },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const subject = subjectOf(contract, maker);
  const below = storedContents(subject).find(({ name }) => name === 'replaced-below-putMode');
  const views = below?.steps.flatMap(
    ({ case: { input } }) => (input.body as { view?: JsonObject } | undefined)?.view ?? [],
  );
  expect(views?.map((view) => Object.hasOwn(view as JsonObject, 'sign'))).toEqual([false, true, false]);
});
