import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

/** How the service changes the settings of a device. */
interface Ways {
  /**
   * Returns the settings that a PUT or a PATCH stores. Default: a PUT stores the body, and a PATCH stores the body
   * merged into the earlier settings.
   */
  readonly put?: (body: JsonObject, before: JsonObject) => JsonObject;
  readonly patch?: (body: JsonObject, before: JsonObject) => JsonObject;
  /** Set if the settings of a removed device can still be read. */
  readonly isKept?: true;
  /** Set if the service stores a body with a wrong type. */
  readonly isUnchecked?: true;
}

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const SETTINGS = {
  interval: { type: 'integer', minimum: 1, maximum: 60 },
  mode: { enum: ['eco', 'fast'] },
  title: TEXT,
};
const INITIAL: JsonObject = { interval: 60, mode: 'eco', title: 'none' };

function paths(text: string, removal = ''): JsonObject {
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', additionalProperties: false, properties });
  const title = { ...object({ title: TEXT }), required: ['title'] };
  const settings = { description: '', ...json(object(SETTINGS)) };
  const device = { description: '', ...json(object({ id: TEXT, title: TEXT })) };
  const refused = { 404: { description: '' }, 422: { description: '' } };
  const requestBody = { required: true, ...json(object(SETTINGS)) };
  const merging = { required: true, content: { 'application/merge-patch+json': { schema: object(SETTINGS) } } };
  return {
    '/devices': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(title) },
        responses: { 201: device, ...refused },
      },
    },
    '/devices/{device_id}': {
      parameters: [inPath('device_id')],
      get: { operationId: 'read', responses: { 200: device, ...refused } },
      delete: { operationId: 'remove', description: removal, responses: { 204: { description: '' }, ...refused } },
    },
    '/devices/{device_id}/settings': {
      parameters: [inPath('device_id')],
      get: { operationId: 'readSettings', responses: { 200: settings, ...refused } },
      put: { operationId: 'putSettings', description: text, requestBody, responses: { 200: settings, ...refused } },
      patch: { operationId: 'patchSettings', requestBody: merging, responses: { 200: settings, ...refused } },
    },
  };
}

function isValid(body: Json | undefined): body is JsonObject {
  if (!isJsonObject(body)) return false;
  const { interval = 1, mode = 'eco', title = 'a', ...others } = body;
  const isWithin = Number.isInteger(interval) && Number(interval) >= 1 && Number(interval) <= 60;
  const isText = typeof title === 'string' && title !== '' && [...title].length <= 20;
  return Object.keys(others).length === 0 && isWithin && (mode === 'eco' || mode === 'fast') && isText;
}

const service =
  ({ put = (body) => ({ ...INITIAL, ...body }), patch = merged, isKept, isUnchecked }: Ways): WrittenService =>
  () => {
    const devices = new Map<string, JsonObject>();
    const settings = new Map<string, JsonObject>();
    let count = 0;
    return ({ method, segments: [, id = '', below], json: body }) => {
      if (id === '') {
        const title = isJsonObject(body) ? body['title'] : undefined;
        if (typeof title !== 'string' || title === '' || [...title].length > 20) return problem(422);
        const made = `device-${(count += 1)}`;
        devices.set(made, { id: made, title });
        settings.set(made, INITIAL);
        return reply(201, { id: made, title });
      }
      const [device, before] = [devices.get(id), settings.get(id)];
      if (below === undefined) {
        if (device === undefined) return problem(404);
        if (method === 'GET') return reply(200, device);
        devices.delete(id);
        return empty(204);
      }
      if (before === undefined || (device === undefined && isKept !== true)) return problem(404);
      if (method === 'GET') return reply(200, before);
      if (!isValid(body) && (isUnchecked !== true || !isJsonObject(body))) return problem(422);
      settings.set(id, method === 'PUT' ? put(body, before) : patch(body, before));
      return reply(200, method === 'PUT' ? { ...INITIAL, ...body } : { ...before, ...body });
    };
  };

function merged(body: JsonObject, before: JsonObject): JsonObject {
  return { ...before, ...body };
}

const REPLACES = 'Replaces the settings.';
const LOST = ['state/updated not-stored'];
const RESET = ['state/updated reset-by-patch'];

it.each<[string, Ways, string, readonly string[]]>([
  ['the service does what the contract states', {}, REPLACES, []],
  ['a PUT that keeps omitted settings', { put: merged }, REPLACES, ['state/replaced kept-by-put']],
  ['a PUT that keeps omitted settings, without a description that excludes this', { put: merged }, '', []],
  ['a PUT that keeps omitted settings, as a description permits', { put: merged }, 'Replaces or keeps settings.', []],
  ['a PUT that stores nothing', { put: (_, before) => before }, REPLACES, LOST],
  ['a PATCH that resets the other settings', { patch: (body) => ({ ...INITIAL, ...body }) }, '', RESET],
  ['a PATCH that removes the other settings', { patch: (body) => body }, '', RESET],
  ['a PATCH that stores nothing', { patch: (_, before) => before }, '', LOST],
  ['settings that outlive their device', { isKept: true }, '', ['state/removed-parent content-still-there']],
])('a check judges settings below an item: %s → $3', async (_, ways, text, want) => {
  expect(await foundIn(paths(text), service(ways))).toEqual(want);
});

it('settings may outlive their device if the contract states it', async () => {
  expect(await foundIn(paths('', 'The settings are kept.'), service({ isKept: true }))).toEqual([]);
});

it('invalid settings are sent to a device that exists', async () => {
  const phases = ['examples', 'invalid', 'sequences'];
  const found = await foundIn(paths(''), service({ isUnchecked: true }), { phases, sequences: /^invalid/ });
  expect(found).toEqual(['conformance/invalid-rejected invalid-accepted']);
});
