import { SMALL_FILES } from './values/small-files.js';
import { expect, test } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { JsonObject, Json } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { contractAt, contractOf, operationOf, taking } from '../../contract/fixtures/contracts.js';
import { type CaseKind, CaseMaker, type KnownValues } from './make-cases.js';

const KINDS: readonly CaseKind[] = ['example', 'boundary', 'valid', 'invalid', 'gate'];
const items = await contractAt('contract/item-service.openapi.yaml');
const edgeCases = await contractAt('contract/fixtures/edge-cases.openapi.yaml');

function made(
  contract: Contract,
  id: string,
  kind: CaseKind,
  values: Readonly<Record<string, KnownValues>> = {},
  runs = 30,
): readonly Case[] {
  return new CaseMaker(contract, { seed: 3, runs, values: new Map(Object.entries(values)) }).make(
    operationOf(contract, id),
    kind,
  );
}

function inputs(
  contract: Contract,
  id: string,
  kinds: readonly CaseKind[],
  values: Readonly<Record<string, KnownValues>> = {},
): readonly CaseInput[] {
  return kinds.flatMap((kind) => made(contract, id, kind, values)).map(({ input }) => input);
}

async function takingCases(
  schema: Json,
  kind: CaseKind,
  more: Parameters<typeof taking>[1] = {},
): Promise<readonly Case[]> {
  return made(await contractOf(taking(schema, more)), 'take', kind);
}

test('every example of the contract is a case, and one more case has the first example of every argument', () => {
  const bodies = made(items, 'createItem', 'example').map(
    ({ input }) => (input.body as { readonly name: string }).name,
  );
  expect(bodies).toEqual(['Ledger', 'Überlaufventil №7 🔧', '0', ' ']);
  expect(made(items, 'listItems', 'example').map(({ input }) => input.query)).toEqual([
    { limit: 1 },
    { limit: 20 },
    { limit: 100 },
  ]);
  expect(made(items, 'getItem', 'example').map(({ input }) => input.path?.['item_id'])).toContain('..%2f..');
});

test('an example that violates the contract is not a case', async () => {
  const requestBody = {
    content: {
      'application/json': { schema: { type: 'integer' }, examples: { good: { value: 1 }, bad: { value: 'a' } } },
    },
  };
  const contract = await contractOf({
    paths: { '/': { post: { operationId: 'take', requestBody, responses: { 204: { description: 'Taken.' } } } } },
  });
  expect(made(contract, 'take', 'example').map(({ input }) => input.body)).toEqual([1]);
});

test('a configured value of an argument is its simplest value, and is used in about half of the generated cases', () => {
  const values = { item_id: { known: ['item-0001', 'a/b'], only: false } };
  expect(made(items, 'getItem', 'boundary', values)[0]?.input).toEqual({ path: { item_id: 'item-0001' } });
  const known = inputs(items, 'getItem', ['valid'], values).filter(({ path }) =>
    values.item_id.known.includes(path?.['item_id'] as string),
  );
  expect(new Set(known.map(({ path }) => path?.['item_id'])).size).toBe(2);
});

test('a configured value of an argument that its schema rejects is not used', () => {
  expect(
    JSON.stringify(inputs(items, 'getItem', ['boundary', 'valid'], { item_id: { known: ['x'], only: true } })),
  ).toBe('[]');
});

test('an argument that permits only known values gets no other value, and is omitted without a known value', () => {
  const cursors = (values: readonly string[]): readonly unknown[] => [
    ...new Set(
      inputs(items, 'listItems', ['example', 'boundary', 'valid'], { cursor: { known: values, only: true } }).map(
        ({ query }) => query?.['cursor'],
      ),
    ),
  ];
  expect(cursors([])).toEqual([undefined]);
  expect(new Set(cursors(['page-2']))).toEqual(new Set(['page-2', undefined]));
});

