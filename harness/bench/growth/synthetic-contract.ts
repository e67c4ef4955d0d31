import type { Json } from '../../../contract/json/json.js';

const OPERATIONS_OF_COLLECTION = 5;

/**
 * An OpenAPI description with the given number of operations. Five operations form a collection, and each collection
 * has its own schema.
 */
export function syntheticContract(operations: number): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Record<string, Json> = { Problem: PROBLEM, Audit: AUDIT };
  for (let first = 0; first < operations; first += OPERATIONS_OF_COLLECTION) {
    const name = `Thing${first}`;
    schemas[name] = thing(first);
    const made = operationsOf(name).slice(0, operations - first);
    for (const [path, method, operation] of made) (paths[path] ??= {})[method] = operation;
  }
  const info = { title: `${operations} operations`, version: '1.0.0' };
  return { openapi: '3.1.0', info, servers: [{ url: '/' }], paths, components: { schemas } };
}

const PROBLEM = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const AUDIT = {
  type: 'object',
  properties: { by: { type: 'string', maxLength: 40 }, at: { type: 'string', format: 'date-time' } },
};

/** A schema. The number makes it different from all other schemas. */
function thing(number: number): Json {
  return {
    type: 'object',
    required: ['name', 'amount'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40 + number },
      amount: { type: 'integer', minimum: 0, maximum: 1000 + number },
      state: { type: 'string', enum: ['open', 'closed', `state-${number}`] },
      tags: { type: 'array', maxItems: 5, items: { type: 'string', pattern: '^[a-z]{1,8}$' } },
      note: { type: ['string', 'null'], maxLength: 200 },
      audit: { $ref: '#/components/schemas/Audit' },
    },
  };
}

type Entry = readonly [path: string, method: string, operation: Json];

function operationsOf(name: string): readonly Entry[] {
  const schema = { $ref: `#/components/schemas/${name}` };
  const one = { description: 'one', content: { 'application/json': { schema } } };
  const all = { description: 'all', content: { 'application/json': { schema: { type: 'array', items: schema } } } };
  const problem = { $ref: '#/components/schemas/Problem' };
  const refused = { description: 'refused', content: { 'application/problem+json': { schema: problem } } };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 20 } };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const [list, item] = [`/${name}`, `/${name}/{id}`];
  return [
    [list, 'get', { operationId: `list${name}`, parameters: [limit], responses: { '200': all, '422': refused } }],
    [list, 'post', { operationId: `create${name}`, requestBody, responses: { '201': one, '422': refused } }],
    [item, 'get', { operationId: `read${name}`, parameters: [id], responses: { '200': one, '404': refused } }],
    [
      item,
      'put',
      { operationId: `replace${name}`, parameters: [id], requestBody, responses: { '200': one, '404': refused } },
    ],
    [
      item,
      'delete',
      { operationId: `remove${name}`, parameters: [id], responses: { '204': { description: 'gone' }, '404': refused } },
    ],
  ];
}
