import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const KEY = { type: 'integer', minimum: 1 };
const TITLED = { type: 'object', required: ['title'], properties: { title: TEXT } };
const ISSUE = {
  type: 'object',
  required: ['number', 'title', 'body', 'labels', 'milestone'],
  properties: {
    number: { type: 'integer' },
    title: TEXT,
    body: { type: ['string', 'null'] },
    labels: { type: 'array', items: { type: 'object', properties: { name: TEXT } } },
    milestone: { oneOf: [{ type: 'object', properties: { number: KEY, title: TEXT } }, { type: 'null' }] },
  },
};
const NEW_ISSUE = {
  ...TITLED,
  additionalProperties: false,
  properties: {
    title: TEXT,
    body: { type: 'string', maxLength: 40 },
    labels: { type: 'array', maxItems: 3, items: TEXT, description: 'Names of labels of the repository.' },
    milestone: { ...KEY, description: 'The number of a milestone of the repository.' },
  },
};
const REFUSED = { 404: { description: '' }, 422: { description: 'An invalid issue.' } };

/**
 * The contract of a repository's issues. A client creates an issue with the names of labels and the number of a
 * milestone.
 */
function paths(example: Json): JsonObject {
  const inRepository = [inPath('owner'), inPath('repo')];
  const body = { 'application/json': { schema: NEW_ISSUE, example } };
  return {
    '/repos/{owner}/{repo}/issues': {
      parameters: inRepository,
      get: {
        operationId: 'list',
        responses: { 200: { description: '', ...json({ type: 'array', items: ISSUE }) }, ...REFUSED },
      },
      post: {
        operationId: 'add',
        requestBody: { required: true, content: body },
        responses: { 201: { description: '', ...json(ISSUE) }, ...REFUSED },
      },
    },
    '/repos/{owner}/{repo}/issues/{issue_number}': {
      parameters: [...inRepository, { ...inPath('issue_number'), schema: KEY }],
      get: { operationId: 'read', responses: { 200: { description: '', ...json(ISSUE) }, ...REFUSED } },
    },
  };
}

interface Ways {
  /** Returns the issue that the service stores, given the issue of the request. */
  readonly kept?: (issue: JsonObject) => JsonObject;
  /** Returns the issues that the list contains, given all stored issues. */
  readonly listed?: (issues: readonly JsonObject[]) => readonly JsonObject[];
  /** The member that the service refuses in every request, even if its value is valid. */
  readonly refused?: string;
}

const LABELS: readonly Json[] = ['bug', 'docs'];

const service =
  ({ kept = (issue) => issue, listed = (issues) => issues, refused = 'none' }: Ways): WrittenService =>
  () => {
    const issues: JsonObject[] = [];
    return ({ method, segments: [, owner, repo, , number], json: body }) => {
      if (owner !== 'octo' || repo !== 'hello') return problem(404);
      if (method === 'GET' && number === undefined) return reply(200, [...listed(issues)]);
      if (method === 'GET') {
        const found = issues[Number(number) - 1];
        return found === undefined ? problem(404) : reply(200, found);
      }
      if (!isJsonObject(body)) return problem(422);
      const { title = null, body: text = null, labels = [], milestone = null } = body;
      const named = Array.isArray(labels) ? (labels as readonly Json[]) : [];
      const invalid = (field: string) =>
        reply(422, { message: 'Validation Failed', errors: [{ field, code: 'invalid' }] });
      if (Object.hasOwn(body, refused)) return invalid(refused);
      if (named.some((name) => !LABELS.includes(name))) return invalid('labels');
      if (milestone !== null && milestone !== 1) return invalid('milestone');
      const own = { labels: named.map((name) => ({ name })), milestone: milestone && { number: 1, title: 'first' } };
      const made = { number: issues.length + 1, title, body: text, ...own };
      issues.push(kept(made));
      return reply(201, made);
    };
  };

const SHORTENED: Ways = { kept: (issue) => ({ ...issue, title: [...String(issue['title'])].slice(0, 30).join('') }) };
const EMPTY: Ways = { kept: (issue) => ({ ...issue, body: null }) };
const BUG = { title: 'a title', body: 'b', labels: ['bug'], milestone: 1 };
const UNKNOWN = { title: 'a title', body: 'b', labels: ['x'], milestone: 7 };

it.each<[string, Ways, Json, readonly string[]]>([
  ['no fault', {}, BUG, []],
  ['no fault, with an example of unknown labels', {}, UNKNOWN, []],
  ['a title that is stored shortened', SHORTENED, BUG, ['state/stored changed']],
  ['a title that is stored shortened, with an example of unknown labels', SHORTENED, UNKNOWN, ['state/stored changed']],
  ['a text that is not stored', EMPTY, UNKNOWN, ['state/stored value-became-null']],
  ['a list that lacks the last issue', { listed: (all) => all.slice(0, -1) }, UNKNOWN, ['state/listed not-listed']],
  ['an optional text that is refused', { refused: 'body' }, UNKNOWN, ['conformance/valid-accepted valid-refused']],
])(
  'a check judges issues that are created with the keys of labels and a milestone: %s → $3',
  async (_, ways, example, want) => {
    const known = { owner: ['octo'], repo: ['hello'] };
    const phases = ['examples', 'boundary', 'sequences'];
    expect(await foundIn(paths(example), service(ways), { phases, known })).toEqual(want);
  },
);
