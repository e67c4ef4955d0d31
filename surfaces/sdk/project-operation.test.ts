import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { projectOperation } from './project-operation.js';
import { SchemaTypes } from './schema-types.js';
import { TypeNames } from './type-names.js';

test.each<readonly [string, JsonObject, readonly string[]]>([
  ['JSON', { 'application/json': { schema: { type: 'object' } } }, ['json']],
  ['any media type with an object schema', { '*/*': { schema: { type: 'object' } } }, ['json']],
  ['any media type without a schema', { '*/*': {} }, ['bytes', 'json', 'text']],
  [
    'any media type with the schema of a binary string',
    { '*/*': { schema: { type: 'string', format: 'binary' } } },
    ['bytes', 'json', 'text'],
  ],
  ['any image media type', { 'image/*': {} }, ['bytes']],
])('the content of a reply determines how a method returns it: %s → $2', async (_, content, want) => {
  const responses = { 200: { description: 'A file.', content } };
  const contract = await contractOf({ paths: { '/a': { get: { operationId: 'take', responses } } } });
  const { returns } = projectOperation(
    operationOf(contract, 'take'),
    new SchemaTypes(contract.schemas, new TypeNames()),
  );
  expect(returns).toEqual(want);
});
