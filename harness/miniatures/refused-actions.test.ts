import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };

interface Texts {
  readonly comment?: string;
  readonly locked?: string;
  readonly restore?: string;
}

/** The contract of issues that can be locked, removed and restored. No member of an issue shows its state. */
function paths({ comment = '', locked = 'A conflict.', restore = '' }: Texts): JsonObject {
  const shown = (properties: JsonObject): JsonObject => ({ description: '', ...json({ type: 'object', properties }) });
  const sent = { type: 'object', required: ['text'], additionalProperties: false, properties: { text: TEXT } };
  const requestBody = { required: true, ...json(sent) };
  const issue = shown({ id: TEXT, text: TEXT });
  const none = { description: 'There is no such issue.' };
  const refused = { 404: none, 422: { description: '' } };
  const conflict = { 409: { description: 'A conflict.' } };
  return {
    '/issues': { post: { operationId: 'add', requestBody, responses: { 201: issue, 422: { description: '' } } } },
    '/issues/{issue_id}': {
      parameters: [inPath('issue_id')],
      get: { operationId: 'read', responses: { 200: issue, 404: none } },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, 404: none } },
    },
    '/issues/{issue_id}/lock': {
      parameters: [inPath('issue_id')],
      put: { operationId: 'lock', responses: { 204: { description: '' }, 404: none } },
    },
    '/issues/{issue_id}/comments': {
      parameters: [inPath('issue_id')],
      post: {
        operationId: 'comment',
        description: comment,
        requestBody,
        responses: { 201: shown({ text: TEXT }), ...refused, 409: { description: locked } },
      },
    },
    '/issues/{issue_id}/restore': {
      parameters: [inPath('issue_id')],
      post: {
        operationId: 'restore',
        description: restore,
        responses: { 204: { description: '' }, 404: none, ...conflict },
      },
    },
  };
}

/** A service of issues. It accepts the operations in `unchecked` in every state. */
const service =
  (...unchecked: readonly string[]): WrittenService =>
  () => {
    const issues = new Map<string, JsonObject>();
    const [locked, removed] = [new Set<string>(), new Set<string>()];
    return ({ method, segments: [, id = '', action = ''], json: body }) => {
      const text = isJsonObject(body) ? body['text'] : undefined;
      const isText = typeof text === 'string' && text !== '' && [...text].length <= 20;
      const isValid = isText && isJsonObject(body) && Object.keys(body).length === 1;
      if (id === '') {
        if (!isValid) return problem(422);
        const issue = { id: `issue-${issues.size + 1}`, text };
        issues.set(issue.id, issue);
        return reply(201, issue);
      }
      const issue = issues.get(id);
      if (issue === undefined) return problem(404);
      if (action === 'restore') {
        if (!removed.delete(id) && !unchecked.includes('restore')) return problem(409);
        return empty(204);
      }
      if (removed.has(id)) return problem(404);
      if (method === 'GET') return reply(200, issue);
      if (method === 'DELETE') removed.add(id);
      if (action === 'lock') locked.add(id);
      if (action !== 'comments') return empty(204);
      if (!isValid) return problem(422);
      return locked.has(id) && !unchecked.includes('comment') ? problem(409) : reply(201, { text });
    };
  };

const FOUND = ['state/refused-state accepted-in-state'];
const TAKES_NONE = 'A locked issue takes no comments (409).';
const NOT_DELETED = 'An issue that is not deleted cannot be restored (409).';

it.each<[Texts, WrittenService, readonly string[]]>([
  [{ comment: TAKES_NONE }, service(), []],
  [{ comment: TAKES_NONE }, service('comment'), FOUND],
  [{ locked: 'The issue is locked.' }, service(), []],
  [{ locked: 'The issue is locked.' }, service('comment'), FOUND],
  [{}, service('comment'), []],
  [{ restore: NOT_DELETED }, service(), []],
  [{ restore: NOT_DELETED }, service('restore'), FOUND],
  [{}, service('restore'), []],
])(
  'an action moves an issue into a state that no member shows, in which the contract refuses another operation: %j (%#)',
  async (...given) => {
    const [texts, answers, want] = given;
    expect(await foundIn(paths(texts), answers)).toEqual(want);
  },
);

/** The contract of pages that a PUT creates, and that can be removed and restored. */
const PAGES = (text: string): JsonObject => {
  const sent = { type: 'object', required: ['text'], additionalProperties: false, properties: { text: TEXT } };
  const page = { description: '', ...json({ type: 'object', properties: { text: TEXT } }) };
  const none = { 404: { description: 'There is no such page.' } };
  return {
    '/pages/{slug}': {
      parameters: [inPath('slug')],
      get: { operationId: 'read', responses: { 200: page, ...none } },
      put: {
        operationId: 'save',
        requestBody: { required: true, ...json(sent) },
        responses: { 200: page, 201: page, 422: { description: '' } },
      },
    },
    '/pages/{slug}/restore': {
      parameters: [inPath('slug')],
      post: {
        operationId: 'restore',
        description: text,
        responses: { 204: { description: '' }, ...none, 409: { description: '' } },
      },
    },
  };
};

const pages =
  (isRefused: boolean): WrittenService =>
  () => {
    const stored = new Map<string, JsonObject>();
    return ({ method, segments: [, slug = ''], json: body }) => {
      const page = stored.get(slug);
      if (method === 'PUT') {
        const text = isJsonObject(body) ? body['text'] : undefined;
        const isText = typeof text === 'string' && text !== '' && [...text].length <= 20;
        if (!isText || !isJsonObject(body) || Object.keys(body).length > 1 || [...slug].length > 40)
          return problem(422);
        stored.set(slug, { text });
        return reply(page === undefined ? 201 : 200, { text });
      }
      if (page === undefined) return problem(404);
      if (method === 'GET') return reply(200, page);
      return isRefused ? problem(409) : empty(204);
    };
  };

it.each<[string, boolean, readonly string[]]>([
  [NOT_DELETED.replace('An issue', 'A page'), true, []],
  [NOT_DELETED.replace('An issue', 'A page'), false, FOUND],
  ['', false, []],
])('a check restores a page that was not removed; the contract states "%s" (%#)', async (text, isRefused, want) => {
  expect(await foundIn(PAGES(text), pages(isRefused))).toEqual(want);
});
