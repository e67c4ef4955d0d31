import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const REFUSED = { description: '' };

interface Shape {
  readonly parameter?: string;
  /** The names that a setting may have. */
  readonly pattern?: string;
  /** The member of a reply that contains the setting. */
  readonly envelope?: string;
}

function paths({ parameter = 'key', pattern = '^[A-Za-z]{1,20}$', envelope }: Shape): JsonObject {
  const members = { value: TEXT, note: TEXT };
  const setting = { type: 'object', required: ['value'], additionalProperties: false, properties: members };
  const whole = envelope ? { type: 'object', required: [envelope], properties: { [envelope]: setting } } : setting;
  const shown = { description: '', ...json(whole) };
  return {
    [`/settings/{${parameter}}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string', pattern } }],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED } },
      put: {
        operationId: 'store',
        requestBody: { required: true, ...json(setting) },
        responses: { 200: shown, 201: shown, 422: REFUSED },
      },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, 404: REFUSED } },
    },
  };
}

/**
 * How the service stores and finds a setting, given the name in the path. `nameOf` returns the name under which the
 * setting exists. `placeOf` returns the name under which its value is stored. `removes` returns the names that a DELETE
 * removes.
 */
interface Ways {
  readonly nameOf?: (name: string) => string;
  readonly placeOf?: (name: string) => string;
  readonly removes?: (name: string, known: readonly string[]) => readonly string[];
  /** Set if a PUT keeps the members that the request omits. */
  readonly merges?: true;
}

const same = (name: string): string => name;
const lower = (name: string): string => name.toLowerCase();

function service(
  { nameOf = same, placeOf = same, removes = (name) => [name], merges }: Ways,
  { envelope }: Shape,
): WrittenService {
  const within = (value: JsonObject): JsonObject => (envelope === undefined ? value : { [envelope]: value });
  return () => {
    const known = new Set<string>();
    const values = new Map<string, JsonObject>();
    return ({ method, segments: [root, given = ''], json: body }) => {
      if (root !== 'settings') return problem(404);
      const name = nameOf(given);
      if (method === 'PUT') {
        if (!isJsonObject(body)) return problem(422);
        const status = known.has(name) ? 200 : 201;
        known.add(name);
        const value = { ...(merges && values.get(placeOf(name))), ...body };
        values.set(placeOf(name), value);
        return reply(status, within(value));
      }
      if (!known.has(name)) return problem(404);
      if (method === 'GET') return reply(200, within(values.get(placeOf(name)) ?? {}));
      for (const each of removes(name, [...known])) known.delete(each);
      return empty(204);
    };
  };
}

it.each<[string, Ways, Shape, readonly string[]]>([
  ['names that differ in case are different names', {}, {}, []],
  ['names that differ in case are the same name', { nameOf: lower }, {}, []],
  ['values of names that differ in case are confused', { placeOf: lower }, {}, ['state/put-item other-changed']],
  [
    'values of names that differ in case are confused, in an envelope',
    { placeOf: lower },
    { envelope: 'data' },
    ['state/put-item other-changed'],
  ],
  ['names that differ only in case are not permitted', { placeOf: lower }, { pattern: '^[a-z]{1,20}$' }, []],
  [
    'all names have the same value',
    { placeOf: () => '' },
    { pattern: '^[a-z]{1,20}$' },
    ['state/put-item other-changed'],
  ],
  ['a DELETE removes every setting', { removes: (_, known) => known }, {}, ['state/put-item other-removed']],
  [
    'a DELETE removes all names that differ only in case',
    { removes: (name, known) => known.filter((each) => lower(each) === lower(name)) },
    { parameter: 'settingKey' },
    ['state/put-item other-removed'],
  ],
  ['a PUT keeps the members that it omits', { merges: true }, {}, ['state/replaced kept-by-put']],
])('a check judges two items that PUTs created: %s → $3', async (_, ways, shape, want) => {
  expect(await foundIn(paths(shape), service(ways, shape))).toEqual(want);
});
