import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { type RequestMessage, headerValue } from '../../contract/wire/message.js';
import type { Wrap } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const REFUSED = { description: '' };

interface Shape {
  readonly method?: 'put' | 'patch';
  readonly isRequired?: boolean;
  /** Set if the contract documents the status 428 for requests without `If-Match`, although this header is optional. */
  readonly isAsked?: boolean;
}

function paths({ method = 'put', isRequired = false, isAsked = isRequired }: Shape): JsonObject {
  const page = {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { type: 'string', readOnly: true }, text: TEXT },
  };
  const body = { type: 'object', required: ['text'], additionalProperties: false, properties: { text: TEXT } };
  const requestBody = { required: true, ...json(body) };
  const shown = { description: '', headers: { ETag: { schema: { type: 'string' } } }, ...json(page) };
  const condition = { name: 'If-Match', in: 'header', required: isRequired, schema: { type: 'string' } };
  return {
    '/pages': { post: { operationId: 'add', requestBody, responses: { 201: shown } } },
    '/pages/{page_id}': {
      parameters: [inPath('page_id')],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED } },
      [method]: {
        operationId: 'change',
        parameters: [condition],
        requestBody,
        responses: { 200: shown, 404: REFUSED, 412: REFUSED, 422: REFUSED, ...(isAsked && { 428: REFUSED }) },
      },
    },
  };
}

function isPage(body: Json | undefined): body is JsonObject {
  return (
    isJsonObject(body) &&
    Object.keys(body).join() === 'text' &&
    /^.{1,30}$/su.test(String(body['text'])) &&
    typeof body['text'] === 'string'
  );
}

const service: WrittenService = () => {
  const pages = new Map<string, JsonObject>();
  let version = 0;
  const tags = new Map<string, string>();
  const stored = (status: number, page: JsonObject): Reply => {
    const id = String(page['id']);
    version += 1;
    tags.set(id, `"v${version}"`);
    pages.set(id, page);
    return reply(status, page, [['ETag', `"v${version}"`]]);
  };
  return ({ method, segments: [root, id = ''], headers, json: body }) => {
    if (root !== 'pages') return problem(404);
    if (method === 'POST') return isPage(body) ? stored(201, { ...body, id: `page-${pages.size + 1}` }) : problem(422);
    const [page, tag = ''] = [pages.get(id), tags.get(id)];
    if (page === undefined) return problem(404);
    if (method === 'GET') return reply(200, page, [['ETag', tag]]);
    if (!isPage(body)) return problem(422);
    if ((headerValue(headers, 'if-match') ?? tag) !== tag) return problem(412);
    return stored(200, { ...page, ...body });
  };
};

const isChange = ({ method }: RequestMessage): boolean => method === 'PUT' || method === 'PATCH';

/**
 * A faulty service: it compares the entity tag when the request arrives, but stores the change later, when the body has
 * arrived.
 */
const checkedEarly: Wrap = (respond) => async (request, rest) => {
  if (!isChange(request)) return respond(request);
  const before = respond({ ...request, method: 'GET' });
  const tag = before.kind === 'response' ? headerValue(before.headers, 'etag') : undefined;
  await rest;
  const condition = headerValue(request.headers, 'if-match');
  if (tag !== undefined && condition !== undefined && condition !== tag) return problem(412);
  return respond({ ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'if-match') });
};

/** A correct service: it waits for the body, and then compares the entity tag and stores the change in one step. */
const checkedAtOnce: Wrap = (respond) => async (request, rest) => {
  await rest;
  return respond(request);
};

it.each<[string, Wrap, Shape, readonly string[]]>([
  ['the tag is compared when the change is stored', checkedAtOnce, {}, []],
  ['the tag is compared before the change is stored', checkedEarly, {}, ['state/serial-order accepted-twice']],
  [
    'the tag of a PATCH is compared before the change is stored',
    checkedEarly,
    { method: 'patch' },
    ['state/serial-order accepted-twice'],
  ],
  [
    'a required tag is compared before the change is stored',
    checkedEarly,
    { isRequired: true },
    ['state/serial-order accepted-twice'],
  ],
  ['a required tag is compared when the change is stored', checkedAtOnce, { isRequired: true }, []],
])('a check judges two concurrent changes with the same entity tag: %s → $3', async (_, wrap, shape, want) => {
  expect(await foundIn(paths(shape), service, { wrap })).toEqual(want);
});

/** Refuses a change without `If-Match`. */
const askingForTag: Wrap = (respond) => (request) =>
  isChange(request) && headerValue(request.headers, 'if-match') === undefined ? problem(428) : respond(request);
const asIs: Wrap = (respond) => respond;

it.each<[string, Wrap, Shape, readonly string[]]>([
  ['the service refuses PATCHes without a tag', askingForTag, { method: 'patch', isAsked: true }, []],
  ['the service refuses PUTs without a tag', askingForTag, { isAsked: true }, []],
  [
    'the service accepts PATCHes without a tag',
    asIs,
    { method: 'patch', isAsked: true },
    ['state/conditional-requests unconditional-accepted'],
  ],
  [
    'the service accepts PUTs without a tag',
    asIs,
    { isAsked: true },
    ['state/conditional-requests unconditional-accepted'],
  ],
  ['the contract does not document 428', asIs, { method: 'patch' }, []],
])('a check judges changes without an entity tag: %s → $3', async (_, wrap, shape, want) => {
  expect(await foundIn(paths(shape), service, { wrap })).toEqual(want);
});
