import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Operation } from '../../../contract/operation.js';
import { lostElements } from './acted-elements.js';

interface Given {
  readonly action?: string;
  readonly text?: string;
  /** The elements of the list: in the request of the create, and in the item before and after the action. */
  readonly sent?: readonly Json[];
  readonly before?: readonly Json[];
  readonly after: readonly Json[];
  readonly member?: string;
}

const [ONE, TWO]: readonly JsonObject[] = [
  { product: 1, count: 1 },
  { product: 2, count: 1 },
];
const BOTH = [ONE ?? null, TWO ?? null];

async function lost({ action = 'cancel', text = '', sent = BOTH, before = BOTH, after, member = 'lines' }: Given) {
  const responses = { 200: { description: '' } };
  const path = `/orders/{id}/${action}`;
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const contract = await contractOf({
    paths: { [path]: { parameters, post: { operationId: 'act', description: text, responses } } },
  });
  const operation = contract.operations[0] as Operation;
  return lostElements(operation, { [member]: sent }, { [member]: before }, { [member]: after })?.name;
}

it.each<[string, Given, string | undefined]>([
  ['the list stays as it was', { after: BOTH }, undefined],
  ['one element is lost', { after: [ONE ?? null] }, 'lines'],
  ['one element is lost, in camelCase', { action: 'pay', member: 'lineItems', after: [TWO ?? null] }, 'lineItems'],
  ['one text is lost', { member: 'tags', sent: ['a', 'b'], before: ['a', 'b'], after: ['b'] }, 'tags'],
  ['all elements are lost', { after: [] }, undefined],
  ['the elements are changed', { after: [{ product: 1, count: 0 }] }, undefined],
  ['the create sent fewer elements', { sent: [ONE ?? null], after: [ONE ?? null] }, undefined],
  [
    'the text of the action names the elements',
    { text: 'Cancels each line that is not shipped.', after: BOTH.slice(1) },
    undefined,
  ],
  ['the action may remove elements', { action: 'ship', after: [ONE ?? null] }, undefined],
  ['the action empties a cart', { action: 'empty_cart', after: [] }, undefined],
])(
  'an action such as `pay` must not remove elements of a list in its item: %s (violation at: $2)',
  async (_, given, want) => {
    expect(await lost(given)).toBe(want);
  },
);
