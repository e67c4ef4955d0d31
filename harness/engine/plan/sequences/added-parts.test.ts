import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { addedParts } from './added-parts.js';

const TEXT = { type: 'string', pattern: '^[a-z]{1,8}$' };

/** The calls of the first part that is added, with their paths. */
async function planned(path: string, put: JsonObject = {}): Promise<readonly string[]> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: TEXT,
  }));
  const responses = { 200: { description: '' }, 404: { description: '' } };
  const contract = await contractOf({
    paths: {
      [path]: {
        parameters,
        put: { operationId: 'add', responses, ...put },
        delete: { operationId: 'remove', responses },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map([['id', { known: ['p'], only: false }]]) });
  const { operations } = contract;
  const sequences = addedParts({ contract, operations, maker, collections: [], isChosen: () => true });
  return sequences
    .flatMap(({ steps }) => steps.slice(0, 2))
    .map(({ case: { operation, input } }) => {
      const { id, name } = input.path ?? {};
      return `${operation} ${String(id)} ${name === undefined ? '-' : typeof name}`;
    });
}

it('a part is added to a known item, and then removed', async () => {
  expect(await planned('/posts/{id}/likes/{name}')).toEqual(['add p string', 'remove p string']);
});

it.each<[string, string, JsonObject?]>([
  ['the path is that of an item', '/posts/{name}'],
  ['the path does not end with a name', '/posts/{id}/like'],
  ['the PUT has a body', '/posts/{id}/likes/{name}', { requestBody: { content: { 'application/json': {} } } }],
])('no part is added if %s', async (_, path, put) => {
  expect(await planned(path, put)).toEqual([]);
});
