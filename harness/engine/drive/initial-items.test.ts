import { expect, test } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import type { Backend } from '../../backends/backend.js';
import { initialItems } from './initial-items.js';

const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const reply = { description: 'A reply.', content: { 'application/json': { schema: {} } } };
const [ok, missing] = [{ '200': reply }, { '200': reply, '404': reply, '409': reply }];

const created = { ...missing, '201': reply };

const owners = await contractOf({
  paths: {
    '/owners/{id}/houses/{kind}': {
      parameters: [parameter('id'), parameter('kind')],
      get: { operationId: 'getHouse', responses: missing },
      put: { operationId: 'putHouse', responses: created },
      delete: { operationId: 'deleteHouse', responses: missing },
    },
    '/owners/{id}/gardens/{kind}': {
      parameters: [parameter('id'), parameter('kind')],
      put: { operationId: 'putGarden', responses: missing },
    },
    '/owners': { get: { operationId: 'listOwners', responses: ok } },
    '/owners/{owner}': {
      parameters: [parameter('owner')],
      get: { operationId: 'getOwner', responses: missing },
      delete: { operationId: 'deleteOwner', responses: missing },
    },
    '/owners/{owner}/pets': { parameters: [parameter('owner')], get: { operationId: 'listPets', responses: missing } },
    '/owners/{owner}/pets/{pet}/feed': {
      parameters: [parameter('owner'), parameter('pet')],
      post: { operationId: 'feedPet', responses: missing },
    },
    '/owners/{owner}/pets/{pet}': {
      parameters: [parameter('owner'), parameter('pet')],
      get: { operationId: 'getPet', responses: missing },
    },
  },
});

/** A service with two owners. In each process of the service, the pet has the next name in `names`. */
function service(names: readonly string[]): Backend & { readonly log: string[] } {
  const log: string[] = [];
  let processes = 0;
  const start = async (): ReturnType<Backend['start']> => {
    const pet = names[processes] ?? '';
    processes += 1;
    const items: Record<string, Json> = {
      'GET /owners': [{ id: 'a' }, { id: 'b' }],
      'GET /owners/a': {},
      'GET /owners/b': {},
      'GET /owners/a/pets': [{ id: pet }],
      'GET /owners/b/pets': [{ id: 'x' }],
      [`GET /owners/a/pets/${pet}`]: {},
      'GET /owners/b/pets/x': {},
      'DELETE /owners/b': {},
      'PUT /owners/a/houses/new': {},
      'PUT /owners/b/houses/new': {},
      'PUT /owners/a/gardens/new': {},
    };
    const respond = async ({ method, target }: RequestMessage) => {
      const key = `${method} ${target}`;
      log.push(key);
      const status = items[key] === undefined ? (method === 'POST' ? 409 : 404) : 200;
      const headers = [['content-type', 'application/json']] as const;
      return Promise.resolve({
        kind: 'response',
        status,
        headers,
        body: Buffer.from(JSON.stringify(items[key] ?? {})),
      } as const);
    };
    const reset = async (): Promise<void> => Promise.resolve(void log.push('reset'));
    return Promise.resolve({ respond, reset, stop: async () => Promise.resolve() });
  };
  return { kind: 'reference', isolated: true, start, log };
}

async function found(
  backend: Backend,
  values: Readonly<Record<string, string>> = {},
  contract = owners,
  reads: readonly string[] = [],
): Promise<Readonly<Record<string, readonly JsonObject[]>>> {
  const known = Object.entries(values).map(([name, value]) => [name, { known: [value], only: false }] as const);
  const paths = await initialItems(
    {
      contract,
      operations: contract.operations,
      reads: new Set(contract.operations.filter(({ id }) => reads.includes(id))),
      credentials: { token: 't' },
      values: new Map(known),
      inputOf: ({ parameters }) => (parameters.some(({ name }) => name === 'kind') ? { path: { kind: 'new' } } : {}),
      stopped: () => false,
      signal: new AbortController().signal,
    },
    backend,
  );
  return Object.fromEntries(paths);
}

test('each operation gets the listed items that it accepts, below one parent', async () => {
  const backend = service(['p', 'p']);
  expect(await found(backend)).toEqual({
    getOwner: [{ owner: 'a' }, { owner: 'b' }],
    // Owner `a` is not used, because the service answers 404 to its DELETE.
    deleteOwner: [{ owner: 'b' }],
    listPets: [{ owner: 'a' }, { owner: 'b' }],
    getPet: [{ owner: 'a', pet: 'p' }],
    // The PUT may create a house below an existing owner. A garden must exist already, because no 201 is documented.
    putHouse: [{ id: 'a', kind: 'new' }],
    // The service answers 409, which shows that the item exists.
    feedPet: [{ owner: 'a', pet: 'p' }],
  });
  const after = backend.log.flatMap((line, index) => (line.startsWith('DELETE') ? backend.log[index + 1] : []));
  expect(new Set(after)).toEqual(new Set(['reset']));
});

test('identifiers that differ between processes of the service are not used', async () => {
  const { getPet, getOwner } = await found(service(['p', 'q']));
  expect(getPet).toBeUndefined();
  expect(getOwner).toEqual([{ owner: 'a' }, { owner: 'b' }]);
});

test('a configured value is used instead of the items that were found', async () => {
  const path = { owner: 'b', pet: 'x' };
  expect(await found(service(['p', 'p']), { owner: 'b' })).toEqual({
    feedPet: [path],
    getPet: [path],
    // The owner of a house has another parameter, which is not configured.
    putHouse: [{ id: 'a', kind: 'new' }],
  });
});

test('if the caller wants the items of a read, the result has them even if their identifiers are configured', async () => {
  const wanted = await found(service(['p', 'p']), { owner: 'b' }, owners, ['getOwner', 'getPet']);
  expect(wanted['getOwner']).toEqual([{ owner: 'b' }]);
  expect(wanted['getPet']).toEqual([{ owner: 'b', pet: 'x' }]);
});

test('the examples of path parameters are used for operations whose items no operation lists', async () => {
  const exampled = (value: string): Json => ({ ...parameter('owner'), example: value });
  const shops = await contractOf({
    paths: {
      '/owners/{owner}/pets': { post: { operationId: 'addPet', parameters: [exampled('a')], responses: missing } },
      '/sheds/{owner}/open': { post: { operationId: 'open', parameters: [exampled('z')], responses: missing } },
      '/sheds/{owner}/lock': { put: { operationId: 'lock', parameters: [exampled('z')], responses: missing } },
      '/owners/{owner}': {
        get: { operationId: 'getOwner', parameters: [exampled('b')], responses: missing },
        delete: { operationId: 'deleteOwner', parameters: [exampled('a')], responses: missing },
      },
    },
  });
  const backend = service(['p', 'p']);
  expect(await found(backend, {}, shops)).toEqual({
    addPet: [{ owner: 'b' }],
    open: [{ owner: 'z' }],
    getOwner: [{ owner: 'b' }],
    deleteOwner: [{ owner: 'b' }],
  });
});
