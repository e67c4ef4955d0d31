import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const STATE = { type: 'string', enum: ['open', 'closed'] };
/** The reason for which an issue was closed. No description states that opening the issue again clears it. */
const REASON = { type: ['string', 'null'] };
const REFUSED = { description: '' };
const WHILE = 'Null while the issue is open.';

function paths(description: string): JsonObject {
  const time = { type: ['string', 'null'], format: 'date-time', description };
  const item = {
    type: 'object',
    required: ['id', 'title', 'state', 'closed_at'],
    properties: { id: { type: 'string' }, title: TEXT, state: STATE, reason: REASON, closed_at: time },
  };
  const shown = { description: '', ...json(item) };
  const bodyOf = (properties: JsonObject, required: readonly string[]): JsonObject => ({
    required: true,
    ...json({ type: 'object', required: [...required], additionalProperties: false, properties }),
  });
  return {
    '/issues': {
      post: {
        operationId: 'add',
        requestBody: bodyOf({ title: TEXT }, ['title']),
        responses: { 201: shown, 422: REFUSED },
      },
    },
    '/issues/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: { 200: shown, 404: REFUSED } },
      patch: {
        operationId: 'edit',
        requestBody: bodyOf({ title: TEXT, state: STATE, reason: TEXT }, []),
        responses: { 200: shown, 404: REFUSED, 422: REFUSED },
      },
    },
  };
}

/**
 * A service of issues. If `isKept` is true, the service keeps the time at which an issue was closed after the issue is
 * opened again. `first` is this time in a new issue.
 */
function service({ isKept, first = null }: { readonly isKept?: true; readonly first?: string | null }): WrittenService {
  return () => {
    const issues = new Map<string, JsonObject>();
    return ({ method, segments: [root, id = ''], json: body }) => {
      if (root !== 'issues') return problem(404);
      if (method === 'POST') {
        if (!isJsonObject(body)) return problem(422);
        const made = { id: `issue-${issues.size + 1}`, state: 'open', reason: null, closed_at: first, ...body };
        issues.set(made.id, made);
        return reply(201, made);
      }
      const issue = issues.get(id);
      if (issue === undefined) return problem(404);
      if (method === 'GET') return reply(200, issue);
      if (!isJsonObject(body)) return problem(422);
      const state = ownValue(body, 'state') ?? issue['state'];
      const old = issue['closed_at'] ?? null;
      const time = state === 'closed' ? (old ?? '2026-01-01T10:00:00Z') : isKept ? old : first;
      const reason = state === 'closed' ? (issue['reason'] ?? 'done') : null;
      const changed = { ...issue, reason, ...body, closed_at: time };
      issues.set(id, changed);
      return reply(200, changed);
    };
  };
}

it.each<[string, Parameters<typeof service>[0], string, readonly string[]]>([
  ['the time is cleared', {}, WHILE, []],
  ['the time is kept', { isKept: true }, WHILE, ['state/derived not-cleared']],
  ['the time is kept, and no description states that it is null', { isKept: true }, 'The last close.', []],
  ['the time is never null', { isKept: true, first: '2025-01-01T10:00:00Z' }, WHILE, []],
])('a check judges a member that is null in a state: %s → $3', async (_, ways, text, want) => {
  const sequences = /^(?:stored|updated|restored)/;
  expect(await foundIn(paths(text), service(ways), { sequences })).toEqual(want);
});
