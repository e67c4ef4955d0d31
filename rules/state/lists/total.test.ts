import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { partition } from './pages/partition.js';
import { total } from './total.js';

const TEXT = { type: 'string' };
const ITEM = { type: 'object', properties: { id: TEXT } };

const HEADER = 'X-Total-Count';
/** The name of a header that contains a JSON object. */
const OBJECT = 'X-Pagination';
const OBJECT_TEXT = 'A JSON object with `totalCount`.';

function shelf(name: string, isPaged: boolean): Promise<Contract> {
  const headers = {
    ...(name === HEADER && { [HEADER]: { schema: { type: 'integer' } } }),
    ...(name === OBJECT && { [OBJECT]: { description: OBJECT_TEXT, schema: TEXT } }),
  };
  const json = (schema: JsonObject): JsonObject => ({
    description: '',
    headers,
    content: { 'application/json': { schema } },
  });
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
    { name: 'cursor', in: 'query', schema: TEXT },
  ];
  const properties = { items: { type: 'array', items: ITEM }, next: TEXT, [name]: { type: 'integer' } };
  const list = { operationId: 'list', ...(isPaged && { parameters }) };
  return contractOf({
    paths: {
      '/items': {
        get: { ...list, responses: { '200': json({ type: 'object', properties }) } },
        post: {
          operationId: 'add',
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { '201': json(ITEM) },
        },
      },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
        get: { operationId: 'read', responses: { '200': json(ITEM) } },
        delete: { operationId: 'remove', responses: { '204': { description: '' } } },
      },
    },
  });
}

/**
 * A list that was read once: for each page, the identifiers of its elements (one letter each) and the total that it
 * states.
 */
type Reading = readonly (readonly [ids: string, stated: number])[];

function observed(contract: Contract, name: string, reading: Reading, step: string): Observation {
  const pages = reading.map(([ids, stated], index): Observation => {
    const next = index < reading.length - 1 ? { next: `page-${index + 1}` } : {};
    const isHeader = name === HEADER || name === OBJECT;
    const value = { items: [...ids].map((id) => ({ id })), ...next, ...(!isHeader && { [name]: stated }) };
    const text = name === OBJECT ? JSON.stringify({ totalCount: stated }) : String(stated);
    const response = replied(200, value, isHeader ? [[name, text]] : []);
    const more = { id: step, follow: { in: 'query', name: 'cursor', pointer: '/next' } as const };
    return trialOf(contract, 'list', {}, [{ response }], more).observations[0] as Observation;
  });
  const [first, ...followed] = pages;
  return { ...(first as Observation), followed };
}

it.each<[string, { readonly name?: string; readonly isPaged?: false; readonly readings: readonly Reading[] }, unknown]>(
  [
    ['a total that is right', { readings: [[['abc', 3]]] }, []],
    [
      'a total that is right on each page',
      {
        readings: [
          [
            ['ab', 3],
            ['c', 3],
          ],
        ],
      },
      [],
    ],
    [
      'a total that counts only the elements of the page',
      {
        readings: [
          [['abc', 3]],
          [
            ['ab', 2],
            ['c', 1],
          ],
        ],
      },
      ['wrong-total'],
    ],
    [
      'a total that is 0 on an empty last page',
      {
        readings: [
          [['abc', 3]],
          [
            ['abc', 3],
            ['', 0],
          ],
        ],
      },
      [],
    ],
    ['a total that still counts a removed element', { readings: [[['abc', 3]], [['ab', 3]]] }, ['wrong-total']],
    ['a total that is always too large by one', { readings: [[['abc', 4]], [['ab', 3]]] }, ['wrong-total']],
    ['a number that is unrelated to the number of elements', { readings: [[['abc', 70]], [['ab', 25]]] }, undefined],
    ['an unrelated number that was 0 for an empty list', { readings: [[['', 0]], [['ab', 25]]] }, undefined],
    [
      'a number with the name `count`, which may count a page',
      { name: 'count', readings: [[['abc', 3]], [['ab', 3]]] },
      undefined,
    ],
    [
      'a wrong total with the name `total_count`',
      { name: 'total_count', readings: [[['abc', 3]], [['ab', 3]]] },
      ['wrong-total'],
    ],
    ['a wrong total in a header', { name: HEADER, readings: [[['abc', 3]], [['ab', 3]]] }, ['wrong-total']],
    ['a wrong total in an object', { name: OBJECT, readings: [[['abc', 3]], [['ab', 3]]] }, ['wrong-total']],
    ['a correct total in an object', { name: OBJECT, readings: [[['abc', 3]], [['ab', 2]]] }, []],
    ['a correct total in a header', { name: HEADER, readings: [[['abc', 3]], [['ab', 2]]] }, []],
    ['a wrong total of a list without pages', { isPaged: false, readings: [[['abc', 3]], [['ab', 3]]] }, undefined],
  ],
)(
  'the pages of a list state its number of elements: %s (violations: $2)',
  async (_, { name = 'total', isPaged = true, readings }, want) => {
    const contract = await shelf(name, isPaged);
    const steps = readings.map((reading, index) => observed(contract, name, reading, String(index)));
    const last = { ...(steps.at(-1) as Observation), earlier: steps.slice(0, -1) };
    const trial = { ...trialOf(contract, 'list', {}, []), observations: [last] };
    const context = contextOf(contract, { collections: collectionsOf(contract).all });
    expect(total.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
  },
);

it('the pages of a list are not compared with an earlier read if an element was removed in between', async () => {
  const contract = await shelf('total', true);
  const before = observed(contract, 'total', [['abcd', 4]], '1');
  const gone = trialOf(contract, 'remove', { path: { id: 'a' } }, [{ response: replied(204) }], { id: '2' });
  const earlier = [before, gone.observations[0] as Observation];
  const last = { ...observed(contract, 'total', [['bcd', 3]], '3'), earlier };
  const trial = { ...trialOf(contract, 'list', {}, []), observations: [last] };
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  expect(partition.check(trial, context)).toBe(undefined);
});