test('no case expects a success with a cursor that the service did not issue', () => {
  const values = new Map([['cursor', { known: ['page-2'], only: false }]]);
  const maker = new CaseMaker(items, { seed: 1, runs: 0, values });
  const expected = (query: CaseInput['query']): unknown =>
    maker.expectation(operationOf(items, 'listItems'), query === undefined ? {} : { query }).kind;
  expect([undefined, { limit: 2 }, { cursor: 'page-2' }, { cursor: 'a' }].map(expected)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'answered',
  ]);
});

test('a valid case must be accepted only if the identifiers in its path are known to exist', () => {
  const kinds = (values: Readonly<Record<string, KnownValues>>): ReadonlySet<string> =>
    new Set(made(items, 'getItem', 'valid', values).map(({ expect: promised }) => promised.kind));
  expect(kinds({})).toEqual(new Set(['accepted-or-absent']));
  expect(kinds({ item_id: { known: ['abc'], only: false } })).toEqual(new Set(['accepted', 'accepted-or-absent']));
  // The path contains no identifier that could be unknown to the service.
  const cursor = { cursor: { known: [], only: true } };
  expect(made(items, 'listItems', 'valid', cursor).every(({ expect: promised }) => promised.kind === 'accepted')).toBe(
    true,
  );
});

test('unknown identifiers are tried if the contract documents 404 and some identifiers are known', () => {
  const absent = (contract: Contract, id: string, values: Readonly<Record<string, KnownValues>>): readonly unknown[] =>
    made(contract, id, 'invalid', values)
      .filter(({ expect: promised }) => promised.kind === 'absent')
      .map(({ input }) => input.path?.['item_id']);
  const unknown = absent(items, 'getItem', { item_id: { known: ['aaa', 'x-y'], only: false } });
  expect(unknown.slice(2)).toEqual(['aaa\0', 'aaa ', ' aaa', 'AAA', 'aaa.json', 'aa_']);
  expect(unknown).not.toContain('aaa');
  expect(absent(items, 'getItem', {})).toEqual([]);
  expect(absent(items, 'getItem', { item_id: { known: ['aaa'], only: true } })).toEqual([]);
  expect(absent(items, 'createItem', { item_id: { known: ['aaa'], only: false } })).toEqual([]);
});

test('in the path of a PUT that creates an item, only the identifier of the parent may be unknown', async () => {
  const named = async (statuses: readonly string[]): Promise<readonly unknown[]> => {
    const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } });
    const put = {
      operationId: 'putRoom',
      parameters: ['house', 'room'].map(parameter),
      responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])),
    };
    const contract = await contractOf({ paths: { '/houses/{house}/rooms/{room}': { put } } });
    const known = { known: ['aaa'], only: false };
    const cases = made(contract, 'putRoom', 'invalid', { house: known, room: known });
    return cases.filter(({ expect: promised }) => promised.kind === 'absent').map(({ input }) => input.path);
  };
  const created = await named(['200', '201', '404']);
  expect(created.length).toBeGreaterThan(0);
  expect(created.every((path) => (path as { readonly room: string }).room === 'aaa')).toBe(true);
  const updated = await named(['200', '404']);
  expect(updated.some((path) => (path as { readonly room: string }).room !== 'aaa')).toBe(true);
});

test('a missing and a wrong token are tried if every security alternative requires a token', async () => {
  const tokens = (cases: readonly Case[]): readonly unknown[] =>
    cases
      .filter(({ expect: promised, raw }) => promised.kind === 'unauthenticated' && raw === undefined)
      .map(({ id, token, gate }) => [id, token, gate]);
  expect(tokens(made(items, 'createItem', 'invalid'))).toEqual([
    ['createItem/invalid/token-missing', 'missing', 'approved'],
    ['createItem/invalid/token-wrong', 'wrong', 'approved'],
  ]);
  expect(tokens(await takingCases({ type: 'integer' }, 'invalid'))).toEqual([]);
  const components = { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } };
  const optional = await contractOf({ ...taking({ type: 'integer' }, { security: [{ key: [] }, {}] }), components });
  expect(tokens(made(optional, 'take', 'invalid'))).toEqual([]);
});

