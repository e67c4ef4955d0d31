import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const COUNT = { type: 'integer', minimum: 1, maximum: 9 };
const REFUSED = { description: '' };

interface Shape {
  /** The last segment of the path of the action that restores a removed item. */
  readonly restore?: string;
  readonly method?: 'put' | 'patch';
  /** The member of a reply that contains the item. */
  readonly envelope?: string;
}

function paths({ restore = 'restore', method = 'patch', envelope }: Shape): JsonObject {
  const given = { title: TEXT, count: COUNT };
  const own = { id: { type: 'string', readOnly: true }, closed: { type: 'boolean', readOnly: true } };
  const item = { type: 'object', required: ['id', 'title'], properties: { ...own, ...given } };
  const whole =
    envelope === undefined ? item : { type: 'object', required: [envelope], properties: { [envelope]: item } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: given };
  const shown = { description: '', ...json(whole) };
  const refusals = { 404: REFUSED, 409: REFUSED, 422: REFUSED };
  const action = (operationId: string): JsonObject => ({
    parameters: [inPath('item_id')],
    post: { operationId, responses: { 200: shown, ...refusals } },
  });
  return {
    '/items': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(body) },
        responses: { 201: shown, 422: REFUSED },
      },
    },
    '/items/{item_id}': {
      parameters: [inPath('item_id')],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED } },
      [method]: {
        operationId: 'change',
        requestBody: { required: true, ...json(body) },
        responses: { 200: shown, ...refusals },
      },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, ...refusals } },
    },
    '/items/{item_id}/close': action('close'),
    [`/items/{item_id}/${restore}`]: action('again'),
  };
}

/**
 * A fault of the service. `restore`: a restored item is returned, but not stored. `copy`: a restored item gets a new
 * identifier, which is not a fault. `closed`: a change of a closed item is refused, but stored. `partial`: the valid
 * members of a refused change are stored. `removed`: a refused DELETE removes the item. `lenient`: a change is not
 * validated.
 */
type Fault = 'none' | 'restore' | 'copy' | 'closed' | 'partial' | 'removed' | 'lenient';

const VALID: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['title', (value: Json) => typeof value === 'string' && /^.{1,30}$/su.test(value)],
  ['count', (value: Json) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 10],
]);

const isValid = (body: Json | undefined): body is JsonObject =>
  isJsonObject(body) &&
  body['title'] !== undefined &&
  Object.entries(body).every(([name, value]) => VALID.get(name)?.(value) === true);

function service({ restore = 'restore', envelope }: Shape, fault: Fault): WrittenService {
  return () => {
    const items = new Map<string, JsonObject>();
    const gone = new Map<string, JsonObject>();
    let count = 0;
    const sent = (status: number, item: JsonObject): Reply =>
      reply(status, envelope === undefined ? item : { [envelope]: item });
    const stored = (status: number, item: JsonObject): Reply => {
      items.set(String(item['id']), item);
      return sent(status, item);
    };
    const restored = (item: JsonObject): Reply => {
      count += 1;
      gone.delete(String(item['id']));
      if (fault === 'restore') return sent(200, item);
      return stored(200, fault === 'copy' ? { ...item, id: `item-${count}` } : item);
    };
    const changed = (method: string, item: JsonObject, body: Json | undefined): Reply => {
      const { id, closed = false } = item;
      const next = { ...(method === 'PUT' ? { id, closed } : item), ...(isJsonObject(body) && body) } as JsonObject;
      if (fault === 'lenient') return stored(200, next);
      if (!isValid(body)) {
        const members = Object.entries(isJsonObject(body) ? body : {}).filter(
          ([name, value]) => VALID.get(name)?.(value) === true,
        );
        if (fault === 'partial') stored(200, { ...item, ...Object.fromEntries(members) });
        return problem(422);
      }
      if (item['closed'] === true && fault === 'closed') stored(200, next);
      return item['closed'] === true ? problem(409) : stored(200, next);
    };
    return ({ method, segments: [root, id = '', action], json: body }) => {
      if (root !== 'items') return problem(404);
      if (id === '') {
        count += 1;
        return isValid(body) ? stored(201, { ...body, id: `item-${count}`, closed: false }) : problem(422);
      }
      const [item, old] = [items.get(id), gone.get(id)];
      if (action === restore) return old === undefined ? problem(item === undefined ? 404 : 409) : restored(old);
      if (item === undefined) return problem(404);
      if (action === 'close') return stored(200, { ...item, closed: true });
      if (method === 'GET') return sent(200, item);
      if (method !== 'DELETE') return changed(method, item, body);
      if (fault === 'removed') items.delete(id);
      if (fault === 'removed') return problem(409);
      items.delete(id);
      gone.set(id, item);
      return empty(204);
    };
  };
}

const EFFECT = ['state/no-effect changed-by-refused-call'];
const LOST = ['state/acted not-restored'];

it.each<[string, Fault, Shape, readonly string[]]>([
  ['a faithful service', 'none', {}, []],
  ['a faithful service with a PUT', 'none', { method: 'put', envelope: 'data' }, []],
  ['a restored item is not found', 'restore', {}, LOST],
  ['a restored item in an envelope is not found', 'restore', { restore: 'undelete', envelope: 'item' }, LOST],
  ['a restored item has a new identifier', 'copy', {}, []],
  ['a refused change of a closed item is stored', 'closed', {}, EFFECT],
  ['a refused PUT of a closed item is stored', 'closed', { method: 'put', envelope: 'data' }, EFFECT],
  ['the valid members of a refused change are stored', 'partial', {}, EFFECT],
  ['the valid members of a refused PUT are stored', 'partial', { method: 'put' }, EFFECT],
  ['a refused DELETE removes the item', 'removed', {}, EFFECT],
  ['an invalid change is accepted', 'lenient', {}, ['conformance/invalid-rejected invalid-accepted']],
])('a check judges refused and accepted changes of an item: %s → $3', async (_, fault, shape, want) => {
  expect(await foundIn(paths(shape), service(shape, fault))).toEqual(want);
});
