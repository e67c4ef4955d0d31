import { describe, expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const STATE = { type: 'string', enum: ['open', 'done'] };
const NUMBER = { type: 'integer', minimum: 1, maximum: 100 };
const PHASES = new Set(['valid', 'sequences']);

type Items = readonly JsonObject[];

/** The names and shapes in the contract of a search by POST. */
interface Shape {
  readonly path: string;
  readonly status?: number;
  /**
   * Where the request body contains the state, the page and the page size: the name of each member, and the name of the
   * object that contains it.
   */
  readonly filter: readonly [name: string, within?: string];
  readonly isArray?: true;
  readonly page: readonly [name: string, within?: string];
  readonly size: readonly [name: string, within?: string];
  readonly list: string;
  readonly total?: string;
  /** The member of a list element that contains the item. */
  readonly item?: string;
}

const SNAKE: Shape = {
  path: '/tasks/search',
  filter: ['state', 'filter'],
  page: ['page'],
  size: ['per_page'],
  list: 'items',
  total: 'total',
};
const CAMEL: Shape = {
  path: '/tasks:query',
  filter: ['state'],
  isArray: true,
  page: ['offset', 'paging'],
  size: ['limit', 'paging'],
  list: 'results',
  total: 'totalCount',
};
const HITS: Shape = { ...SNAKE, list: 'hits', item: '_source' };
const CURSOR: Shape = { ...SNAKE, page: ['cursor'] };

/** How a service answers a search. Default: it applies the filter and the page of the request correctly. */
interface Search {
  readonly matched?: (items: Items, states: readonly Json[] | undefined) => Items;
  /** Selects the elements of the page that starts with the element at index `at`. */
  readonly page?: (matched: Items, at: number, size: number) => Items;
  readonly total?: (matched: Items, all: Items) => number;
}

const apply = (items: Items, states: readonly Json[] | undefined): Items =>
  items.filter((item) => states === undefined || states.includes(item['state'] ?? null));
const slice = (items: Items, at: number, size: number): Items => items.slice(at, at + size);

async function found(shape: Shape, search: Search): Promise<readonly string[]> {
  const contract = await contractOf({ paths: pathsOf(shape) });
  const plan = planCases(contract, contract.operations, PHASES, { seed: 1, runs: 4, values: new Map() });
  const sequences = plan.sequences?.filter(({ name }) => name.startsWith('searched-')) ?? [];
  const serve = () => {
    let items: Items = [];
    const respond = (request: RequestMessage): Reply => {
      const body = request.method === 'POST' ? parseJson(request.body) : undefined;
      if (request.target === shape.path) return reply(shape.status ?? 200, searched(shape, search, items, body ?? {}));
      if (request.method === 'GET') return readItem(items, request.target);
      const number = items.length + 1;
      const made = { ...(isJsonObject(body) && body), id: `task-${number}`, state: number % 2 === 1 ? 'open' : 'done' };
      items = [...items, made];
      return reply(201, made);
    };
    return { respond, reset: () => void (items = []) };
  };
  const faults = await findings({ contract, plan: { ...plan, sequences }, serve }, {});
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

function readItem(items: Items, target: string): Reply {
  const known = items.find(({ id }) => target === `/tasks/${String(id)}`);
  return known === undefined ? problem(404) : reply(200, known);
}

function searched(shape: Shape, search: Search, items: Items, body: Json): JsonObject {
  const { matched = apply, page = slice, total = (all: Items) => all.length } = search;
  const given = (place: Shape['page']): Json | undefined => {
    const [name, within] = place;
    return ownValue((within === undefined ? body : ownValue(body, within)) ?? null, name);
  };
  const state = given(shape.filter);
  const states = state === undefined ? undefined : Array.isArray(state) ? (state as readonly Json[]) : [state];
  const all = matched(items, states);
  const size = Number(given(shape.size) ?? 10);
  const number = given(shape.page);
  const at = shape.page[0] === 'page' ? (Number(number ?? 1) - 1) * size : Number(number ?? 0);
  const counted = shape.total === undefined ? {} : { [shape.total]: total(all, items) };
  const { item: name } = shape;
  const shown = page(all, shape.page[0] === 'cursor' ? 0 : at, size);
  return { [shape.list]: name === undefined ? shown : shown.map((item) => ({ _score: 1, [name]: item })), ...counted };
}

function pathsOf({ path, status = 200, filter, isArray, page, size, list, total, item }: Shape): JsonObject {
  const properties = { id: { ...TEXT, readOnly: true }, title: TEXT, state: { ...STATE, readOnly: true } };
  const task = { type: 'object', additionalProperties: false, required: ['id', 'title', 'state'], properties };
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const first = page[0] === 'offset' ? 0 : 1;
  const position = page[0] === 'cursor' ? TEXT : { ...NUMBER, minimum: first, default: first };
  const one = { description: '', ...json(task) };
  const id = { name: 'id', in: 'path', required: true, schema: TEXT };
  const result = {
    [list]: { type: 'array', items: item === undefined ? task : hit(item, task) },
    ...(total !== undefined && { [total]: { type: 'integer' } }),
  };
  const body = objectOf([
    [filter, isArray === true ? { type: 'array', minItems: 1, items: STATE } : STATE],
    [page, position],
    [size, NUMBER],
  ]);
  return {
    '/tasks': { post: { operationId: 'add', requestBody: { required: true, ...json(task) }, responses: { 201: one } } },
    [path]: {
      post: {
        operationId: 'find',
        requestBody: { required: true, ...json(body) },
        responses: { [status]: { description: '', ...json({ type: 'object', properties: result }) } },
      },
    },
    '/tasks/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { 200: one, 404: { description: '' } } },
    },
  };
}

function hit(name: string, item: JsonObject): JsonObject {
  return { type: 'object', required: [name], properties: { _score: { type: 'number' }, [name]: item } };
}

function objectOf(members: readonly (readonly [Shape['page'], JsonObject])[]): JsonObject {
  const objects = new Map<string, Record<string, JsonObject>>([['', {}]]);
  for (const [[name, within = ''], schema] of members) objects.set(within, { ...objects.get(within), [name]: schema });
  const { '': own = {}, ...inner } = Object.fromEntries(objects);
  const below = Object.entries(inner).map(([name, properties]) => [name, { type: 'object', properties }]);
  return { type: 'object', additionalProperties: false, properties: { ...own, ...Object.fromEntries(below) } };
}

const IGNORED: Search = { matched: (items) => items };
const FIRST_VALUE: Search = { matched: (items, states) => apply(items, states?.slice(0, 1)) };
const LOST: Search = { matched: (items, states) => apply(items, states).slice(states === undefined ? 0 : 1) };
const SAME_PAGE: Search = { page: (items, _, size) => items.slice(0, size) };
const OVERLAP: Search = { page: (items, at, size) => slice(items, Math.max(0, at - 1), size) };
const GAP: Search = { page: (items, at, size) => slice(items, at === 0 ? 0 : at + 1, size) };
const ALL_COUNTED: Search = { total: (_, all) => all.length };
const OF_CLAMPED: Search = {
  page: (items, at, size) => slice(items, Math.min(at, Math.max(0, Math.ceil(items.length / size) - 1) * size), size),
};
let turn = 0;
const unstable = (items: Items): Items => {
  turn += 1;
  const from = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
};
const UNSTABLE: Search = { page: (items, at, size) => slice(unstable(items), at, size) };
const LATE: Search = {
  matched: (items, states) => apply(items.slice(0, Math.min(items.length, (turn += 1) % 7)), states),
};
const CAPPED: Search = { page: (items, at, size) => slice(items, (at / size) * Math.min(size, 2), Math.min(size, 2)) };

describe('searches by POST', () => {
  it.each<[string, Shape, Search, readonly string[]]>([
    ['applies the filter and the page', SNAKE, {}, []],
    ['applies the filter and the offset', CAMEL, {}, []],
    ['returns the last page again for each later page', SNAKE, OF_CLAMPED, []],
    ['returns a different order each time', SNAKE, UNSTABLE, []],
    ['finds new elements only later', SNAKE, LATE, []],
    ['has smaller pages than requested', SNAKE, CAPPED, []],
    ['has a cursor in the body', CURSOR, {}, []],
    ['states a total that is never right', SNAKE, { total: () => 1000 }, []],
    ['has the status 201, because it creates an item', { ...SNAKE, status: 201 }, IGNORED, []],
    ['has a path that does not name a search', { ...SNAKE, path: '/tasks/refresh' }, IGNORED, []],
    ['ignores the filter', SNAKE, IGNORED, ['state/filtered not-matching']],
    ['returns elements that contain the items', HITS, {}, []],
    ['ignores the filter, with elements that contain the items', HITS, IGNORED, ['state/filtered not-matching']],
    ['ignores the filter in an array', CAMEL, IGNORED, ['state/filtered not-matching']],
    ['applies only the first value of an array', CAMEL, FIRST_VALUE, ['state/filtered match-missing']],
    ['ignores the filter, with pages by a cursor', CURSOR, IGNORED, ['state/filtered not-matching']],
    ['lacks an element that matches', SNAKE, LOST, ['state/filtered match-missing']],
    ['returns the first page for each page', SNAKE, SAME_PAGE, ['state/partition element-repeated']],
    [
      'returns the first page for each page, without a total',
      { ...CAMEL, total: undefined } as unknown as Shape,
      SAME_PAGE,
      ['state/partition element-repeated'],
    ],
    ['repeats the last element of a page', CAMEL, OVERLAP, ['state/partition element-repeated']],
    ['skips an element between two pages', SNAKE, GAP, ['state/partition elements-differ']],
    ['states the total without the filter', SNAKE, ALL_COUNTED, ['state/total total-without-filter']],
    ['states the total without the filter, in camel case', CAMEL, ALL_COUNTED, ['state/total total-without-filter']],
  ])('a search by POST that %s has these findings: $3', async (_, shape, search, want) => {
    expect(await found(shape, search)).toEqual(want);
  });
});
