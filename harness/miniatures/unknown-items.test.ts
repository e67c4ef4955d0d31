import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { NO_BODY, type RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };

interface Shape {
  /**
   * The last segment of the path of the items. With `parents`, the items are below a parent: `/boards/{parent}/cards`.
   */
  readonly items: string;
  readonly parents?: string;
  readonly id: JsonObject;
  /** Set if the operations that change an item document no 404. */
  readonly isAlwaysFound?: true;
  /** Set if a PUT may create an item. */
  readonly isCreatedByPut?: true;
}

const ORDERS: Shape = { items: 'orders', id: { type: 'integer', minimum: 1 } };
const BOOKS: Shape = { items: 'books', id: { type: 'string', minLength: 1, maxLength: 40 } };
const CARDS: Shape = { items: 'cards', parents: 'boards', id: { type: 'string', format: 'uuid' } };

function paths({ items, parents, id, isAlwaysFound, isCreatedByPut }: Shape): JsonObject {
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const one = { 200: { description: '', ...json({ $ref: '#/components/schemas/Item' }) } };
  const made = { 201: { description: '', ...json({ $ref: '#/components/schemas/Item' }) } };
  const absent = { 404: { description: '' } };
  const changed = isAlwaysFound === true ? {} : absent;
  const requestBody = { required: true, ...json(NAMED) };
  const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: id });
  const operation = (operationId: string, responses: JsonObject, more: JsonObject = {}): JsonObject => ({
    operationId,
    responses,
    ...more,
  });
  const list = parents === undefined ? `/${items}` : `/${parents}/{parent}/${items}`;
  const above = parents === undefined ? [] : [parameter('parent')];
  const replies = { ...one, ...changed };
  return {
    ...(parents !== undefined && {
      [`/${parents}`]: { post: operation('open', made, { requestBody }) },
      [`/${parents}/{parent}`]: { parameters: above, get: operation('look', { ...one, ...absent }) },
    }),
    [list]: { parameters: above, post: operation('add', { ...made, ...absent }, { requestBody }) },
    [`${list}/{id}`]: {
      parameters: [...above, parameter('id')],
      get: operation('read', { ...one, ...absent }),
      put: operation('replace', { ...(isCreatedByPut === true ? made : {}), ...replies }, { requestBody }),
      patch: operation('change', replies, { requestBody }),
      delete: operation('remove', { 204: { description: '' }, ...changed }),
    },
    [`${list}/{id}/close`]: { parameters: [...above, parameter('id')], post: operation('close', replies) },
  };
}

/** A service that answers the methods in `always` with success, even if the item does not exist. */
function service({ id: { type, format } }: Shape, always: readonly string[]) {
  const items = new Map<string, JsonObject>();
  const respond = ({ method, target, body }: RequestMessage): Reply => {
    const path = new URL(target, 'http://items').pathname;
    const isClose = path.endsWith('/close');
    const key = isClose ? path.slice(0, -'/close'.length) : path;
    const segments = key.split('/').slice(1);
    const parent = `/${segments.slice(0, 2).join('/')}`;
    const isFound = segments.length < 3 || items.has(parent);
    if (segments.length % 2 === 1) {
      if (!isFound && !always.includes('add')) return problem(404);
      const number = items.size + 1;
      const text = format === 'uuid' ? `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` : `i${number}`;
      const made = { ...(parseJson(body) as JsonObject), id: type === 'integer' ? number : text };
      items.set(`${path}/${made.id}`, made);
      return reply(201, made);
    }
    const item = items.get(key);
    const name = isClose ? 'close' : method.toLowerCase();
    if (item === undefined && !always.includes(name)) return problem(404);
    if (name === 'delete') {
      items.delete(key);
      return { kind: 'response', status: 204, headers: [], body: NO_BODY };
    }
    const sent = parseJson(body);
    const next = { id: 1, ...item, ...(isJsonObject(sent) && sent) };
    if (item !== undefined) items.set(key, next);
    return reply(200, next);
  };
  return { respond, reset: () => items.clear() };
}

async function found(shape: Shape, always: readonly string[]): Promise<readonly string[]> {
  const item = { type: 'object', required: ['id'], properties: { id: {}, name: { type: 'string' } } };
  const contract = await contractOf({ paths: paths(shape), components: { schemas: { Item: item } } });
  const options = { seed: 1, runs: 2, values: new Map() };
  const plan = planCases(contract, contract.operations, new Set(['sequences']), options);
  const sequences = plan.sequences?.filter(({ name }) => /^(?:stored-0|unknown-.*)$/.test(name)) ?? [];
  const faults = await findings({ contract, plan: { ...plan, sequences }, serve: () => service(shape, always) }, {});
  return faults.map(({ finding: { rule, operations } }) => `${rule} ${[...operations].toSorted().join()}`);
}

it.each<[string, Shape, readonly string[], readonly string[]]>([
  ['a service that looks up orders in every operation', ORDERS, [], []],
  ['a service that looks up books in every operation', BOOKS, [], []],
  ['a service that looks up cards in every operation', CARDS, [], []],
  ['a service with a successful DELETE of an unknown order', ORDERS, ['delete'], ['state/unknown-item remove']],
  [
    'a successful DELETE of an unknown order without a documented 404',
    { ...ORDERS, isAlwaysFound: true },
    ['delete'],
    [],
  ],
  ['a service with a successful PATCH of an unknown book', BOOKS, ['patch'], ['state/unknown-item change']],
  ['a service with a successful PUT of an unknown book', BOOKS, ['put'], ['state/unknown-item replace']],
  [
    'a service with a successful PUT of an unknown book, which it may create',
    { ...BOOKS, isCreatedByPut: true },
    ['put'],
    [],
  ],
  ['a service with a successful action on an unknown card', CARDS, ['close'], ['state/unknown-item close']],
  ['a service with a successful create below an unknown board', CARDS, ['add'], ['state/unknown-item add']],
  [
    'a successful PATCH and a successful action on an unknown book',
    BOOKS,
    ['patch', 'close'],
    ['state/unknown-item change,close'],
  ],
])('a check of %s has these findings: $3', async (_, shape, always, want) => {
  expect(await found(shape, always)).toEqual(want);
});
