import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases } from './accepted-cases.js';

const TEXT = { type: 'string', minLength: 1 };
const LABELS = { type: 'array', items: TEXT, description: 'Names of labels.' };
const LABEL = { ...TEXT, description: 'The name of an existing label.' };
const REFUSED = { 404: { description: '' }, 422: { description: 'A label does not exist.' } };

/** The bodies of the cases that the service must accept, for a create whose example has all members. */
async function bodies(more: JsonObject, required: readonly string[], known: Readonly<Record<string, Json>> = {}) {
  const example: JsonObject = {
    title: 'a title',
    ...Object.fromEntries(Object.keys(more).map((name) => [name, more[name] === LABELS ? ['x'] : 'x'])),
  };
  const schema = { type: 'object', required: ['title', ...required], properties: { title: TEXT, ...more } };
  const post = {
    operationId: 'add',
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { 201: { description: '' }, ...REFUSED },
  };
  const contract = await contractOf({ paths: { '/tasks': { post } } });
  const values = new Map(Object.entries(known).map(([name, value]) => [name, { known: [value], only: false }]));
  const cases = acceptedCases(new CaseMaker(contract, { seed: 1, runs: 2, values }), operationOf(contract, 'add'));
  const all = cases.map(({ input }) => JSON.stringify(input.body));
  return { all, first: all[0], example: all.indexOf(JSON.stringify(example)) };
}

it('the first cases have no members that may refer to unknown items; the others follow', async () => {
  const { all, first, example } = await bodies({ labels: LABELS }, []);
  expect(first).toBe('{"title":"a title"}');
  const isReferring = (text: string | undefined): boolean => text?.includes('"labels":["') === true;
  expect(all.findIndex(isReferring)).toBe(example);
  expect(all.slice(example).every(isReferring)).toBe(true);
});

it('a case with the identifier of an unknown item is replaced by the case without it', async () => {
  const { all, first, example } = await bodies({ owner_id: TEXT }, []);
  expect([first, example]).toEqual(['{"title":"a title"}', -1]);
  expect(all.some((text) => text?.includes('owner_id'))).toBe(false);
});

it.each<[string, JsonObject, readonly string[], Readonly<Record<string, Json>>]>([
  ['it refers to known items', { labels: LABELS }, [], { labels: ['x'] }],
  ['it refers to a known item in a list', { labels: LABELS }, [], { labels: 'x' }],
  ['it refers to no item', { mood: TEXT }, [], {}],
  ['the body needs the reference', { label: LABEL }, ['label'], {}],
])('the example comes first if %s', async (_, more, required, known) => {
  expect((await bodies(more, required, known)).example).toBe(0);
});
