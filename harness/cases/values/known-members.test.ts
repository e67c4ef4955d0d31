import { expect, test } from 'vitest';
import { contractOf, operationOf, taking } from '../../../contract/fixtures/contracts.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { type CaseKind, CaseMaker, type KnownValues } from '../make-cases.js';

const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const ID = { type: 'string', format: 'uuid', examples: ['00000000-0000-4000-8000-0000000000ee'] };
const TRANSFER = {
  type: 'object',
  required: ['to'],
  properties: { to: ID, from: ID, note: { type: ['string', 'null'], maxLength: 40 }, count: { type: 'integer' } },
};
const EXAMPLE = { to: '00000000-0000-4000-8000-0000000000ff', note: 'Rent' };

async function bodies(schema: Json, kinds: readonly CaseKind[], values: Readonly<Record<string, KnownValues>>) {
  const content = { 'application/json': { schema, example: EXAMPLE } };
  const { paths } = taking(schema, { requestBody: { required: true, content } });
  const contract = await contractOf({ paths: paths as Json });
  const maker = new CaseMaker(contract, { seed: 3, runs: 60, values: new Map(Object.entries(values)) });
  return kinds
    .flatMap((kind) => maker.make(operationOf(contract, 'take'), kind))
    .filter((made) => made.raw === undefined && made.misuse === undefined);
}

/** The values of the members with this name, at any depth of a body. */
function membersOf(body: Json | undefined, name: string): readonly Json[] {
  if (Array.isArray(body)) return body.flatMap((item: Json) => membersOf(item, name));
  if (body === undefined || !isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([member, value]) => (member === name ? [value] : membersOf(value, name)));
}

const VALID: readonly CaseKind[] = ['example', 'boundary', 'valid'];

test.each<readonly [string, Json]>([
  ['a member of the body', TRANSFER],
  ['a member of a nested object', { type: 'object', required: ['order'], properties: { order: TRANSFER } }],
  ['a member of array items', { type: 'array', minItems: 1, items: TRANSFER }],
  ['a member of a oneOf branch', { oneOf: [TRANSFER, { type: 'object', required: ['x'], properties: { x: ID } }] }],
  ['a nullable member', { ...TRANSFER, properties: { ...TRANSFER.properties, to: { anyOf: [ID, { type: 'null' }] } } }],
])('%s that permits only known values gets no other value', async (_, schema) => {
  const made = await bodies(schema, VALID, { to: { known: [A, B], only: true } });
  expect(made.length).toBeGreaterThan(20);
  expect(new Set(made.flatMap(({ input }) => membersOf(input.body, 'to')))).toEqual(new Set([A, B]));
});

test('known values are in the simplest body, in bodies that vary other members, and in most random bodies', async () => {
  const values = { to: { known: [A, 7], only: false }, from: { known: [B], only: false } };
  const [simplest, ...others] = await bodies(TRANSFER, ['boundary'], values);
  expect(simplest?.input.body).toEqual({ to: A });
  const unknown = others.filter(({ input }) => membersOf(input.body, 'to').some((value) => value !== A));
  // Only the bodies that vary this member itself have other values. There must be at least one such body.
  expect(unknown.map(({ input }) => Object.keys(input.body as object))).toEqual(unknown.map(() => ['to']));
  expect(unknown.length).toBeGreaterThan(0);
  const random = (await bodies(TRANSFER, ['valid'], values)).flatMap(({ input }) => membersOf(input.body, 'to'));
  const known = random.filter((value) => value === A).length;
  expect([known > random.length / 2, known < random.length]).toEqual([true, true]);
});

test('an invalid body breaks one constraint, and has known values in all other members', async () => {
  const values = { to: { known: [A], only: false }, from: { known: [B], only: false } };
  const made = await bodies(TRANSFER, ['invalid'], values);
  const elsewhere = made.flatMap(({ input, expect: promised }) =>
    promised.kind === 'rejected' && !promised.pointer.startsWith('/body/to') ? membersOf(input.body, 'to') : [],
  );
  expect(new Set(elsewhere)).toEqual(new Set([A]));
});

test('a member gets any valid value if its schema permits none of the known values', async () => {
  const made = await bodies({ type: 'object', required: ['to'], properties: { to: { type: 'integer' } } }, VALID, {
    to: { known: [A], only: true },
  });
  expect(made.length).toBeGreaterThan(20);
});

test('an optional member is omitted if it permits only known values and none is known', async () => {
  const made = await bodies(TRANSFER, VALID, { from: { known: [], only: true } });
  expect(made.flatMap(({ input }) => membersOf(input.body, 'from'))).toEqual([]);
});

test('shrinking keeps the values of members that permit only known values', async () => {
  const contract = await contractOf(taking(TRANSFER));
  const maker = new CaseMaker(contract, { seed: 3, runs: 1, values: new Map([['to', { known: [A], only: true }]]) });
  const isKnown = (to: string): boolean => maker.isKnown(operationOf(contract, 'take'), { body: { to } });
  expect([A, B].map(isKnown)).toEqual([true, false]);
});

const OWNED = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 9 }, note: { type: 'string' } },
};
const ORDER = {
  type: 'object',
  required: ['id', 'customer', 'lines'],
  properties: { id: { type: 'string' }, customer: OWNED, lines: { type: 'array', minItems: 1, items: OWNED } },
};

test('a known value with an owner, such as `customer.id`, applies only to the members of this owner', async () => {
  const known = { known: ['c1', 'c2', null], only: true };
  const made = (await bodies(ORDER, ['boundary', 'valid'], { 'customer.id': known })).map(
    ({ input: { body } }) => body,
  );
  const idsIn = (name: string): ReadonlySet<Json> =>
    new Set(membersOf(made as Json[], name).flatMap((value) => membersOf(value, 'id')));
  expect(made.length).toBeGreaterThan(20);
  expect(idsIn('customer')).toEqual(new Set(['c1', 'c2']));
  expect([...idsIn('lines')].filter((id) => id === 'c1' || id === 'c2')).toEqual([]);
  // The other members of the object still vary.
  expect(new Set(membersOf(made as Json[], 'customer').map((value) => Object.keys(value as object).length)).size).toBe(
    2,
  );
});

test('a known value with an owner, such as `customers.id`, also applies to each object of a list', async () => {
  const known = { known: ['p1', 'p2'], only: true };
  const made = await bodies(ORDER, ['boundary', 'valid'], { 'lines.id': known });
  const ids = made.flatMap(({ input: { body } }) =>
    membersOf(body, 'lines').flatMap((value) => membersOf(value, 'id')),
  );
  expect(new Set(ids)).toEqual(new Set(['p1', 'p2']));
});

test('an object keeps its values if its schema does not allow the known values', async () => {
  const made = await bodies(ORDER, ['boundary'], { 'customer.id': { known: ['a'.repeat(10)], only: false } });
  expect(made.length).toBeGreaterThan(5);
});
