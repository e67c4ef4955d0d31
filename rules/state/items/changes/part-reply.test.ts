import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { updated } from '../updated.js';

const text = { type: 'string' };
const LINE = { type: 'object', properties: { id: { type: 'integer' }, product: text, quantity: { type: 'integer' } } };
const SENT = { product: 'cup', quantity: 2 };
const OTHER = { id: 2, product: 'mug', quantity: 9 };

/**
 * A contract with a change of an order line. `list`: the member of the order that contains the lines. `about`: the
 * description of the change.
 */
function change(list: string, about: string): JsonObject {
  const order = { type: 'object', properties: { id: text, [list]: { type: 'array', items: LINE } } };
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const sent = { type: 'object', properties: { product: text, quantity: { type: 'integer' } } };
  return {
    operationId: 'change',
    description: about,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'line_id', in: 'path', required: true, schema: { type: 'integer' } },
    ],
    requestBody: { content: content(sent) },
    responses: { '200': { description: '', content: content(order) } },
  };
}

it.each<[string, readonly Json[], readonly (readonly [string, string])[] | undefined, string?, string?]>([
  ['the line has the values', [OTHER, { id: 1, ...SENT }], []],
  [
    'the quantity is added to the old one',
    [OTHER, { id: 1, product: 'cup', quantity: 5 }],
    [['changed', '/response/body/lines/1/quantity']],
  ],
  ['nothing is changed', [{ id: 1, product: 'pot', quantity: 5 }], [['not-returned', '/response/body/lines/0']]],
  ['the order does not contain the line', [OTHER], undefined],
  ['two lines have the identifier', [{ id: 1, quantity: 5 }, { id: 1 }], undefined],
  ['the list has another name', [{ id: 1, quantity: 5 }], undefined, 'items'],
  ['a text says that the number is added', [{ id: 1, quantity: 5 }], undefined, 'lines', 'Adds to the quantity.'],
])(
  'a change of one line of an order returns the whole order: %s (violations: $2)',
  async (_, lines, want, list = 'lines', about = '') => {
    const contract = await contractOf({ paths: { '/orders/{id}/lines/{line_id}': { patch: change(list, about) } } });
    const input = { path: { id: 'a', line_id: 1 }, body: SENT };
    const trial = trialOf(contract, 'change', input, [{ response: replied(200, { id: 'a', [list]: lines }) }]);
    const found = updated.check(trial, contextOf(contract));
    expect(found?.map(({ kind, pointer }) => [kind, pointer])).toEqual(want);
  },
);
