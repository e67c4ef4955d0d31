import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import { echo } from './echo.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

function lost(sent: JsonObject, kept: JsonObject, status = 201): readonly string[] {
  const trial = trialOf(contract, 'makeThing', { body: sent }, [{ response: replied(status, kept) }]);
  return (echo.check(trial, contextOf(contract)) ?? []).map(
    ({ kind, pointer, cause }) => `${kind} ${pointer} (${cause ?? '?'})`,
  );
}

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  [
    'a reply with all sent members and an additional one',
    { name: 'a', note: null },
    { note: null, name: 'a', id: '1' },
    [],
  ],
  [
    'a reply without a sent member',
    { name: 'a', tags: ['x'] },
    { name: 'a' },
    ['missing /response/body/tags (makeThing tags)'],
  ],
  [
    'a reply without a sent null',
    { name: 'a', note: null },
    { name: 'a' },
    ['null-became-omitted /response/body/note (makeThing)'],
  ],
  ['a null list that is returned as an empty list', { name: 'a', tags: null }, { name: 'a', tags: [] }, []],
  [
    'a null that became a text',
    { name: 'a', note: null },
    { name: 'a', note: '' },
    ['null-became-value /response/body/note (makeThing note)'],
  ],
  [
    'an empty list that became null',
    { name: 'a', tags: [] },
    { name: 'a', tags: null },
    ['value-became-null /response/body/tags (makeThing tags)'],
  ],
  [
    'a different value of a nested member',
    { name: 'a', size: { width: 1, unit: 'm' } },
    { name: 'a', size: { width: 2, unit: 'm' } },
    ['changed /response/body/size/width (makeThing size/width)'],
  ],
  [
    'an added member in a nested object',
    { name: 'a', size: { width: 1 } },
    { name: 'a', size: { width: 1, unit: 'm' } },
    [],
  ],
  [
    'an added null in a nested object',
    { name: 'a', size: { width: 1 } },
    { name: 'a', size: { width: 1, unit: null } },
    [],
  ],
  [
    'an additional element',
    { name: 'a', tags: ['x'] },
    { name: 'a', tags: ['x', 'x'] },
    ['elements-added /response/body/tags (makeThing tags)'],
  ],
  [
    'a missing key of a map',
    { name: 'a', labels: { 'x/y': '1', z: '' } },
    { name: 'a', labels: { z: '' } },
    ['missing /response/body/labels/x~1y (makeThing labels/*)'],
  ],
  [
    'an instant, spelled differently',
    { name: 'a', at: '2026-01-01T01:00:00+01:00' },
    { name: 'a', at: '2026-01-01T00:00:00.0Z' },
    [],
  ],
  [
    'a different instant',
    { name: 'a', at: '2026-01-01T00:00:00.5Z' },
    { name: 'a', at: '2026-01-01T00:00:00Z' },
    ['changed /response/body/at (makeThing at)'],
  ],
  [
    'a changed member of an object to which the service adds members',
    { name: 'a', owner: { nick: 'n' } },
    { name: 'a', owner: { id: '1', nick: 'm' } },
    ['changed /response/body/owner/nick (makeThing owner/nick)'],
  ],
  [
    'a missing writeOnly member of a nested object',
    { name: 'a', login: { user: 'u', word: 'w' } },
    { name: 'a', login: { user: 'u' } },
    [],
  ],
  ['a missing object that has only a writeOnly member', { name: 'a', login: { word: 'w' } }, { name: 'a' }, []],
  [
    'a missing member of an object that has a writeOnly member',
    { name: 'a', login: { user: 'u', word: 'w' } },
    { name: 'a', login: {} },
    ['missing /response/body/login/user (makeThing login/user)'],
  ],
  ['a missing writeOnly member', { name: 'a', secret: 'b' }, { name: 'a' }, []],
  ['a missing member that the schema of the reply does not have', { name: 'a', unknown: 1 }, { name: 'a' }, []],
  ['a member whose type differs in the schema of the reply', { name: 'a', note: 7 }, { name: 'a', note: '7' }, []],
])('the reply to a create must return the sent members: %s (violations: $3)', (_, sent, kept, want) => {
  expect(lost(sent, kept)).toEqual(want);
});

