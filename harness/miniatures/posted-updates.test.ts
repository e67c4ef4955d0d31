import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const LABELS = {
  type: 'object',
  maxProperties: 20,
  additionalProperties: { type: 'string', maxLength: 20 },
};
const MEMBERS = {
  title: TEXT,
  note: { type: ['string', 'null'], maxLength: 20 },
  rank: { type: 'integer', minimum: 0, maximum: 99 },
};

interface Ways {
  /** The method of the update. Default: POST. */
  readonly method?: 'post' | 'put';
  /** The item after an update. Default: the sent members and merged labels replace those of the item. */
  readonly update?: (body: JsonObject, before: JsonObject) => JsonObject;
  /** The description of the update, and the description of its labels. */
  readonly text?: string;
  readonly labels?: string;
}

function paths({ method = 'post', text = '', labels = '' }: Ways): JsonObject {
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', additionalProperties: false, properties });
  const shelf = { description: '', ...json(object({ ...MEMBERS, id: TEXT, labels: LABELS })) };
  const change = object({ ...MEMBERS, labels: { ...LABELS, description: labels } });
  const refused = { 404: { description: '' }, 422: { description: '' } };
  return {
    '/shelves': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json({ ...object({ ...MEMBERS, labels: LABELS }), required: ['title'] }) },
        responses: { 201: shelf, ...refused },
      },
    },
    '/shelves/{place}': {
      parameters: [inPath('place')],
      get: { operationId: 'read', responses: { 200: shelf, ...refused } },
      [method]: {
        operationId: 'update',
        description: text,
        requestBody: { required: true, ...json(change) },
        responses: { 200: shelf, ...refused },
      },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, ...refused } },
    },
  };
}

function isText(value: Json | undefined, least: number): boolean {
  return typeof value === 'string' && [...value].length >= least && [...value].length <= 20;
}

function isValid(body: Json | undefined): body is JsonObject {
  if (!isJsonObject(body)) return false;
  const { title = 'a', note = null, rank = 0, labels = {}, ...others } = body;
  const isRank = Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 99;
  const areLabels =
    isJsonObject(labels) && Object.keys(labels).length <= 20 && Object.values(labels).every((each) => isText(each, 0));
  return (
    Object.keys(others).length === 0 && isText(title, 1) && (note === null || isText(note, 0)) && isRank && areLabels
  );
}

/** Sets the given members, and merges labels. An empty label removes the label. */
function merged(body: JsonObject, before: JsonObject): JsonObject {
  const [own, given] = [before['labels'], body['labels']].map((each) => (isJsonObject(each) ? each : {}));
  const labels = Object.entries({ ...own, ...given }).filter(([, value]) => value !== '');
  return { ...before, ...body, labels: Object.fromEntries(labels) };
}

const service =
  ({ update = merged }: Ways): WrittenService =>
  () => {
    const shelves = new Map<string, JsonObject>();
    let count = 0;
    return ({ method, segments: [, id = ''], json: body }) => {
      if (id === '') {
        if (!isValid(body) || body['title'] === undefined) return problem(422);
        const made = { note: null, rank: 0, labels: {}, ...body, id: `shelf-${(count += 1)}` };
        shelves.set(made.id, made);
        return reply(201, made);
      }
      const before = shelves.get(id);
      if (before === undefined) return problem(404);
      if (method === 'GET') return reply(200, before);
      if (method === 'DELETE') {
        shelves.delete(id);
        return empty(204);
      }
      if (!isValid(body)) return problem(422);
      shelves.set(id, { ...update(body, before), id });
      return reply(200, shelves.get(id) ?? null);
    };
  };

const MERGES = 'The pairs are merged into the stored ones.';
const replaced = (body: JsonObject, before: JsonObject): JsonObject => ({ ...before, ...body });
const withoutNote = (body: JsonObject, before: JsonObject): JsonObject => ({
  ...merged(body, before),
  note: body['note'] ?? null,
});
const nothing = (_: JsonObject, before: JsonObject): JsonObject => before;

it.each<[string, Ways, readonly string[]]>([
  ['that merges labels', { labels: MERGES }, []],
  ['that merges labels, without a description of labels', {}, []],
  ['that replaces labels, without a description of labels', { update: replaced }, []],
  [
    'that replaces labels, although the contract states that they are merged',
    { update: replaced, labels: MERGES },
    ['state/updated not-merged'],
  ],
  ['that resets a member', { update: withoutNote }, ['state/updated reset-by-patch']],
  ['that resets a member, as its description states', { update: withoutNote, text: 'Replaces the shelf.' }, []],
  [
    'that resets a member, and replaces labels as its description states',
    {
      update: (body, before) => ({ ...withoutNote(body, before), ...body }),
      text: 'Sets members. A given `labels` replaces the map.',
    },
    ['state/updated reset-by-patch'],
  ],
  ['that stores nothing', { update: nothing }, ['state/updated not-stored']],
])('a check judges a POST on an item as an update %s → $2', async (_, ways, want) => {
  expect(await foundIn(paths(ways), service(ways))).toEqual(want);
});

it.each<[string, Ways, readonly string[]]>([
  ['keeps them', {}, []],
  ['resets one', { update: withoutNote }, ['state/updated reset-by-patch']],
  ['resets one, and no text states that it is kept', { update: withoutNote, text: 'Updates a shelf.' }, []],
])('a check judges a PUT whose description states that it keeps omitted members: it %s → $2', async (_, ways, want) => {
  const kept = { text: 'Sets the given members; members that are not in the body keep their values.', ...ways };
  expect(await foundIn(paths({ ...kept, method: 'put' }), service(ways))).toEqual(want);
});
