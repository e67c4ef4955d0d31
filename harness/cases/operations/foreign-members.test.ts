import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const text = { type: 'string' };
const properties = { name: text, note: text };
const reply = { type: 'object', properties: { ...properties, id: text, version: { type: 'integer', minimum: 1 } } };

/** An object with `2 ** depth` members in all. */
const nested = (depth: number): JsonObject =>
  depth === 0
    ? text
    : { type: 'object', required: ['a', 'b'], properties: { a: nested(depth - 1), b: nested(depth - 1) } };

/** The names of the members in all bodies that are invalid because of the keyword. */
async function sentMembers(body: JsonObject, keyword: string): Promise<readonly string[]> {
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const post = {
    operationId: 'add',
    requestBody: { required: true, ...json({ type: 'object', properties, ...body }) },
    responses: { '201': { description: '', ...json(reply) } },
  };
  const contract = await contractOf({ paths: { '/items': { post } } });
  const made = new CaseMaker(contract, { seed: 1, runs: 100, values: new Map() }).make(
    operationOf(contract, 'add'),
    'invalid',
  );
  const refused = made.filter(({ expect: wanted }) => wanted.kind === 'rejected' && wanted.keyword === keyword);
  return [...new Set(refused.flatMap(({ input }) => Object.keys((input.body ?? {}) as JsonObject)))].toSorted();
}

it.each<[string, JsonObject, string]>([
  ['additionalProperties', { additionalProperties: false }, 'additionalProperties'],
  ['unevaluatedProperties', { unevaluatedProperties: false }, 'unevaluatedProperties'],
])('a body that is closed by %s is tried with each member that only the reply has', async (_, body, keyword) => {
  const members = await sentMembers(body, keyword);
  expect(members).toEqual(expect.arrayContaining(['id', 'version', 'x-unknown-member']));
});

it('no unknown members are sent in an object that allows them', async () => {
  const members = await sentMembers({}, 'additionalProperties');
  expect(members).toEqual([]);
});

it.each([
  ['an open body', {}],
  ['a closed body', { additionalProperties: false }],
])(
  'the cases for %s count as complete, even if making a value of a reply member exceeds the step budget',
  async (_, body) => {
    const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const post = {
      operationId: 'add',
      requestBody: { required: true, ...json({ type: 'object', properties, ...body }) },
      responses: { '201': { description: '', ...json({ type: 'object', properties: { id: text, tree: nested(9) } }) } },
    };
    const contract = await contractOf({ paths: { '/items': { post } } });
    const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() }, 12_000);
    const operation = operationOf(contract, 'add');
    expect(maker.make(operation, 'invalid').length).toBeGreaterThan(0);
    expect(maker.incomplete(operation)).toEqual([]);
  },
);
