import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { isAtKnownPath, listInput } from './list-input.js';

it('the input for the first page of a list has the required arguments of an example, and none of its filters', async () => {
  const query = (name: string, more: JsonObject = {}): JsonObject => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...more,
  });
  const parameters = [query('owner', { required: true }), query('type'), query('limit')];
  const get = { operationId: 'list', parameters, responses: { 200: { description: '' } } };
  const operation = operationOf(await contractOf({ paths: { '/files': { get } } }), 'list');
  const list = { operation, elements: '', limit: { name: 'limit', minimum: 1, default: 20 }, unknownPaging: [] };
  const example = { query: { owner: 'me', type: 'text/plain', limit: 7 } };
  const input = listInput(list, example, undefined, 50, { name: 'a' });
  expect(input).toEqual({ query: { owner: 'me', limit: 50, name: 'a' } });
});

it.each<[string, { given: readonly [known: readonly string[], found: readonly JsonObject[]]; want: boolean }]>([
  ['all values are made up', { given: [[], []], want: false }],
  ['all values are configured', { given: [['user', 'room'], []], want: true }],
  ['one value is made up', { given: [['user'], []], want: false }],
  ['the items exist in the initial state', { given: [[], [{ user: 'ann', room: '7' }]], want: true }],
  ['one item exists, and the other value is configured', { given: [['user'], [{ room: '7' }]], want: true }],
])('a list can be read if the items in its path exist: %s', async (_, { given: [known, found], want }) => {
  const parameters = ['user', 'room'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const get = { operationId: 'list', parameters, responses: {} };
  const contract = await contractOf({ paths: { '/users/{user}/rooms/{room}/events': { get } } });
  const list = operationOf(contract, 'list');
  const values = new Map(known.map((name) => [name, { known: ['ann'], only: false }]));
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values, found: new Map([[list.id, found]]) });
  expect(isAtKnownPath(maker, list)).toBe(want);
});
