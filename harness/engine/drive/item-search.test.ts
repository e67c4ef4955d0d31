import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { ItemSearch } from './item-search.js';

const text = { type: 'string' };

async function found(example: JsonObject, items: Json): Promise<readonly JsonObject[]> {
  const owner = { name: 'owner', in: 'path', required: true, schema: text, ...example };
  const pet = { name: 'pet', in: 'path', required: true, schema: text };
  const responses = { '200': { description: 'A reply.', content: { 'application/json': { schema: {} } } } };
  const contract = await contractOf({
    paths: {
      '/owners/{owner}/pets': { get: { operationId: 'listPets', parameters: [owner], responses } },
      '/owners/{owner}/pets/{pet}': { get: { operationId: 'getPet', parameters: [owner, pet], responses } },
    },
  });
  const headers = [['content-type', 'application/json']] as const;
  const body = Buffer.from(JSON.stringify(items));
  const client = { call: async () => Promise.resolve({ kind: 'response', status: 200, headers, body } as const) };
  const search = new ItemSearch(
    contract,
    client,
    () => undefined,
    () => false,
  );
  return search.paths(operationOf(contract, 'getPet'));
}

test('if no operation lists the parents, items are searched below the example of the path parameter', async () => {
  expect(await found({ example: 'o1' }, [{ id: 'p1' }])).toEqual([{ owner: 'o1', pet: 'p1' }]);
  expect(await found({}, [{ id: 'p1' }])).toEqual([]);
});

/**
 * Searches the items of an operation that reads a repository. `owner` describes its first path parameter, and `known`
 * is the only owner that exists. Returns the path arguments that are found.
 */
async function foundByExample(owner: JsonObject, known: string): Promise<readonly JsonObject[]> {
  const inPath = (name: string, more: JsonObject): JsonObject => ({ name, in: 'path', required: true, ...more });
  const parameters = [inPath('owner', owner), inPath('repo', { schema: text, example: 'hello' })];
  const get = { operationId: 'getRepository', parameters, responses: { '200': { description: 'A reply.' } } };
  const contract = await contractOf({ paths: { '/repos/{owner}/{repo}': { get } } });
  const call: ConstructorParameters<typeof ItemSearch>[1]['call'] = async (_, { path }) => {
    const status = path?.['owner'] === known ? 200 : 404;
    return Promise.resolve({ kind: 'response', status, headers: [], body: new Uint8Array(0) } as const);
  };
  const [inputOf, stopped] = [(): undefined => undefined, (): boolean => false];
  const search = new ItemSearch(contract, { call }, inputOf, stopped);
  return search.paths(operationOf(contract, 'getRepository'));
}

test.each<[JsonObject, readonly JsonObject[]]>([
  [{ schema: text, example: 'octo' }, [{ owner: 'octo', repo: 'hello' }]],
  [{ schema: text, examples: { one: { value: 'octo' } } }, [{ owner: 'octo', repo: 'hello' }]],
  [{ schema: { ...text, examples: ['octo'] } }, [{ owner: 'octo', repo: 'hello' }]],
  [{ schema: { ...text, example: 'octo' } }, [{ owner: 'octo', repo: 'hello' }]],
  [{ schema: text, example: 'unknown' }, []],
  [{ schema: text }, []],
])(
  'if no operation lists the items, the examples of path parameters that the service finds are used: %j → %j',
  async (owner, want) => {
    expect(await foundByExample(owner, 'octo')).toEqual(want);
  },
);

test.each<[path: string, element: JsonObject, want: readonly JsonObject[]]>([
  ['/vans/{van}', { name: 'vans/north' }, [{ van: 'north' }]],
  ['/vans/{van}', { name: 'north' }, [{ van: 'north' }]],
  ['/vans({van})', { id: 'north' }, [{ van: 'north' }]],
  ["/vans(id='{van}')", { id: 'north' }, [{ van: 'north' }]],
])('the path arguments for %s are found in the list element %j', async (path, element, want) => {
  const parameters = [{ name: 'van', in: 'path', required: true, schema: text }];
  const responses = { '200': { description: 'A reply.', content: { 'application/json': { schema: {} } } } };
  const contract = await contractOf({
    paths: {
      '/vans': { get: { operationId: 'listVans', responses } },
      [path]: { get: { operationId: 'getVan', parameters, responses } },
    },
  });
  const headers = [['content-type', 'application/json']] as const;
  const body = Buffer.from(JSON.stringify([element]));
  const client = { call: async () => Promise.resolve({ kind: 'response', status: 200, headers, body } as const) };
  const [inputOf, stopped] = [(): undefined => undefined, (): boolean => false];
  const search = new ItemSearch(contract, client, inputOf, stopped);
  expect(await search.paths(operationOf(contract, 'getVan'))).toEqual(want);
});
