import { describe, expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const TEXT = { type: 'string' };
const STATE = { enum: ['open', 'closed', 'lost'] };
const STATES = { type: 'array', items: STATE, minItems: 1 };
const PHASES = new Set(['examples', 'boundary', 'valid', 'sequences']);

/** Returns all values of a query parameter. For `state=open,closed`, it returns two values. */
type Query = (name: string) => readonly string[];
type Select = (items: readonly JsonObject[], query: Query) => readonly JsonObject[];

interface Shape {
  readonly parameters: readonly JsonObject[];
  /** The initial items. */
  readonly items?: readonly JsonObject[];
  readonly hasCreate?: true;
  /** Set if the list has pages of two elements. */
  readonly hasPages?: true;
  readonly path?: string;
}

/** Checks a service with one list, and returns the findings. `select` chooses the elements that the list returns. */
async function found({ hasPages, ...shape }: Shape, select: Select): Promise<readonly string[]> {
  const contract = await contractOf({ paths: paths({ ...shape, ...(hasPages && { hasPages }) }) });
  const values = new Map([['shop_id', { known: ['north'], only: false }]]);
  const plan = planCases(contract, contract.operations, PHASES, { seed: 1, runs: 4, values });
  const sequences = plan.sequences?.filter(({ isAtOnce }) => isAtOnce !== true) ?? [];
  const serve = () => {
    let items = shape.items ?? [];
    const respond = (request: RequestMessage): Reply => {
      const url = new URL(request.target, 'http://items');
      if (request.method === 'POST') {
        const body = parseJson(request.body);
        const item = { ...(isJsonObject(body) && body), id: `item-${items.length + 1}` };
        items = [...items, item];
        return reply(201, item);
      }
      const id = /^\/items\/(.+)$/.exec(url.pathname)?.[1];
      const item = items.find((each) => each['id'] === id);
      if (id !== undefined) return item === undefined ? problem(404) : reply(200, item);
      const selected = select(items, (name) => url.searchParams.getAll(name).flatMap((each) => each.split(',')));
      const page = Number(url.searchParams.get('page') ?? 1);
      return reply(200, hasPages ? selected.slice(2 * page - 2, 2 * page) : selected);
    };
    return { respond, reset: () => void (items = shape.items ?? []) };
  };
  const faults = await findings({ contract, plan: { ...plan, sequences }, serve }, {});
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

const GRADE = { enum: ['a', 'b', 'c', 'd', 'e'] };
const MEMBERS = {
  title: TEXT,
  state: STATE,
  urgent: { type: 'boolean' },
  priority: STATE,
  grade: GRADE,
  reads: { type: 'integer' },
};

function paths({ parameters, hasCreate, hasPages, path = '/items', items = [] }: Shape): JsonObject {
  const hasId = hasCreate === true || items.some((item) => 'id' in item);
  const item = { type: 'object', properties: { ...(hasId && { id: TEXT }), ...MEMBERS } };
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const body = { type: 'object', required: ['title', 'state'], properties: { title: TEXT, state: STATE } };
  const requestBody = { required: true, ...json({ ...body, additionalProperties: false }) };
  const paging = { name: 'page', schema: { type: 'integer', minimum: 1, maximum: 9 } };
  const all = [...parameters, ...(hasPages ? [paging] : [])].map((each) => ({ in: 'query', ...each }));
  const shop = { name: 'shop_id', in: 'path', required: true, schema: TEXT };
  const list = { 200: { description: '', ...json({ type: 'array', items: item }) } };
  const one = { 200: { description: '', ...json(item) }, 404: { description: '' } };
  const id = { name: 'id', in: 'path', required: true, schema: { ...TEXT, minLength: 1 } };
  return {
    [path]: {
      get: { operationId: 'list', parameters: path.includes('shop_id') ? [shop, ...all] : all, responses: list },
      ...(hasCreate && { post: { operationId: 'add', requestBody, responses: { 201: one[200] } } }),
    },
    ...(hasCreate && { [`${path}/{id}`]: { get: { operationId: 'read', parameters: [id], responses: one } } }),
  };
}

/** Five items in all states. */
const STORED = ['open', 'closed', 'open', 'lost', 'closed'].map((state, index): JsonObject => ({
  id: `item-${index + 1}`,
  state,
  urgent: index < 2,
  priority: state,
}));
const GRADED = ['d', 'e', 'e'].map((grade, index): JsonObject => ({ id: `item-${index + 1}`, state: 'open', grade }));
const WITHOUT_ID = STORED.map(({ state = '', urgent = false }): JsonObject => ({ state, urgent }));

/** A correct service: it selects the elements that match every filter. A filter may have several values. */
const faithful: Select = (items, query) =>
  items.filter((item) =>
    ['state', 'state[]', 'urgent'].every((name) => {
      const values = query(name);
      return values.length === 0 || values.includes(String(item[name.replace('[]', '')]));
    }),
  );

/** Selects like a faithful service, but first changes the values of the query. */
function changed(queryOf: (values: readonly string[], name: string) => readonly string[]): Select {
  return (items, query) => faithful(items, (name) => queryOf(query(name), name));
}

const BY_STATE = { name: 'state', schema: STATE };
/** A filter in which the value `all` selects items in every state. */
const BY_STATE_OR_ALL = { name: 'state', schema: { enum: [...STATE.enum, 'all'], default: 'open' } };
const ofState = (items: readonly JsonObject[], wanted: string): readonly JsonObject[] =>
  items.filter(({ state }) => wanted === 'all' || wanted === state);
const BY_URGENT = { name: 'urgent', schema: { type: 'boolean' } };

describe('a filter of a list whose items no operation creates', () => {
  it.each<[string, Shape, Select, readonly string[]]>([
    ['a service that applies every filter', { parameters: [BY_STATE, BY_URGENT], items: STORED }, faithful, []],
    [
      'a service that applies a filter to every page',
      { parameters: [BY_STATE], items: STORED, hasPages: true },
      faithful,
      [],
    ],
    [
      'a service that lists open items by default, and all with `all`',
      { parameters: [BY_STATE_OR_ALL], items: STORED },
      (items, query) => ofState(items, query('state')[0] ?? 'open'),
      [],
    ],
    [
      'a service that also lists open items with `closed`',
      { parameters: [BY_STATE_OR_ALL], items: STORED },
      (items, query) => (query('state').includes('closed') ? items : ofState(items, query('state')[0] ?? 'open')),
      ['state/filtered not-matching'],
    ],
    [
      'a service that ignores the default `open`, and lists all items with `any`',
      { parameters: [{ ...BY_STATE, schema: { enum: [...STATE.enum, 'any'], default: 'open' } }], items: STORED },
      (items, query) => items.filter(({ state }) => ['any', state, undefined].includes(query('state')[0])),
      ['state/default-page other-default'],
    ],
    ['a service without items', { parameters: [BY_STATE] }, () => [], []],
    [
      'a service in which a priority also selects higher priorities',
      { parameters: [{ name: 'priority', schema: STATE }], items: STORED },
      (items, query) =>
        query('priority')[0] === 'closed' ? items : items.filter(({ priority }) => priority === 'lost'),
      [],
    ],
    [
      'a service that applies only the first of several priorities',
      { parameters: [{ name: 'priority', schema: STATES }], items: STORED },
      (items, query) => items.filter(({ priority }) => [priority, undefined].includes(query('priority')[0])),
      ['state/filtered match-missing'],
    ],
    [
      'a service that applies only the first of several values, and whose items have only later values',
      { parameters: [{ name: 'grade', schema: { ...STATES, items: GRADE } }], items: GRADED, hasCreate: true },
      (items, query) => items.filter(({ grade }) => [grade, undefined].includes(query('grade')[0])),
      ['state/filtered match-missing'],
    ],
    [
      'a service that ignores the filter',
      { parameters: [BY_STATE], items: STORED },
      (items) => items,
      ['state/filtered not-matching'],
    ],
    [
      'a service that returns nothing for one value',
      { parameters: [BY_STATE], items: STORED },
      (items, query) => (query('state').includes('lost') ? [] : faithful(items, query)),
      ['state/filtered match-missing'],
    ],
    [
      'a service that returns only the first match',
      { parameters: [BY_URGENT], items: STORED },
      (items, query) => faithful(items, query).slice(0, query('urgent').length > 0 ? 1 : 9),
      ['state/filtered match-missing'],
    ],
    [
      'a service that returns nothing for two filters',
      { parameters: [BY_STATE, BY_URGENT], items: STORED },
      (items, query) => (query('state').length > 0 && query('urgent').length > 0 ? [] : faithful(items, query)),
      ['state/filtered match-missing'],
    ],
    [
      'a service that returns items that match only one of two filters',
      { parameters: [BY_STATE, BY_URGENT], items: STORED },
      (items, query) =>
        items.filter((item) => {
          const given = ['state', 'urgent'].filter((name) => query(name).length > 0);
          return given.length === 0 || given.some((name) => query(name).includes(String(item[name])));
        }),
      ['state/filtered not-matching'],
    ],
    [
      'a service that filters only the first page',
      { parameters: [BY_STATE], items: STORED, hasPages: true },
      (items, query) => faithful(items, (name) => (query('page').includes('2') ? [] : query(name))),
      ['state/filtered not-matching-on-later-pages'],
    ],
    [
      'a service whose list has a known value in its path',
      { parameters: [BY_STATE], items: STORED, path: '/shops/{shop_id}/items' },
      (items, query) => (query('state').includes('lost') ? [] : faithful(items, query)),
      ['state/filtered match-missing'],
    ],
    [
      'a service whose items have no identifier',
      { parameters: [BY_STATE], items: WITHOUT_ID },
      (items, query) => faithful(items, query).slice(0, query('state').includes('closed') ? 1 : 9),
      ['state/filtered match-missing'],
    ],
  ])('a check of %s has these findings: $3', async (_, shape, select, want) => {
    expect(await found(shape, select)).toEqual(want);
  });

  it('a list with a member that changes at each read has no findings', async () => {
    let reads = 0;
    const counted: Select = (items, query) => faithful(items, query).map((item) => ({ ...item, reads: (reads += 1) }));
    expect(await found({ parameters: [BY_STATE], items: WITHOUT_ID }, counted)).toEqual([]);
  });
});

const LISTS: readonly (readonly [string, Omit<Shape, 'parameters'>])[] = [
  ['a list of items that the test creates', { hasCreate: true }],
  ['a list of initial items', { items: STORED }],
  ['a list of initial items that all match one value', { items: STORED.filter(({ state }) => state === 'closed') }],
];

const ARRAYS: readonly (readonly [string, JsonObject])[] = [
  ['a repeated parameter', { name: 'state', schema: STATES }],
  ['a parameter with values separated by commas', { name: 'state', explode: false, schema: STATES }],
  ['a repeated parameter with brackets', { name: 'state[]', schema: STATES }],
];

/** The ways in which services handle several values of a filter, and the findings that each way must cause. */
const SERVICES: readonly (readonly [string, (values: readonly string[]) => readonly string[], readonly string[]])[] = [
  ['a service that applies all values of a filter', (values) => values, []],
  [
    'a service that applies only the first value of a filter',
    (values) => values.slice(0, 1),
    ['state/filtered match-missing'],
  ],
  [
    'a service that applies only the last value of a filter',
    (values) => values.slice(-1),
    ['state/filtered match-missing'],
  ],
  [
    'a service that applies the values of a filter as one string',
    (values) => (values.length > 1 ? [values.join(',')] : values),
    ['state/filtered match-missing'],
  ],
];

describe.each(LISTS)('a filter with several values: %s', (_, list) => {
  describe.each(ARRAYS)('the filter is %s', (__, parameter) => {
    it.each(SERVICES)('a check of %s has these findings: $2', async (___, applied, want) => {
      expect(await found({ ...list, parameters: [parameter] }, changed(applied))).toEqual(want);
    });
  });
});

it.each<[string, JsonObject, (values: readonly string[]) => readonly string[], readonly string[]]>([
  [
    'a filter that the service ignores if it has two values',
    { name: 'state', schema: STATES },
    (values) => (values.length > 1 ? [] : values),
    ['state/filtered not-matching'],
  ],
  [
    'a filter that must not have two values',
    { name: 'state', schema: { ...STATES, maxItems: 1 } },
    (values) => values.slice(0, 1),
    [],
  ],
  ['a filter that must have two values', { name: 'state', schema: { ...STATES, minItems: 2 } }, (values) => values, []],
  [
    'a filter that may have no values',
    { name: 'state', schema: { type: 'array', items: STATE } },
    (values) => values,
    [],
  ],
])('a check of %s has these findings: $3', async (_, parameter, applied, want) => {
  const shape = { parameters: [parameter], items: STORED };
  expect(await found(shape, changed(applied))).toEqual(want);
});
