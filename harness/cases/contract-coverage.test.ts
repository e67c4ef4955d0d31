import { caseOf } from '../../contract/fixtures/cases.js';
import { expect, test } from 'vitest';
import type { Case, Expectation } from '../../contract/case.js';
import { contractAt, contractOf, taking } from '../../contract/fixtures/contracts.js';
import { type CaseKind, CaseMaker } from './make-cases.js';
import type { Json } from '../../contract/json/json.js';
import { ContractCoverage, coverageOf } from '../../contract/coverage/contract-coverage.js';

function aCase(body: Json, promised: Expectation = { kind: 'accepted' }): Case {
  return caseOf('take', { input: { body }, expect: promised });
}

const SCHEMA = {
  type: 'object',
  required: ['a'],
  additionalProperties: false,
  properties: {
    a: { type: 'string', minLength: 2, maxLength: 4 },
    b: { enum: ['x', 'y'] },
    c: {
      oneOf: [
        { type: 'integer', minimum: 3 },
        { type: 'array', items: { $ref: '#/components/schemas/Deep' } },
      ],
    },
    server: { type: 'string', readOnly: true },
  },
};
const contract = await contractOf({
  ...taking(SCHEMA),
  components: { schemas: { Deep: { type: 'object', properties: { deeper: { $ref: '#/components/schemas/Deep' } } } } },
});
const BODY = '/paths/~1/post/requestBody/content/application~1json/schema';
const short = (addresses: readonly string[]): readonly string[] =>
  addresses.map((address) => address.replace(`contract.json#${BODY}`, ''));

test('no part of the contract is covered before the first case', () => {
  const { operations, parameters, keywords, broken, members, branches, statuses } = new ContractCoverage(
    contract,
    contract.operations,
  ).coverage();
  expect([operations, parameters, members, branches, statuses].map(({ reached, of }) => [reached, of])).toEqual([
    [0, 1],
    [0, 1],
    [0, 2],
    [0, 2],
    [0, 1],
  ]);
  expect(short(keywords.missing)).toEqual([
    '/type',
    '/required',
    '/additionalProperties',
    '/properties/a/type',
    '/properties/a/minLength',
    '/properties/a/maxLength',
    '/properties/b/enum',
    '/properties/c/oneOf',
    '/properties/c/oneOf/0/type',
    '/properties/c/oneOf/0/minimum',
    '/properties/c/oneOf/1/type',
    'contract.json#/components/schemas/Deep/type',
  ]);
  expect(broken.missing).toEqual(keywords.missing);
});

test('a valid value covers the keywords that apply to it, and its branch', () => {
  const coverage = new ContractCoverage(contract, contract.operations);
  coverage.addCase(aCase({ a: 'aa', b: 'y', c: [{ deeper: {} }] }), ['rest']);
  coverage.addReply('rest', 'take', 204, undefined);
  const { keywords, members, branches, broken, statuses, operations, parameters } = coverage.coverage();
  expect([operations, parameters, statuses].map(({ missing }) => missing)).toEqual([[], [], []]);
  expect(short(keywords.missing)).toEqual(['/properties/c/oneOf/0/type', '/properties/c/oneOf/0/minimum']);
  expect(short([...members.missing, ...branches.missing])).toEqual(['/properties/b/enum/0', '/properties/c/oneOf/0']);
  expect(broken.reached).toBe(0);
});

test.each<readonly [string, string, string]>([
  ['required', '/body/a', '/required'],
  ['minLength', '/body/a', '/properties/a/minLength'],
  ['enum', '/body/b', '/properties/b/enum'],
  ['additionalProperties', '/body/new', '/additionalProperties'],
  ['type', '/body', '/type'],
  ['minimum', '/body/c', '/properties/c/oneOf/0/minimum'],
])('a case that violates %s at %s covers this keyword of the contract', (keyword, pointer, address) => {
  const coverage = new ContractCoverage(contract, contract.operations);
  const before = coverage.coverage().broken.missing;
  coverage.addCase(aCase({}, { kind: 'rejected', keyword, pointer }), ['rest']);
  const after = coverage.coverage();
  expect(short(before.filter((one) => !after.broken.missing.includes(one)))).toEqual([address]);
  expect(after.keywords.reached).toBe(0);
});

