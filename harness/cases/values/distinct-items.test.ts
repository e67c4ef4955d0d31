import { expect, test } from 'vitest';
import { contractOf, operationOf, taking } from '../../../contract/fixtures/contracts.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { CaseMaker, type KnownValues } from '../make-cases.js';

/** The lists of identifiers in all valid bodies of an operation. */
async function idsOf(id: JsonObject, values: Readonly<Record<string, KnownValues>> = {}): Promise<readonly Json[][]> {
  const line = { type: 'object', required: ['id'], properties: { id, count: { type: 'integer' } } };
  const contract = await contractOf(taking({ type: 'array', minItems: 2, maxItems: 4, items: line }));
  const maker = new CaseMaker(contract, { seed: 3, runs: 40, values: new Map(Object.entries(values)) });
  const operation = operationOf(contract, 'take');
  return [...maker.make(operation, 'boundary'), ...maker.make(operation, 'valid')].map(({ input: { body } }) =>
    (body as Json[]).map((each) => (isJsonObject(each) ? (each['id'] ?? null) : null)),
  );
}

const areDistinct = (ids: readonly Json[]): boolean => new Set(ids).size === ids.length;

test.each<[string, JsonObject]>([
  ['texts', { type: 'string' }],
  ['texts of a fixed length', { type: 'string', minLength: 6, maxLength: 6 }],
  ['texts with a pattern', { type: 'string', pattern: '^[A-Za-z0-9]{1,20}$' }],
  ['numbers', { type: 'integer', minimum: 1, maximum: 9 }],
  ['identifiers with a format', { type: 'string', format: 'uuid' }],
])('the objects of a list have different identifiers: %s', async (_, id) => {
  const all = await idsOf(id);
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((ids) => !areDistinct(ids))).toEqual([]);
});

test('equal identifiers remain if the schema or the configuration permits no others', async () => {
  expect((await idsOf({ const: 'a' })).length).toBeGreaterThan(0);
  const known = await idsOf({ type: 'string' }, { id: { known: ['a'], only: true } });
  expect(new Set(known.flat())).toEqual(new Set(['a']));
});
