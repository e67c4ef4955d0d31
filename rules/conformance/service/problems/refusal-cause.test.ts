import { expect, it } from 'vitest';
import type { Json } from '../../../../contract/json/json.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { replied } from '../../../fixtures/trials.js';
import { refusalCause } from './refusal-cause.js';

const FORMAT = { detail: 'Invalid dataset ID format: a' };

it.each<[string, string, number, Json, string]>([
  ['the value of the identifier', '/datasets/{id}/csv', 422, FORMAT, 'identifier /datasets/{} 422'],
  [
    'the value of the identifier, in another operation',
    '/datasets/{dataset_id}',
    422,
    FORMAT,
    'identifier /datasets/{} 422',
  ],
  ['the name of the identifier', '/datasets/{id}', 400, { errors: [{ field: 'id' }] }, 'identifier /datasets/{} 400'],
  [
    'the words of the name of the identifier',
    '/versions/{version_id}',
    422,
    { detail: 'Invalid version ID' },
    'identifier /versions/{} 422',
  ],
  [
    'the words of the name of another identifier',
    '/orders/{id}/assign',
    422,
    { detail: 'Invalid user ID' },
    'call 422',
  ],
  [
    'the words of the kind of the item',
    '/orders/{id}/assign',
    422,
    { detail: 'Invalid order ID' },
    'identifier /orders/{} 422',
  ],
  ['only "id"', '/orders/{id}/assign', 422, { detail: 'Invalid ID.' }, 'identifier /orders/{} 422'],
  ['the words of another name', '/versions/{version_id}', 422, { detail: 'Invalid label ID' }, 'call 422'],
  [
    'the words of one of two names',
    '/versions/{version_id}/tags/{tag_name}',
    422,
    { detail: 'Invalid version ID' },
    'identifier /versions/{} 422',
  ],
  ['an ordinary word that equals the value', '/datasets/{id}', 422, { detail: 'Not a valid body' }, 'call 422'],
  ['the name of another member', '/datasets/{id}', 422, { errors: [{ field: 'name' }] }, 'call 422 name'],
  ['a status about the route', '/datasets/{id}', 404, FORMAT, '/datasets/{id} 404'],
])(
  'finds the cause of a refused valid input: the reply has %s (path %s, status %i)',
  async (_, path, status, body, want) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    const own = await contractOf({ paths: { [path]: { get: { operationId: 'call', parameters, responses: {} } } } });
    const [operation] = own.operations;
    const input = { path: Object.fromEntries(names.map((name) => [name, 'a'])) };
    expect(operation && refusalCause(operation, input, replied(status, body))).toBe(want);
  },
);
