import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const KEY = { type: 'string' };
const REFUSED = { description: '' };
const PAGE = {
  type: 'object',
  required: ['key', 'title', 'text'],
  properties: { key: KEY, title: TEXT, text: KEY },
};
const IF_MATCH = { name: 'If-Match', in: 'header', schema: { type: 'string' } };

interface Shape {
  /** Set if a request that changes an existing page must contain the page's current entity tag. */
  readonly isTagged?: true;
  /** The members of an element of the list. Default: the members of a page, except its text. */
  readonly element?: JsonObject;
}

function paths({ isTagged, element = { key: KEY, title: TEXT } }: Shape): JsonObject {
  const body = {
    type: 'object',
    required: ['title', 'text'],
    additionalProperties: false,
    properties: { title: TEXT, text: TEXT },
  };
  const { required: _, ...patch } = body;
  const headers = isTagged ? { ETag: { schema: { type: 'string' } } } : {};
  const shown = { description: '', headers, ...json(PAGE) };
  const refused = { 404: REFUSED, 410: REFUSED, 412: REFUSED, 422: REFUSED, ...(isTagged && { 428: REFUSED }) };
  const parameters = isTagged ? [IF_MATCH] : [];
  const items = { type: 'object', required: Object.keys(element), properties: element };
  return {
    '/pages': {
      get: { operationId: 'list', responses: { 200: { description: '', ...json({ type: 'array', items }) } } },
    },
    '/pages/{key}': {
      parameters: [inPath('key')],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED, 410: REFUSED } },
      put: {
        operationId: 'store',
        parameters,
        requestBody: { required: true, ...json(body) },
        responses: { 200: shown, 201: shown, ...refused },
      },
      patch: {
        operationId: 'edit',
        parameters,
        requestBody: { required: true, ...json(patch) },
        responses: { 200: shown, ...refused },
      },
      delete: { operationId: 'remove', parameters, responses: { 204: { description: '' }, ...refused } },
    },
  };
}

/** Faults of the service. Default: the service has no fault. */
interface Ways {
  /**
   * The fault of the list. `removed`: it contains removed pages. `marked`: it contains removed pages with a changed
   * title. `nothing-new`: it is always empty. `first-titles`: it shows the first title of each page.
   */
  readonly lists?: 'removed' | 'marked' | 'nothing-new' | 'first-titles';
  readonly reads?: 'removed';
  /** Set if a PATCH clears the text of a page when the request omits the text. */
  readonly clears?: true;
}

interface Page {
  readonly value: JsonObject;
  readonly first: JsonObject;
  readonly tag: string;
  readonly isRemoved?: true;
}

function service({ isTagged }: Shape, { lists, reads, clears }: Ways): WrittenService {
  return () => {
    const pages = new Map<string, Page>();
    let tags = 0;
    const listed = (): readonly JsonObject[] =>
      [...pages.values()]
        .filter(({ isRemoved }) => isRemoved !== true || lists === 'removed' || lists === 'marked')
        .filter(() => lists !== 'nothing-new')
        .map(({ value, first, isRemoved }) => ({
          key: value['key'] as string,
          title: `${isRemoved && lists === 'marked' ? 'x' : ''}${String((lists === 'first-titles' ? first : value)['title'])}`,
        }));
    return ({ method, segments: [root, key = '', below], json: body, headers }) => {
      if (root !== 'pages' || below !== undefined) return problem(404);
      if (key === '') return reply(200, [...listed()]);
      const page = pages.get(key);
      const shown = (status: number, { value, tag }: Page) => {
        const answer = reply(status, value);
        return isTagged ? { ...answer, headers: [...answer.headers, ['etag', tag] as const] } : answer;
      };
      const given = headerValue(headers, 'if-match');
      if (method === 'PUT' && page === undefined) {
        if (given !== undefined) return problem(412);
        if (!isJsonObject(body)) return problem(422);
        const value = { key, ...body };
        const made = { value, first: value, tag: `"${(tags += 1)}"` };
        pages.set(key, made);
        return shown(201, made);
      }
      if (page === undefined) return problem(404);
      if (page.isRemoved && !(reads === 'removed' && method === 'GET')) return problem(410);
      if (method === 'GET') return shown(200, page);
      if (isTagged && given === undefined) return problem(428);
      if (given !== undefined && given !== '*' && given !== page.tag) return problem(412);
      if (method === 'DELETE') {
        pages.set(key, { ...page, isRemoved: true });
        return empty(204);
      }
      if (!isJsonObject(body)) return problem(422);
      const kept = method === 'PATCH' ? { ...page.value, ...(clears && { text: '' }) } : {};
      const changed = { ...page, value: { key, ...kept, ...body }, tag: `"${(tags += 1)}"` };
      pages.set(key, changed);
      return shown(200, changed);
    };
  };
}

const TAGGED: Shape = { isTagged: true };
/** A list whose elements have a member that a page does not have, so the list may contain other items than pages. */
const OTHER: Shape = { element: { key: KEY, title: TEXT, owner: TEXT } };

it.each<[string, Shape, Ways, readonly string[]]>([
  ['a faithful service', {}, {}, []],
  ['a faithful service whose changes need an entity tag', TAGGED, {}, []],
  ['removed pages are listed', {}, { lists: 'removed' }, ['state/put-item still-listed']],
  ['removed pages are listed, and removals need a tag', TAGGED, { lists: 'removed' }, ['state/put-item still-listed']],
  ['removed pages are listed with a mark', {}, { lists: 'marked' }, []],
  ['no page is listed', {}, { lists: 'nothing-new' }, ['state/put-item not-listed']],
  ['a list that may contain other items than pages', OTHER, { lists: 'nothing-new' }, []],
  ['the list has the first title of a page', {}, { lists: 'first-titles' }, ['state/put-item listed-differently']],
  ['removed pages are found, and removals need a tag', TAGGED, { reads: 'removed' }, ['state/put-item still-there']],
  ['a PATCH clears a text, and needs a tag', TAGGED, { clears: true }, ['state/updated reset-by-patch']],
])('a check judges the list of items that PUTs created: %s → $3', async (_, shape, ways, want) => {
  expect(await foundIn(paths(shape), service(shape, ways))).toEqual(want);
});
