import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const STATES = ['open', 'done'];

/**
 * The contract of owners, and of pets that refer to an owner. `text` describes the DELETE of an owner, and `conflict`
 * its response 409.
 */
function paths(text: string, conflict: string): JsonObject {
  const object = (properties: JsonObject): JsonObject => json({ type: 'object', properties });
  const closed = (properties: JsonObject): JsonObject => ({
    required: true,
    ...json({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }),
  });
  const owner = { description: '', ...object({ id: TEXT, title: TEXT }) };
  const visit = { description: '', ...object({ id: TEXT, owner_id: TEXT, state: { enum: STATES } }) };
  const none = { 404: { description: '' } };
  const force = { name: 'force', in: 'query', schema: { type: 'boolean' } };
  return {
    '/owners': {
      post: {
        operationId: 'add',
        requestBody: closed({ title: TEXT }),
        responses: { 201: owner, 422: { description: '' } },
      },
    },
    '/owners/{owner_id}': {
      parameters: [inPath('owner_id')],
      get: { operationId: 'read', responses: { 200: owner, ...none } },
      delete: {
        operationId: 'remove',
        description: text,
        parameters: [force],
        responses: { 204: { description: '' }, 409: { description: conflict }, 422: { description: '' }, ...none },
      },
    },
    '/visits': {
      post: {
        operationId: 'visit',
        requestBody: closed({ owner_id: { ...TEXT, description: 'The owner must exist.' } }),
        responses: { 201: visit, ...none, 422: { description: '' } },
      },
    },
    '/visits/{visit_id}': {
      parameters: [inPath('visit_id')],
      get: { operationId: 'readVisit', responses: { 200: visit, ...none } },
    },
  };
}

/**
 * A service of owners. If `isRefused` is true, it refuses to remove an owner with visits. `state` is the state of a new
 * visit.
 */
const service =
  (isRefused: boolean, state = 'open'): WrittenService =>
  () => {
    const owners = new Map<string, JsonObject>();
    const visits = new Map<string, JsonObject>();
    let count = 0;
    return ({ method, segments: [kind, id = ''], json: body, query }) => {
      const stored = kind === 'owners' ? owners : visits;
      const found = stored.get(id);
      if (method === 'GET') return found === undefined ? problem(404) : reply(200, found);
      if (method === 'DELETE') {
        const forced = query.get('force') ?? 'false';
        if (!['true', 'false'].includes(forced)) return problem(422);
        const isUsed = [...visits.values()].some((visit) => visit['owner_id'] === id);
        if (found === undefined) return problem(404);
        if (isRefused && isUsed && forced === 'false') return problem(409);
        owners.delete(id);
        return empty(204);
      }
      const name = kind === 'owners' ? 'title' : 'owner_id';
      const { [name]: value, ...others } = isJsonObject(body) ? body : {};
      const isText = typeof value === 'string' && value !== '' && [...value].length <= 20;
      if (!isText || Object.keys(others).length > 0) return problem(422);
      if (kind === 'visits' && !owners.has(value)) return problem(404);
      const made = { id: `${kind}-${(count += 1)}`, [name]: value, ...(kind === 'visits' && { state }) };
      stored.set(made.id, made);
      return reply(201, made);
    };
  };

const FOUND = ['state/refused-removal removed-with-items'];
const HAS = 'The owner has visits.';
const OPEN = 'An owner with a visit in the state `open` cannot be removed.';
const FORCED = 'An owner with visits is only removed with `force`.';

it.each<[string, string, WrittenService, readonly string[]]>([
  ['', HAS, service(true), []],
  ['', HAS, service(false), FOUND],
  [OPEN, 'A conflict.', service(true), []],
  [OPEN, 'A conflict.', service(false), FOUND],
  [OPEN, 'A conflict.', service(false, 'done'), []],
  [FORCED, 'A conflict.', service(true), []],
  [FORCED, 'A conflict.', service(false), FOUND],
  ['', 'A conflict.', service(false), []],
])(
  'an owner with visits is removed; the descriptions of the DELETE and of its 409 are "%s" and "%s" (%#)',
  async (text, conflict, answers, want) => {
    expect(await foundIn(paths(text, conflict), answers, { sequences: /referred|removed|parent/ })).toEqual(want);
  },
);