test('the cases of the item service cover every part of its contract that can be covered', async () => {
  const own = await contractAt('contract/item-service.openapi.yaml');
  const coverage = new ContractCoverage(own, own.operations);
  const maker = new CaseMaker(own, { seed: 1, runs: 100, values: new Map() });
  const kinds: readonly CaseKind[] = ['example', 'boundary', 'valid', 'invalid'];
  for (const kind of kinds)
    for (const operation of own.operations)
      for (const made of maker.make(operation, kind)) coverage.addCase(made, ['rest']);
  const { operations, parameters, keywords, broken, members, branches } = coverage.coverage();
  expect([operations, parameters, keywords, members, branches].map(({ missing }) => missing)).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
  expect(broken.reached / broken.of).toBeGreaterThan(0.85);
  expect(broken.missing.filter((address) => address.endsWith('ItemId/type'))).toEqual([]);
});

test('a documented media type that no request has is not covered', async () => {
  const both = await contractOf({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: {
      '/': {
        post: {
          operationId: 'take',
          requestBody: { content: { 'application/json': { schema: {} }, 'application/xml': { schema: {} } } },
          responses: {
            '200': { description: 'd', content: { 'application/json': {}, 'text/csv': {} } },
            '422': { description: 'd', content: { 'application/json': {} } },
          },
        },
      },
    },
  });
  const coverage = new ContractCoverage(both, both.operations);
  expect(coverage.coverage().contents.of).toBe(4);
  coverage.addRequest('rest', aCase({}));
  coverage.addReply('rest', 'take', 200, 'application/json; charset=utf-8');
  expect(coverage.coverage().contents.missing).toEqual(['take 200 text/csv', 'take request application/xml']);
});

test('each surface has its own coverage, and merged shards combine their coverage', () => {
  const [first, second] = [
    new ContractCoverage(contract, contract.operations),
    new ContractCoverage(contract, contract.operations),
  ];
  const both = aCase({ a: 'aa', b: 'x' });
  first.addCase(both, ['rest']);
  first.addCase(both, ['rest', 'cli']);
  first.addCase(aCase({ a: 'aa', b: 'y' }), ['rest']);
  second.addReply('cli', 'take', 204, undefined);
  const seen = ({ members, statuses, surfaces }: ReturnType<typeof coverageOf>): object => ({
    all: [short(members.missing), statuses.missing],
    ...Object.fromEntries(surfaces.map((each) => [each.surface, [short(each.members.missing), each.statuses.missing]])),
  });
  const status = ['take 204'];
  const y = ['/properties/b/enum/1'];
  expect(seen(first.coverage())).toEqual({ all: [[], status], rest: [[], status], cli: [y, status] });
  const merged = coverageOf(first.remaining(), second.remaining());
  expect(seen(merged)).toEqual({ all: [[], []], rest: [[], status], cli: [y, []] });
});

test('a case with a member name that the propertyNames schema refuses covers the keyword propertyNames', async () => {
  const names = { type: 'object', maxProperties: 3, propertyNames: { pattern: '^[a-z]+$' } };
  const taker = await contractOf(taking({ type: 'object', properties: { labels: names } }));
  const coverage = new ContractCoverage(taker, taker.operations);
  const missing = (): readonly string[] => short(coverage.coverage().broken.missing);
  expect(missing()).toContain('/properties/labels/propertyNames');
  const rejected = { kind: 'rejected', keyword: 'pattern', pointer: '/body/labels' } as const;
  coverage.addCase(aCase({ labels: { A: 1 } }, rejected), ['rest']);
  expect(missing()).not.toContain('/properties/labels/propertyNames');
  expect(missing()).toContain('/properties/labels/maxProperties');
});

test('coverage does not count null as an alternative of a parameter, because no request can send null', async () => {
  const schema = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] };
  const parameters = [{ name: 'limit', in: 'query', schema }];
  const get = { operationId: 'list', parameters, responses: { 200: { description: '' } } };
  const own = await contractOf({ paths: { '/': { get } } });
  const { branches, keywords, broken } = new ContractCoverage(own, own.operations).coverage();
  const places = [branches, keywords, broken]
    .flatMap(({ missing }) => missing)
    .map((place) => place.split('/schema')[1]);
  expect(places.filter((place) => place?.startsWith('/anyOf/1'))).toEqual([]);
  expect(places.filter((place) => place?.startsWith('/anyOf/0'))).toHaveLength(5);
});
