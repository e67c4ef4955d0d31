import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const TEXT = { type: 'string' };

async function bodies(schema: JsonObject, kind: 'boundary' | 'valid'): Promise<readonly Json[]> {
  const post = {
    operationId: 'add',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '201': { description: '' } },
  };
  const contract = await contractOf({ paths: { '/items': { post } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 40, values: new Map() });
  return maker.make(operationOf(contract, 'add'), kind).map(({ input }) => input.body ?? null);
}

it.each<[string, JsonObject, Json]>([
  ['the keyword `examples`', { ...TEXT, examples: ['BOLT-M8'] }, { a: 'BOLT-M8' }],
  ['the keyword `example`', { ...TEXT, example: 'BOLT-M8' }, { a: 'BOLT-M8' }],
  ['an example beside `anyOf`', { examples: ['BOLT-M8'], anyOf: [TEXT, { type: 'null' }] }, { a: 'BOLT-M8' }],
  [
    'a usual value, if the description names a standard such as IANA time zones',
    { ...TEXT, description: 'An IANA time zone.' },
    { a: 'UTC' },
  ],
  ['no example, if the only example is too long', { ...TEXT, maxLength: 3, examples: ['BOLT-M8'] }, { a: 'a' }],
  [
    'no example, if the only example does not match the format',
    { ...TEXT, format: 'date', examples: ['today'] },
    { a: '2026-07-31' },
  ],
])('the simplest object has the first valid example of each member: %s', async (_, a, want) => {
  const [simplest] = await bodies({ type: 'object', required: ['a'], properties: { a } }, 'boundary');
  expect(simplest).toEqual(want);
});

it('the example of an object comes after the simplest object', async () => {
  const properties = { a: TEXT, b: TEXT };
  const schema = { type: 'object', required: ['a'], properties, examples: [{ a: 'x', b: 'y' }] };
  expect((await bodies(schema, 'boundary')).slice(0, 2)).toEqual([{ a: 'a' }, { a: 'x', b: 'y' }]);
});

it('some drawn values are examples of the schema, and some are not', async () => {
  const a = { ...TEXT, examples: ['BOLT-M8'] };
  const drawn = await bodies({ type: 'object', required: ['a'], properties: { a } }, 'valid');
  const values = new Set(drawn.map((body) => (body as JsonObject)['a']));
  expect(values.has('BOLT-M8')).toBe(true);
  expect(values.size).toBeGreaterThan(5);
});

it('an example of an identifier is not tried as an unknown identifier', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { ...TEXT, examples: ['n-2'] } };
  const responses = { 200: { description: '' }, 404: { description: '' } };
  const contract = await contractOf({
    paths: { '/items/{id}': { get: { operationId: 'read', parameters: [id], responses } } },
  });
  const values = new Map([['id', { known: ['n-1'], only: false }]]);
  const made = new CaseMaker(contract, { seed: 1, runs: 4, values }).make(operationOf(contract, 'read'), 'invalid');
  const absent = made.flatMap(({ input, expect: wanted }) => (wanted.kind === 'absent' ? [input.path?.['id']] : []));
  expect(absent.length).toBeGreaterThan(0);
  expect(absent).not.toContain('n-2');
});
