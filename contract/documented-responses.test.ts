import { expect, it } from 'vitest';
import { mayBeCreatedByPut } from './documented-responses.js';
import { contractOf, operationOf } from './fixtures/contracts.js';

const TAG = '/notes/{id}/tags/{tag}';

it.each<[string, string, readonly number[], readonly string[], string | undefined]>([
  ['a documented 201 states that the PUT creates items', '/notes/{id}', [201, 404], [], 'id'],
  ['a PUT below another item may create items', TAG, [204, 404], [], 'tag'],
  ['a PUT with the success 200 creates no items', TAG, [200, 404], [], undefined],
  ['a POST creates the items', TAG, [204, 404], ['/notes/{id}/tags'], undefined],
  ['a POST at another path does not create the items', TAG, [204, 404], ['/notes'], 'tag'],
  ['a 404 can only be about the item itself', '/notes/{id}', [204, 404], [], undefined],
  ['the path does not end with a parameter', '/notes/{id}/photo', [204, 404], [], undefined],
])('finds the path parameter whose item a PUT may create: %s → $4', async (_, path, statuses, posts, want) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: {},
  }));
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: '' }]));
  const posted = posts.map((each) => {
    const own = parameters.filter(({ name }) => each.includes(`{${name}}`));
    return [each, { post: { operationId: 'add', parameters: own, responses } }] as const;
  });
  const put = { put: { operationId: 'put', parameters, responses } };
  const contract = await contractOf({ paths: { ...Object.fromEntries(posted), [path]: put } });
  expect(mayBeCreatedByPut(contract.operations, operationOf(contract, 'put'))).toBe(want);
});
