import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import { referredRead, statesReference } from './body-references.js';

const TEXT = { type: 'string' };
const reply = { description: '' };
const id = { name: 'id', in: 'path', required: true, schema: TEXT };
const read = (operationId: string) => ({ get: { operationId, parameters: [id], responses: { 200: reply } } });
const properties = {
  author_id: TEXT,
  managerId: { ...TEXT, description: 'Must be the id of an employee. Null when omitted.' },
  reviewer: { ...TEXT, description: 'The id of the author who reviews the book.' },
  shelf: { ...TEXT, description: 'The name of an employee.' },
  author: { ...TEXT, description: 'The text about the author.' },
  owner: { ...TEXT, description: 'An existing person.' },
};

const contract = await contractOf({
  paths: {
    '/authors/{id}': read('getAuthor'),
    '/employees/{id}': read('getEmployee'),
    '/books': {
      post: {
        operationId: 'createBook',
        description: 'The author must exist.',
        requestBody: { content: { 'application/json': { schema: { properties } } } },
        responses: { 201: reply, 422: reply },
      },
    },
  },
});
const [create] = contract.operations.filter(({ method }) => method === 'post');

it.each([
  ['author_id', 'getAuthor', true],
  ['managerId', 'getEmployee', true],
  ['reviewer', 'getAuthor', false],
  ['shelf', undefined, false],
  ['author', 'getAuthor', false],
  ['owner', undefined, true],
])(
  'the member %s refers to an item that %s reads; the contract states that the item must exist: %s',
  (member, want, isStated) => {
    if (create === undefined) throw new Error('the contract has no create');
    expect(referredRead(contract, create, member)?.id).toBe(want);
    expect(statesReference(contract.schemas, create, member)).toBe(isStated);
  },
);
