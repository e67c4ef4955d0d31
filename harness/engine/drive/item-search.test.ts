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
