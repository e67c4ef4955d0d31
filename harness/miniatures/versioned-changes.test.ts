import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const REFUSED = { description: '' };

interface Shape {
  /** The name and the schema of the member that contains the version of an item. */
  readonly version: readonly [name: string, schema: JsonObject];
  readonly isRequired?: boolean;
  /** The description of the response 409. */
  readonly conflict?: string;
}

const TAG: Shape = { version: ['etag', { type: 'string', maxLength: 40 }], conflict: 'The etag is stale.' };
const NUMBER: Shape = {
  version: ['lock_version', { type: 'integer', minimum: 0 }],
  isRequired: true,
  conflict: 'The page was changed by another client.',
};

function paths({ version: [name, schema], isRequired = false, conflict = 'The title is in use.' }: Shape): JsonObject {
  const members = { title: TEXT, owner: TEXT };
  const page = { type: 'object', properties: { id: TEXT, ...members, [name]: schema } };
  const required = isRequired ? [name] : [];
  const change = { type: 'object', required, additionalProperties: false, properties: { ...members, [name]: schema } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: members };
  const shown = { description: '', ...json(page) };
  const refused = { 404: REFUSED, 409: { description: conflict }, 422: REFUSED };
  const mask = {
    name: 'update_mask',
    in: 'query',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  };
  return {
    '/pages': {
      post: { operationId: 'add', requestBody: { required: true, ...json(body) }, responses: { 201: shown } },
    },
    '/pages/{page_id}': {
      parameters: [inPath('page_id')],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED } },
      patch: {
        operationId: 'change',
        parameters: [mask],
        requestBody: { required: true, ...json(change) },
        responses: { 200: shown, ...refused },
      },
      delete: {
        operationId: 'remove',
        parameters: [{ name, in: 'query', required: isRequired, schema }],
        responses: { 204: REFUSED, ...refused },
      },
    },
  };
}

type Fault = 'outdated-accepted' | 'outdated-removed' | 'mask-ignored' | 'mask-forgotten' | undefined;

function isValid(body: Json | undefined, version: string, isChange: boolean, shape: Shape): boolean {
  if (!isJsonObject(body)) return false;
  const { isRequired } = shape;
  const given = ownValue(body, version);
  const isNumber = shape.version[1]['type'] === 'integer';
  const isTag = isNumber ? Number.isInteger(given) && Number(given) >= 0 : typeof given === 'string';
  if (given !== undefined && !isTag) return false;
  const texts = Object.entries(body).filter(([name]) => name !== version);
  const isText = ([name, value]: (typeof texts)[number]): boolean =>
    ['title', 'owner'].includes(name) && typeof value === 'string' && /^.{1,30}$/su.test(value);
  const isComplete = isChange ? isRequired !== true || Object.hasOwn(body, version) : Object.hasOwn(body, 'title');
  return texts.every(isText) && isComplete && (isChange || !Object.hasOwn(body, version));
}

function service(shape: Shape, fault: Fault): WrittenService {
  const [version, { type }] = shape.version;
  return () => {
    const pages = new Map<string, JsonObject>();
    let count = 0;
    const stored = (status: number, page: JsonObject): Reply => {
      count += 1;
      const next = { ...page, [version]: type === 'integer' ? count : `v${count}` };
      pages.set(String(page['id']), next);
      return reply(status, next);
    };
    return ({ method, segments: [root, id = ''], query, json: body }) => {
      if (root !== 'pages') return problem(404);
      if (method === 'POST')
        return isValid(body, version, false, shape) && isJsonObject(body)
          ? stored(201, { ...body, id: `page-${count + 1}` })
          : problem(422);
      const page = pages.get(id);
      if (page === undefined) return problem(404);
      if (method === 'GET') return reply(200, page);
      const isCurrent = (given: Json | undefined): boolean =>
        given === undefined || String(given) === String(page[version]);
      if (method === 'DELETE') {
        if (fault !== 'outdated-removed' && !isCurrent(query.get(version) ?? undefined)) return problem(409);
        pages.delete(id);
        return { ...reply(204, null), body: new Uint8Array() };
      }
      if (!isValid(body, version, true, shape) || !isJsonObject(body)) return problem(422);
      if (fault !== 'outdated-accepted' && !isCurrent(ownValue(body, version))) return problem(409);
      const mask = query.get('update_mask')?.split(',');
      const isNamed = (name: string): boolean =>
        mask === undefined || (fault === 'mask-forgotten' && name === 'title') || mask.includes(name);
      const isLost = (name: string): boolean => fault === 'mask-ignored' && mask !== undefined && name === 'owner';
      const given = Object.entries(body).filter(([name]) => isNamed(name) && !isLost(name));
      return stored(200, { ...page, ...Object.fromEntries(given) });
    };
  };
}

it.each<[string, Shape, Fault, readonly string[]]>([
  ['the service compares an entity tag', TAG, undefined, []],
  ['the service compares a number that each change requires', NUMBER, undefined, []],
  [
    'the service accepts an outdated entity tag',
    TAG,
    'outdated-accepted',
    ['state/conditional-requests outdated-accepted'],
  ],
  [
    'the service accepts an outdated number',
    NUMBER,
    'outdated-accepted',
    ['state/conditional-requests outdated-accepted'],
  ],
  [
    'the service removes an item despite an outdated entity tag',
    TAG,
    'outdated-removed',
    ['state/conditional-requests outdated-accepted'],
  ],
  ['no description states the purpose of the number', { ...NUMBER, conflict: 'In use.' }, 'outdated-accepted', []],
  ['the service sets a member that the mask does not name', TAG, 'mask-forgotten', ['state/updated set-despite-mask']],
  ['the service does not set a member that the mask names', TAG, 'mask-ignored', ['state/updated changed']],
])('a check judges changes with versions and field masks: %s → $3', async (_, shape, fault, want) => {
  expect(await foundIn(paths(shape), service(shape, fault), {})).toEqual(want);
});
