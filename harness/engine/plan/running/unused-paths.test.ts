import { expect, it } from 'vitest';
import type { CaseInput, Expectation, RawChange } from '../../../../contract/case.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { operationNamed } from '../../../../contract/contract.js';
import type { Json } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { aCase } from '../../../cases/operations/a-case.js';
import { withUnusedPaths } from './unused-paths.js';

const inPath = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });
const [responses, integer] = [{ 200: { description: '' } }, { type: 'integer' }];
const body = {
  content: {
    'application/json': { schema: { type: 'object', properties: { id: integer, title: { type: 'string' } } } },
  },
};
const contract = await contractOf({
  paths: {
    '/shops/{shop}/orders/{id}': {
      parameters: [
        inPath('shop', { type: 'string', maxLength: 30, examples: ['the-shop-of-examples'] }),
        inPath('id', integer),
      ],
      get: { operationId: 'read', responses },
      put: { operationId: 'replace', requestBody: body, responses },
    },
    '/shops': { get: { operationId: 'listAll', responses } },
    '/days/{day}': {
      parameters: [inPath('day', { type: 'integer', minimum: 1, maximum: 31 })],
      delete: { operationId: 'clear', responses },
    },
  },
});

const VALID: Expectation = { kind: 'accepted-or-absent' };
const [SHOP, ID] = [/^parity-[a-z]{16}$/, /^1\d{9}$|^2\d{9}$/];

/** Replaces the made-up identifiers of one case. Returns its new input and its new target. */
function moved(name: string, input: CaseInput, expected: Expectation = VALID, raw?: Partial<RawChange>) {
  const operation = operationNamed(contract, name);
  if (operation === undefined) throw new Error(name);
  const values = new Map([['shop', { known: ['mine'], only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values });
  const made = aCase(operation, 'invalid', '0', input, expected);
  const change = raw && { raw: { fault: 'query', words: '', ...raw } as const };
  const { cases } = withUnusedPaths(contract, { maker, cases: [{ operation, case: { ...made, ...change } }] }, 'salt');
  return { ...cases[0]?.case.input, target: cases[0]?.case.raw?.target, rawBody: cases[0]?.case.raw?.body };
}

it.each<[string, string, CaseInput['path'], object]>([
  ['a short text and a small number are replaced', 'replace', { shop: 'a', id: 1 }, { shop: SHOP, id: ID }],
  [
    'an example of the contract is replaced',
    'replace',
    { shop: 'the-shop-of-examples', id: -3 },
    { shop: SHOP, id: ID },
  ],
  ['a configured value stays', 'replace', { shop: 'mine', id: 0 }, { shop: /^mine$/, id: ID }],
  [
    'values that identify no item stay',
    'replace',
    { shop: 'aaaaaaaaaaaaaaaaaaaa', id: -2e9 },
    { shop: /^a{20}$/, id: /^-2000000000$/ },
  ],
  ['the path of a read stays', 'read', { shop: 'a', id: 1 }, { shop: /^a$/, id: /^1$/ }],
  ['the only value that the schema permits stays', 'clear', { day: 1 }, { day: /^1$/ }],
])(
  'a call that may change an item of the running service gets an identifier that no item has: %s',
  (_, name, path, want) => {
    const found = Object.entries(moved(name, { ...(path && { path }) }).path ?? {});
    expect(Object.fromEntries(found.map(([key, value]) => [key, String(value)]))).toEqual(
      Object.fromEntries(Object.entries(want).map(([key, pattern]) => [key, expect.stringMatching(pattern as RegExp)])),
    );
  },
);

it('an identifier that breaks the contract stays in the path, and the other identifiers change', () => {
  const broken: Expectation = { kind: 'rejected', keyword: 'type', pointer: '/path/id' };
  const { path } = moved('replace', { path: { shop: 'a', id: 'x' } }, broken);
  expect(path).toEqual({ shop: expect.stringMatching(SHOP), id: 'x' });
});

it('if an identifier in the path is replaced, a body that repeats it and the target of a raw request change too', () => {
  const input = { path: { shop: 'a', id: 1 }, body: { id: 1, title: 't' } };
  const { path, body: sent, target } = moved('replace', input, VALID, { target: '/shops/a/orders/1?x=1' });
  expect(sent).toEqual({ id: path?.['id'], title: 't' });
  expect(target).toBe(`/shops/${String(path?.['shop'])}/orders/${String(path?.['id'])}?x=1`);
});

it('if an identifier in the path is replaced, the body of a raw request that repeats it changes too', () => {
  const input = { path: { shop: 'a', id: 1 }, body: { id: 1, title: 't' } };
  const { body: sent, rawBody } = moved('replace', input, VALID, { body: String.raw`{"id":1,"title":"\u0074"}` });
  expect(JSON.parse(rawBody ?? '')).toEqual(sent);
  const { rawBody: other } = moved('replace', input, VALID, { body: '{"ids":1,"id":12' });
  expect(other).toBe('{"ids":1,"id":12');
});

it('raw requests that would remove all items of a path are left out of the plan', () => {
  expect(moved('read', { path: { shop: 'a', id: 1 } }, VALID, { method: 'DELETE' }).path?.['id']).not.toBe(1);
  expect(moved('listAll', {}, VALID, { method: 'DELETE' })).toEqual({ target: undefined, rawBody: undefined });
  expect(moved('listAll', { query: { a: 1 } }, VALID, { method: 'PUT' })).toHaveProperty('query');
});

it('all steps of a sequence get the same new identifier for their item', () => {
  const [replace, read] = ['replace', 'read'].map((name) => operationNamed(contract, name));
  if (replace === undefined || read === undefined) throw new Error('unknown');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const steps = [replace, read].map((operation) => ({
    operation,
    case: aCase(operation, 'example', '0', { path: { shop: 'a', id: 7 } }, VALID),
  }));
  const { sequences = [] } = withUnusedPaths(contract, { maker, cases: [], sequences: [{ name: 's', steps }] }, 'salt');
  const [first, second] = sequences[0]?.steps.map((step) => step.case.input.path) ?? [];
  expect(first).toEqual({ shop: expect.stringMatching(SHOP), id: expect.any(Number) });
  expect(second).toEqual(first);
});