it('the reply to a POST that creates nothing may have a different value in a member with the name of a sent member', () => {
  expect(lost({ name: 'a', limit: 5 }, { name: 'b', limit: 1 }, 200)).toEqual([
    'changed /response/body/name (makeThing name)',
  ]);
  expect(lost({ name: 'a', limit: 5 }, { name: 'a', limit: 1 }, 201)).toEqual([
    'changed /response/body/limit (makeThing limit)',
  ]);
});

it('a reply that is a failure is not judged', () => {
  expect(lost({ name: 'a' }, { type: 'x' }, 422)).toEqual([]);
});

it.each(['getThing', 'dropThing'])('the operation %s is not judged, because it creates nothing', (id) => {
  expect(echo.check(trialOf(contract, id, { path: { thing_id: 'a' } }, [{}]), contextOf(contract))).toBeUndefined();
});

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['a reply with the values of all fields', { who: 'a+b', guests: 2 }, { who: 'a+b', guests: 2 }, []],
  ['a plus sign that became a space', { who: 'a+b', guests: 2 }, { who: 'a b', guests: 2 }, ['/response/body/who']],
  ['a missing empty field, which servers read in several ways', { who: 'a+b', note: '' }, { who: 'a b' }, []],
])('the reply to a create must return the fields of a sent form: %s (violations: $3)', async (_, body, kept, want) => {
  const properties = { who: { type: 'string' }, guests: { type: 'integer' }, note: { type: 'string' } };
  const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } };
  const responses = { '201': { description: '', content: { 'application/json': { schema: { properties } } } } };
  const bookings = await contractOf({
    paths: { '/bookings': { post: { operationId: 'book', requestBody: { content: form }, responses } } },
  });
  const trial = trialOf(bookings, 'book', { body }, [{ response: replied(201, kept) }]);
  expect(echo.check(trial, contextOf(bookings))?.map(({ pointer }) => pointer) ?? []).toEqual(want);
});

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  [
    'all members of the matching alternative are returned',
    { kind: 'b', count: 2 },
    { kind: 'b', count: 2, id: '1' },
    [],
  ],
  [
    'a member of the matching alternative is changed',
    { kind: 'b', count: 2 },
    { kind: 'b', count: 3 },
    ['/response/body/count'],
  ],
  ['a member belongs to a different alternative of the reply', { kind: 'b', word: 'x' }, { kind: 'b' }, []],
  ['a member depends on a condition', { kind: 'c', extra: 1 }, { kind: 'c', extra: 2 }, ['/response/body/extra']],
])(
  'the schema of a sent body has alternatives (oneOf), and the reply must return its members: %s (violations: $3)',
  async (_, sent, kept, want) => {
    const branch = (kind: string, properties: JsonObject): JsonObject => ({
      required: ['kind'],
      properties: { kind: { const: kind }, ...properties },
    });
    const given = {
      oneOf: [branch('a', { word: {} }), branch('b', { count: { type: 'integer' } }), branch('c', {})],
      if: { properties: { kind: { const: 'c' } } },
      then: { properties: { extra: {} } },
    };
    const stored = { properties: { kind: {}, word: {}, count: {}, extra: {} } };
    const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const post = {
      operationId: 'make',
      requestBody: content(given),
      responses: { '201': { description: '', ...content(stored) } },
    };
    const own = await contractOf({ paths: { '/': { post } } });
    const trial = trialOf(own, 'make', { body: sent }, [{ response: replied(201, kept) }]);
    expect((echo.check(trial, contextOf(own)) ?? []).map(({ pointer }) => pointer)).toEqual(want);
  },
);