test('cases deny a human gate, leave it unanswered, or approve a different gate', () => {
  const cases = made(items, 'createItem', 'gate');
  expect(cases.slice(0, 3).map(({ id }) => id)).toEqual(
    ['denied', 'unanswered', 'other'].map((gate) => `createItem/gate/${gate}`),
  );
  for (const { id, gate, gateWay, bodyWay, expect: promised, input } of cases) {
    expect(id).toBe(`createItem/gate/${[gate, gateWay ?? [], bodyWay ?? []].flat().join('-')}`);
    expect(promised.kind).toBe(gate === 'approved' ? 'accepted' : 'gated');
    expect(input).toEqual({ body: { name: 'a' } });
  }
  expect(cases.flatMap(({ gate, bodyWay }) => (bodyWay === undefined ? [] : [`${gate} ${bodyWay}`]))).toEqual([
    'unanswered standard-input',
    'unanswered file',
  ]);
  expect(made(edgeCases, 'numbers', 'gate')).toEqual([]);
});

test('readOnly members are not sent, whether required or not', () => {
  const bodies = inputs(edgeCases, 'directions', ['boundary', 'valid']).map(
    ({ body }) => body as Readonly<Record<string, Json>>,
  );
  const names = new Set(
    bodies.flatMap((body) => [
      ...Object.keys(body),
      ...Object.keys((body['owner'] ?? {}) as object).map((name) => `owner.${name}`),
    ]),
  );
  expect([...names].toSorted()).toEqual(['name', 'owner', 'owner.nick', 'secret']);
});

test('an identifier that is routed to a different operation is not sent', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { enum: ['mine', 'yours', 'all'] } }];
  const responses = { 200: { description: 'Found.' } };
  const contract = await contractOf({
    paths: {
      '/items/{id}': { get: { operationId: 'take', parameters, responses } },
      '/items/mine': { get: { operationId: 'mine', responses } },
    },
  });
  expect(made(contract, 'take', 'boundary').map(({ input }) => input.path)).toEqual([{ id: 'yours' }, { id: 'all' }]);
  expect(made(contract, 'mine', 'boundary').map(({ input }) => input)).toEqual([{}]);
});

test('a member called __proto__ is created like any other member', () => {
  const unusual = inputs(edgeCases, 'maps', ['valid'])
    .map(({ body }) => (body as { readonly unusual?: object }).unusual)
    .filter((value) => value !== undefined);
  expect(unusual.length).toBeGreaterThan(5);
  expect(unusual.every((value) => Object.hasOwn(value, '__proto__'))).toBe(true);
});

test('an operation without a valid input has no cases of any kind', () => {
  expect(['impossible', 'endless'].flatMap((id) => KINDS.flatMap((kind) => made(edgeCases, id, kind)))).toEqual([]);
});

test.each<readonly [string, Json]>([
  ['a required argument that no value can satisfy', { not: {} }],
  ['an array that requires too many items', { type: 'array', minItems: 1e9, items: true }],
  ['a string that requires too many characters', { type: 'string', minLength: 1e9 }],
  ['an object that requires too many members', { type: 'object', minProperties: 1e9 }],
  ['contradictory bounds', { type: 'integer', minimum: 5, maximum: 4 }],
  ['an enumeration whose values other keywords exclude', { type: 'integer', enum: ['a', 'b'] }],
  ['a closed object that requires an unnamed member', { type: 'object', required: ['a'], additionalProperties: false }],
  ['an object that must contain itself', { $ref: '#/components/schemas/Ring' }],
])('an argument has no cases if it has no valid value, or only very large ones: %s', async (_, schema) => {
  const Ring = {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { ring: { $ref: '#/components/schemas/Ring' } },
  };
  const contract = await contractOf({ ...taking(schema), components: { schemas: { Ring } } });
  expect(KINDS.flatMap((kind) => made(contract, 'take', kind))).toEqual([]);
});

test('schemas with much recursion give values of limited size in limited time', async () => {
  const self = { $ref: '#/components/schemas/Wide' };
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, self]));
  const contract = await contractOf({
    ...taking(self),
    components: { schemas: { Wide: { type: 'object', properties, additionalProperties: self } } },
  });
  const longest = Math.max(
    ...(['boundary', 'valid', 'invalid'] as const)
      .flatMap((kind) => made(contract, 'take', kind))
      .map(({ input }) => JSON.stringify(input).length),
  );
  // Without a bound, this step would exceed the time limit of the test.
  expect(longest).toBeLessThan(200_000);
});

