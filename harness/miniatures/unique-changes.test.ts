import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const SENT = {
  email: TEXT,
  title: TEXT,
  home: { type: 'object', additionalProperties: false, properties: { street: TEXT } },
  size: { type: 'integer', minimum: 0, maximum: 9 },
};
const COUNTED = 'Starts at 1 and grows by exactly one with each successful change.';

/**
 * The descriptions of the create and of the change, for a service that answers a repeated email with 422 instead of
 * 409.
 */
interface Invalid {
  readonly create: string;
  readonly change: string;
}

/** The operations of users. `about` describes the version of a user. `isSent`: whether a PUT must have the version. */
function paths(method: 'put' | 'patch', about: string, invalid?: Invalid, isSent = false): JsonObject {
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', additionalProperties: false, properties });
  const version = { type: 'integer', readOnly: true, description: about };
  const user = { description: '', ...json(object({ id: TEXT, ...SENT, version })) };
  const whole = { ...object(SENT), required: Object.keys(SENT) };
  const conflict = invalid === undefined ? { 409: { description: '' } } : {};
  const refused = { 404: { description: '' }, ...conflict, 422: { description: '' } };
  const text = (description: string | undefined): JsonObject => (description === undefined ? {} : { description });
  const sent = isSent ? { ...SENT, version: { type: 'integer' } } : SENT;
  const content =
    method === 'put'
      ? json({ ...object(sent), required: Object.keys(sent) })
      : { content: { 'application/merge-patch+json': { schema: object(SENT) } } };
  return {
    '/users': {
      post: {
        operationId: 'add',
        ...text(invalid?.create),
        requestBody: { required: true, ...json(whole) },
        responses: { 201: user, ...refused },
      },
    },
    '/users/{user_id}': {
      parameters: [inPath('user_id')],
      get: { operationId: 'read', responses: { 200: user, 404: { description: '' } } },
      [method]: {
        operationId: 'change',
        ...text(invalid?.change),
        requestBody: { required: true, ...content },
        responses: { 200: user, ...refused },
      },
    },
  };
}

interface Ways {
  /** Set if a change may give a user the email of another user. */
  readonly isRepeated?: true;
  /** The number by which a change increases the version. */
  readonly step?: number;
  /** Set if a create may give a user the email of another user. */
  readonly isShared?: true;
  /** The texts of a service that answers 422 to a repeated email. */
  readonly invalid?: Invalid;
  /** Whether a change must have the version of the user. */
  readonly isSent?: boolean;
}

function without(value: Json | undefined, name: string): JsonObject {
  return Object.fromEntries(Object.entries(objectIn(value)).filter(([known]) => known !== name));
}

function isHome(value: Json): boolean {
  const { street, ...others } = isJsonObject(value) ? value : { other: null };
  return (
    Object.keys(others).length === 0 &&
    (street === undefined || (typeof street === 'string' && street !== '' && [...street].length <= 40))
  );
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

const service =
  ({ isRepeated, step = 1, isShared, invalid, isSent = false }: Ways): WrittenService =>
  () => {
    const users = new Map<string, JsonObject>();
    const taken = invalid === undefined ? 409 : 422;
    const isValid = (body: Json | undefined): body is JsonObject =>
      isJsonObject(body) &&
      Object.entries(body).every(([name, value]) =>
        name === 'home'
          ? isHome(value)
          : name === 'size'
            ? Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 9
            : (name === 'email' || name === 'title') &&
              typeof value === 'string' &&
              value !== '' &&
              [...value].length <= 40,
      );
    const isTaken = (email: Json | undefined, own?: string): boolean =>
      isShared !== true && [...users].some(([id, user]) => id !== own && user['email'] === email);
    return ({ method, segments: [, id = ''], json: given }) => {
      if (id === '') {
        const body = given;
        if (!isValid(body) || Object.keys(body).length < 4) return problem(422);
        if (isTaken(body['email'])) return problem(taken);
        const user = { id: `user-${users.size + 1}`, ...body, version: 1 };
        users.set(user.id, user);
        return reply(201, user);
      }
      const user = users.get(id);
      if (user === undefined) return problem(404);
      if (method === 'GET') return reply(200, user);
      if (isSent && (!isJsonObject(given) || given['version'] !== user['version'])) return problem(409);
      const body = isSent ? without(given, 'version') : given;
      if (!isValid(body)) return problem(422);
      if (isRepeated !== true && isTaken(body['email'], id)) return problem(taken);
      const home =
        method === 'PATCH' ? { ...objectIn(user['home']), ...objectIn(body['home']) } : objectIn(body['home']);
      const changed = { ...user, ...body, home, version: Number(user['version']) + step };
      users.set(id, changed);
      return reply(200, changed);
    };
  };

const REPEATED = ['state/unique repeated-by-change'];
const CREATE = 'The `email` is unique: an email that another user has is refused with 422.';
const INVALID: Invalid = { create: CREATE, change: 'The `email` of another user gives a violation (422).' };
const NO_TEXT: Invalid = { create: CREATE, change: 'Changes a user.' };

it.each<[string, 'put' | 'patch', Ways, string, readonly string[]]>([
  ['a PATCH keeps emails unique', 'patch', {}, COUNTED, []],
  ['a PUT keeps emails unique', 'put', {}, COUNTED, []],
  ['a PATCH may set the email of another user', 'patch', { isRepeated: true }, COUNTED, REPEATED],
  ['a PUT may set the email of another user', 'put', { isRepeated: true }, COUNTED, REPEATED],
  ['a PATCH keeps emails unique with 422', 'patch', { invalid: INVALID }, COUNTED, []],
  [
    'a PATCH may set the email of another user, and its text states 422',
    'patch',
    { isRepeated: true, invalid: INVALID },
    COUNTED,
    REPEATED,
  ],
  [
    'a PATCH whose text does not state 422 may set the email of another user',
    'patch',
    { isRepeated: true, invalid: NO_TEXT },
    COUNTED,
    [],
  ],
  ['emails need not be unique', 'patch', { isShared: true }, COUNTED, []],
  ['a change adds two to the version', 'patch', { step: 2 }, COUNTED, ['state/counted-version not-counted']],
  ['a change adds two to a version that counts nothing', 'patch', { step: 2 }, 'Grows with each change.', []],
])('a check judges changes of items: %s → $4', async (_, method, ways, about, want) => {
  expect(await foundIn(paths(method, about, ways.invalid), service(ways))).toEqual(want);
});

it.each<[string, Ways, readonly string[]]>([
  ['keeps emails unique', {}, []],
  ['may set the email of another user', { isRepeated: true }, REPEATED],
])('a check judges a PUT that must have the version of the user: it %s → $2', async (_, ways, want) => {
  const versioned = service({ ...ways, isSent: true });
  expect(await foundIn(paths('put', COUNTED, undefined, true), versioned, { sequences: /^unique/ })).toEqual(want);
});
