import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { SchemaCases } from '../cases/schema-cases.js';
import { problem, reply } from './notes-service.js';
import { type Draft, FAITHFUL, type Steps } from './surface.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const text = (maxLength: number): JsonObject => ({ type: 'string', maxLength });
const branch = (kind: string, member: string): JsonObject => ({
  type: 'object',
  required: ['kind', member],
  additionalProperties: false,
  properties: { kind: { const: kind }, [member]: text(12) },
});
const ORDER: JsonObject = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: text(6),
    memo: { type: ['string', 'null'], maxLength: 11 },
    places: { type: 'array', maxItems: 3, items: text(4) },
    weight: { type: 'number', exclusiveMinimum: 0, maximum: 500 },
    isPaid: { type: 'boolean' },
    origin: { oneOf: [branch('shop', 'clerk'), branch('web', 'page')] },
    extras: { type: 'object', maxProperties: 20, additionalProperties: text(5) },
  },
};
const STORED = {
  ...ORDER,
  required: ['id', 'title'],
  properties: { ...(ORDER['properties'] as JsonObject), id: { type: 'string' } },
};
const PAGE: JsonObject = {
  type: 'object',
  required: ['rows', 'nextPage'],
  properties: { rows: { type: 'array', items: STORED }, nextPage: { type: ['string', 'null'] } },
};
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const PATHS: JsonObject = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      parameters: [query('limit', { type: 'integer', minimum: 1, maximum: 50 }), query('page', { type: 'string' })],
      responses: { 200: { description: '', ...json(PAGE) }, 422: { description: '' } },
    },
    post: {
      operationId: 'addOrder',
      requestBody: { required: true, ...json(ORDER) },
      responses: { 201: { description: '', ...json(STORED) }, 422: { description: '' } },
    },
  },
  '/orders/{order_id}': {
    parameters: [inPath('order_id')],
    get: {
      operationId: 'readOrder',
      responses: { 200: { description: '', ...json(STORED) }, 404: { description: '' } },
    },
  },
};

const checker = new SchemaCases(ORDER);

/**
 * Removes from a body the members that `ORDER` does not declare, and the member `page` from `origin`. A validator has
 * this effect if it removes unknown members while it tries the first branch of `oneOf`.
 */
function stripped(body: Json | undefined): Json | undefined {
  if (!isJsonObject(body)) return body;
  const own = Object.entries(body).filter(([name]) => Object.hasOwn(ORDER['properties'] as JsonObject, name));
  return Object.fromEntries(
    own.map(([name, value]) => {
      if (name !== 'origin' || !isJsonObject(value)) return [name, value];
      const { page: _, ...others } = value;
      return [name, others];
    }),
  );
}

const service =
  (isStripping: boolean): WrittenService =>
  () => {
    const orders: JsonObject[] = ['a', 'b', 'c'].map((title, index) => ({ id: `order-${index}`, title }));
    return ({ method, target, segments: [, id], json: given }) => {
      if (id !== undefined) {
        const order = orders.find((each) => each['id'] === id);
        return order === undefined ? problem(404) : reply(200, order);
      }
      if (method === 'GET') return listed(orders, new URL(target, 'http://orders').searchParams);
      const body = isStripping ? stripped(given) : given;
      if (body === undefined || !checker.accepts(body)) return problem(422);
      const { clerk: _, ...origin } = ((body as JsonObject)['origin'] ?? {}) as JsonObject;
      const isLost = isStripping && Object.hasOwn(body as JsonObject, 'origin');
      const order = { ...(body as JsonObject), ...(isLost && { origin }), id: `order-${orders.length}` };
      orders.push(order);
      return reply(201, order);
    };
  };

function listed(orders: readonly JsonObject[], given: URLSearchParams): ReturnType<typeof reply> {
  const limit = given.get('limit') ?? '2';
  const start = given.get('page') ?? '0';
  if (!/^(?:[1-9]|[1-4]\d|50)$/.test(limit) || [...given.keys()].some((name) => name !== 'limit' && name !== 'page'))
    return problem(422);
  const from = /^\d{1,4}$/.test(start) ? Number(start) : orders.length;
  const rows = orders.slice(from, from + Number(limit));
  const next = from + rows.length;
  return reply(200, { rows, nextPage: next < orders.length ? `${next}` : null });
}