it('a reply without any member of the request does not verify the rule', () => {
  const check = (sent: JsonObject, status: number): unknown => {
    const trial = trialOf(contract, 'makeThing', { body: sent }, [{ response: replied(status, { name: 'a' }) }]);
    return echo.check(trial, contextOf(contract));
  };
  expect(check({ name: 'a' }, 201)).toEqual([]);
  expect(check({ other: 1 }, 201)).toBeUndefined();
  expect(check({}, 201)).toBeUndefined();
  // The reply is not documented. The rule still applies, and the report shows it as unverified.
  expect(check({ name: 'a' }, 299)).toEqual([]);
});

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['a nested object with an additional member', { size: { width: 1 } }, { size: { width: 1, unit: 'm' } }, []],
  [
    'a nested object with a changed member',
    { size: { width: 1 } },
    { size: { width: 2, unit: 'm' } },
    ['/response/body/data/size/width'],
  ],
  [
    'a sent value that the schema of the reply does not allow',
    { size: { width: 1.5 } },
    { size: { width: 2, unit: 'm' } },
    [],
  ],
])(
  'a reply in an envelope may add members that only its own schema requires: %s (violations: $3)',
  async (_, sent, kept, want) => {
    const size = (width: string, required: readonly string[]): JsonObject => ({
      properties: { size: { type: 'object', required, properties: { width: { type: width }, unit: {} } } },
    });
    const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const data = { type: 'object', ...size('integer', ['unit']) };
    const reply = content({ type: 'object', properties: { success: { type: 'boolean' }, data } });
    const responses = { '201': { description: '', ...reply } };
    const post = { operationId: 'make', requestBody: content(size('number', [])), responses };
    const own = await contractOf({ paths: { '/': { post } } });
    const trial = trialOf(own, 'make', { body: sent }, [{ response: replied(201, { success: true, data: kept }) }]);
    expect((echo.check(trial, contextOf(own)) ?? []).map(({ pointer }) => pointer)).toEqual(want);
  },
);

const LINE = { sku: { type: 'string' }, discount: { type: ['number', 'null'] } };
const LINES: readonly JsonObject[] = [{ sku: 'a', discount: 0 }, { sku: 'b' }];

it.each<[string, readonly JsonObject[], readonly string[]]>([
  [
    'with identifiers',
    [
      { id: 1, sku: 'a', discount: 0 },
      { id: 2, sku: 'b', discount: null },
    ],
    [],
  ],
  [
    'with a changed member',
    [
      { id: 1, sku: 'a', discount: null },
      { id: 2, sku: 'b' },
    ],
    ['value-became-null /response/body/lines/0/discount'],
  ],
  ['without the last object', [{ id: 1, sku: 'a', discount: 0 }], ['elements-missing /response/body/lines']],
])(
  'the service adds required members to the objects of a sent list, and returns the list %s (violations: $2)',
  async (_, lines, want) => {
    const json = (item: JsonObject): JsonObject => {
      const properties = { lines: { type: 'array', items: { type: 'object', ...item } } };
      return { content: { 'application/json': { schema: { type: 'object', properties } } } };
    };
    const returned = json({ required: ['id', 'sku'], properties: { id: { type: 'integer' }, ...LINE } });
    const responses = { '201': { description: '', ...returned } };
    const post = { operationId: 'addOrder', requestBody: json({ required: ['sku'], properties: LINE }), responses };
    const orders = await contractOf({ paths: { '/orders': { post } } });
    const trial = trialOf(orders, 'addOrder', { body: { lines: LINES } }, [{ response: replied(201, { lines }) }]);
    const found = echo.check(trial, contextOf(orders))?.map(({ kind, pointer }) => `${kind} ${pointer}`);
    expect(found).toEqual(want);
  },
);

it.each<[string, JsonObject, boolean]>([
  ['one member that the schema does not name has the value', { hoursSpent: 6.5 }, true],
  ['two members have the value', { hoursSpent: 6.5, hours_spent: 6.5 }, false],
  ['no other member has the value', { hoursSpent: 7 }, false],
  ['a member that the schema names has the value', { limit: 6.5 }, false],
])(
  'the message about a missing member also names the member of the reply that has its value: %s (named: $2)',
  async (_, extra, want) => {
    const json = (properties: JsonObject): JsonObject => ({
      content: { 'application/json': { schema: { type: 'object', properties } } },
    });
    const number = { type: 'number' };
    const responses = { '201': { description: '', ...json({ id: number, hours: number, limit: number }) } };
    const post = { operationId: 'addTask', requestBody: json({ hours: number }), responses };
    const own = await contractOf({ paths: { '/tasks': { post } } });
    const trial = trialOf(own, 'addTask', { body: { hours: 6.5 } }, [{ response: replied(201, { id: 1, ...extra }) }]);
    const [fault] = echo.check(trial, contextOf(own)) ?? [];
    expect(fault?.message.includes('The reply has this value at /hoursSpent')).toBe(want);
  },
);
