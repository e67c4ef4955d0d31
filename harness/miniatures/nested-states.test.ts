import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const NAME = { type: 'string', minLength: 1, maxLength: 20 };

/**
 * The contract of boxes whose state is in a nested object. The actions have no reply body, and the path of the read
 * ends with a format such as `/json`.
 */
function paths(refusal: string): JsonObject {
  const state = { type: 'object', properties: { Status: { enum: ['created', 'running', 'exited'] } } };
  const box = { type: 'object', required: ['id'], properties: { id: NAME, name: NAME, State: state } };
  const body = { type: 'object', required: ['name'], additionalProperties: false, properties: { name: NAME } };
  const shown = { description: '', ...json(box) };
  const refused = { 404: { description: '' }, 409: { description: refusal } };
  const silent = { 204: { description: '' }, 404: { description: '' } };
  const parameters = [inPath('id')];
  return {
    '/boxes': {
      post: { operationId: 'add', requestBody: { required: true, ...json(body) }, responses: { 201: shown } },
    },
    '/boxes/{id}/json': {
      parameters,
      get: { operationId: 'read', responses: { 200: shown, 404: { description: '' } } },
    },
    '/boxes/{id}/start': { parameters, post: { operationId: 'start', responses: silent } },
    '/boxes/{id}/stop': { parameters, post: { operationId: 'stop', responses: silent } },
    '/boxes/{id}': { parameters, delete: { operationId: 'remove', responses: { ...silent, ...refused } } },
  };
}

/** A service of boxes. If `isChecked` is true, it refuses to remove a running box. */
const service =
  (isChecked: boolean): WrittenService =>
  () => {
    const boxes = new Map<string, JsonObject>();
    const states = new Map<string, string>();
    const shown = (id: string): JsonObject => ({ ...boxes.get(id), State: { Status: states.get(id) ?? 'created' } });
    return ({ method, segments: [, id = '', action], json: body }) => {
      if (id === '') {
        const name = isJsonObject(body) ? body['name'] : undefined;
        if (typeof name !== 'string' || name === '' || [...name].length > 20) return problem(422);
        const box = { id: `box-${boxes.size + 1}`, name };
        boxes.set(box.id, box);
        return reply(201, shown(box.id));
      }
      if (!boxes.has(id)) return problem(404);
      if (method === 'GET') return reply(200, shown(id));
      if (method === 'DELETE' && isChecked && states.get(id) === 'running') return problem(409);
      if (method === 'DELETE') boxes.delete(id);
      else states.set(id, action === 'start' ? 'running' : 'exited');
      return empty(204);
    };
  };

const REFUSAL = 'You cannot remove a running box.';

it.each<[string, string, boolean, readonly string[]]>([
  ['the service refuses the removal', REFUSAL, true, []],
  ['the service accepts the removal', REFUSAL, false, ['state/refused-state accepted-in-state']],
  ['no description states the refusal', 'The box cannot be removed.', false, []],
])('a check removes a running box: %s → $3', async (_, refusal, isChecked, want) => {
  const sequences = /^(?:stored|acted|refused-after)/;
  expect(await foundIn(paths(refusal), service(isChecked), { sequences })).toEqual(want);
});