/**
 * A surface that changes each value of the request body. `names` is the path of member names to the value; `*` stands
 * for an element of a list.
 */
function changing(change: (value: Json, names: readonly string[]) => Json): Partial<Steps> {
  const inside = (value: Json, names: readonly string[]): Json => {
    const changed = change(value, names);
    if (Array.isArray(changed)) return changed.map((each: Json) => inside(each, [...names, '*']));
    if (!isJsonObject(changed)) return changed;
    return Object.fromEntries(Object.entries(changed).map(([name, each]) => [name, inside(each, [...names, name])]));
  };
  const rewritten = (draft: Draft): Draft => {
    const body = draft.body === undefined ? undefined : parseJsonText(draft.body);
    return body === undefined ? draft : { ...draft, body: JSON.stringify(inside(body, [])) };
  };
  return { write: (call) => rewritten(FAITHFUL.write(call)) };
}

const LIMITS: Readonly<Record<string, number>> = { title: 6, memo: 11, 'places *': 4 };
const snake = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const cutting = changing((value, names) =>
  typeof value === 'string' ? value.slice(0, LIMITS[names.join(' ')]) : value,
);
const quoting = changing((value, names) => (names.length === 1 ? JSON.stringify(value) : value));
const renaming = changing((value, names) =>
  names.at(-1) === 'extras' && isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [snake(name), each]))
    : value,
);
const KEYWORDS: ReadonlySet<string> = new Set(['class', 'from', 'import', 'def', 'None']);
const marking: Partial<Steps> = {
  read: async (received, call) => {
    const outcome = await FAITHFUL.read(received, call);
    if (outcome.kind !== 'value' || outcome.value === undefined) return outcome;
    const value = JSON.parse(JSON.stringify(outcome.value), (_, member: Json) =>
      isJsonObject(member)
        ? Object.fromEntries(
            Object.entries(member).map(([name, each]) => [KEYWORDS.has(name) ? `${name}_` : name, each]),
          )
        : member,
    ) as Json;
    return { ...outcome, value };
  },
};
const refusing: Partial<Steps> = {
  refuse: (call) =>
    call.input.body !== undefined && /[\d.]e[-+]?\d/.test(JSON.stringify(call.input.body))
      ? { kind: 'refused', by: 'client', reason: 'a number has an exponent' }
      : FAITHFUL.refuse(call),
};

/** A surface that requests all pages of a list, and returns them as one page. */
const following: Partial<Steps> = {
  exchange: async (send, draft) => {
    let last = await send(draft);
    const rows: Json[] = [];
    for (let pages = 0; pages < 20 && last.kind === 'response' && Buffer.isBuffer(last.body); pages += 1) {
      const page = parseJsonText(last.body.toString());
      if (!isJsonObject(page) || !Array.isArray(page['rows'])) return last;
      rows.push(...(page['rows'] as Json[]));
      const next = page['nextPage'];
      if (typeof next !== 'string')
        return { ...last, body: Buffer.from(JSON.stringify({ ...page, rows, nextPage: null })) };
      const others = draft.query.filter((pair) => !pair.startsWith('page='));
      last = await send({ ...draft, query: [...others, `page=${encodeURIComponent(next)}`] });
    }
    return last;
  },
};

it.each<[string, boolean, Partial<Steps>, readonly string[]]>([
  ['no fault', false, {}, []],
  ['texts are cut at their maximum length', false, cutting, ['parity/same-request shortened']],
  ['values are sent as strings with their JSON', false, quoting, ['parity/same-request changed']],
  ['names of a map are sent in snake case', false, renaming, ['parity/same-request renamed']],
  ['names of a map that are keywords get an underscore', false, marking, ['parity/same-value renamed']],
  ['numbers with an exponent are refused', false, refusing, ['conformance/valid-accepted refused-by-client']],
  ['a call of a list requests every page', false, following, ['conformance/one-exchange repeated']],
  ['a validator removes unknown members', true, {}, ['conformance/invalid-rejected invalid-accepted']],
])(
  'a fault of a whole surface or service is reported as one finding: %s → $3',
  async (_, isStripping, surface, want) => {
    const options = { phases: ['examples', 'boundary', 'invalid'], surface };
    expect(await foundIn(PATHS, service(isStripping), options)).toEqual(want);
  },
);