test('the search for a value ends if all combinations of alternatives are contradictory', async () => {
  const group = { anyOf: [{ minProperties: 1 }, { minProperties: 2 }, { minProperties: 3 }, { minProperties: 4 }] };
  const contract = await contractOf(
    taking({ type: 'object', allOf: [...Array.from({ length: 12 }, () => group), { anyOf: [{ type: 'string' }] }] }),
  );
  expect(KINDS.flatMap((kind) => made(contract, 'take', kind))).toEqual([]);
});

test('a value is generated again if it violates a constraint that the generator does not know', async () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer', minimum: 0, maximum: 9, not: { enum: [0, 1, 2] } } },
    if: { required: ['b'] },
    then: { required: ['c'] },
  };
  const bodies = (await takingCases(schema, 'valid')).map(({ input }) => input.body as { readonly a: number });
  expect(Math.min(...bodies.map(({ a }) => a))).toBeGreaterThanOrEqual(3);
});

test('an argument has a value even if its schema rejects all simple values', async () => {
  const bodies = (await takingCases({ type: 'string', pattern: '^[a-z]{3}$', not: { pattern: 'a' } }, 'boundary')).map(
    ({ input }) => input.body as string,
  );
  expect(bodies.length).toBeGreaterThan(0);
  expect(bodies.filter((body) => body.includes('a'))).toEqual([]);
});

test('an example of the contract is used if no string can be generated from the pattern', async () => {
  const requestBody = {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'string', pattern: '^(?!(?!zzz456789$)).{9}$' },
        examples: { one: { value: 'zzz456789' } },
      },
    },
  };
  const contract = await contractOf({
    paths: { '/': { post: { operationId: 'take', requestBody, responses: { 204: { description: 'Taken.' } } } } },
  });
  expect(made(contract, 'take', 'boundary').map(({ input }) => input.body)).toContain('zzz456789');
});

test.each<readonly [string, readonly Json[], readonly string[]]>([
  ['application/octet-stream', ['a', '\0\xFF\r\n'], []],
  ['text/plain', ['a', 'é b'], []],
  ['application/json', [{}], []],
  ['image/png', SMALL_FILES.get('image/png') ?? [], []],
  ['application/graphql', [], ['body']],
])('a body of type %s without a schema has cases', async (mediaType, want, lacking) => {
  const contract = await contractOf({
    paths: {
      '/': {
        put: {
          operationId: 'take',
          requestBody: { required: true, content: { [mediaType]: {} } },
          responses: { 204: { description: '' } },
        },
      },
    },
  });
  expect(made(contract, 'take', 'boundary').map(({ input }) => input.body)).toEqual(want);
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  expect(maker.withoutValues(operationOf(contract, 'take'))).toEqual(lacking);
});

test('an operation without any argument has one valid case', async () => {
  const contract = await contractOf({
    paths: { '/': { get: { operationId: 'ping', responses: { 200: { description: 'Pong.' } } } } },
  });
  expect(
    (['boundary', 'valid', 'invalid'] as const).map((kind) =>
      made(contract, 'ping', kind).flatMap(({ input, raw }) => (raw === undefined ? [input] : [])),
    ),
  ).toEqual([[{}], [{}], []]);
});

test('`isKnown` returns false for a cursor that is not configured, because only the service issues cursors', () => {
  const maker = new CaseMaker(items, {
    seed: 1,
    runs: 1,
    values: new Map([['cursor', { known: ['p2'], only: true }]]),
  });
  const list: Operation = operationOf(items, 'listItems');
  expect(
    [{}, { query: { cursor: 'p2' } }, { query: { cursor: 'p3' } }, { query: { limit: 3 } }].map((input) =>
      maker.isKnown(list, input),
    ),
  ).toEqual([true, true, false, true]);
});
