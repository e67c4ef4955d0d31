import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TITLE = { type: 'string', maxLength: 20 };

/** The operations that create and read one kind of item. */
function items(name: string): JsonObject {
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TITLE } };
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, title: TITLE } };
  const one = { 201: { description: '', ...json(item) } };
  const found = { 200: one[201], 404: { description: '' } };
  return {
    [`/${name}`]: {
      post: { operationId: `add_${name}`, requestBody: { required: true, ...json(body) }, responses: one },
    },
    [`/${name}/{id}`]: { get: { operationId: `read_${name}`, parameters: [inPath('id')], responses: found } },
  };
}

/**
 * A service that stores items. `refusal` returns the reply that refuses a create, or `undefined` if the item is stored.
 */
function service(refusal: (path: string) => ReturnType<typeof reply> | undefined): WrittenService {
  return () => {
    const all = new Map<string, JsonObject>();
    return ({ method, segments: [root = '', id], json: body }) => {
      const item = all.get(`${root} ${id}`);
      if (method === 'GET') return item === undefined ? problem(404) : reply(200, item);
      if (!isJsonObject(body)) return problem(422);
      const refused = refusal(root);
      if (refused !== undefined) return refused;
      const added = { ...body, id: `${root}-${all.size + 1}` };
      all.set(`${root} ${added.id}`, added);
      return reply(201, added);
    };
  };
}

const ONE = 'conformance/no-server-error unavailable';

it.each<[string, (path: string) => ReturnType<typeof reply> | undefined, readonly string[]]>([
  ['nothing', () => undefined, []],
  ['every create, for the same reason', () => reply(503, { error_text: 'database is locked' }), [ONE]],
  ['every create, each for its own reason', (path) => reply(503, { message: `no room for ${path}` }), [ONE, ONE, ONE]],
])('a service that is unavailable has one finding for each reason: it refuses %s → $2', async (_, refusal, want) => {
  const paths = { ...items('boats'), ...items('crews'), ...items('ports') };
  const found = await foundIn(paths, service(refusal), { phases: ['examples', 'boundary', 'sequences'] });
  expect(found).toEqual(want);
});
