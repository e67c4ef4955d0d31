import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const FILE = { type: 'object', required: ['id', 'name'], properties: { id: TEXT, name: TEXT } };
const BATCH = {
  type: 'object',
  required: ['id', 'input_file_id', 'note', 'status'],
  properties: { id: TEXT, input_file_id: TEXT, note: TEXT, status: { enum: ['open', 'cancelled'] } },
};
const PART: JsonObject = {
  type: 'object',
  required: ['file_id'],
  properties: { file_id: TEXT, copies: { type: 'integer', minimum: 1, maximum: 3 } },
};
const REFUSED = { 400: { description: 'Invalid, or there is no such file.' }, 404: { description: '' } };

function creates(operationId: string, made: JsonObject, names: readonly string[]): JsonObject {
  const properties = Object.fromEntries(names.map((name) => [name, TEXT]));
  const schema = { type: 'object', required: names, additionalProperties: false, properties };
  const requestBody = { required: true, ...json(schema) };
  return { operationId, requestBody, responses: { 201: { description: '', ...json(made) }, ...REFUSED } };
}

function reads(operationId: string, item: JsonObject): JsonObject {
  return { operationId, responses: { 200: { description: '', ...json(item) }, ...REFUSED } };
}

/**
 * The contract of batches. A batch is created from a file, which must be uploaded first. A service has no files after
 * its start, and chooses their identifiers.
 */
const PATHS: JsonObject = {
  '/files': { post: creates('addFile', FILE, ['name']) },
  '/files/{file_id}': { parameters: [inPath('file_id')], get: reads('readFile', FILE) },
  '/batches': { post: creates('addBatch', BATCH, ['input_file_id', 'note']) },
  '/batches/{batch_id}': { parameters: [inPath('batch_id')], get: reads('readBatch', BATCH) },
  '/batches/{batch_id}/cancel': { parameters: [inPath('batch_id')], post: reads('cancel', BATCH) },
};

interface Ways {
  /** Returns the batch that the service stores, given the batch of the request. */
  readonly kept?: (batch: JsonObject) => JsonObject;
  /** Returns the batch in the reply to a cancellation. */
  readonly cancelled?: (batch: JsonObject) => JsonObject;
  /** Returns true if the service accepts a file for a batch. */
  readonly isUsable?: (file: JsonObject) => boolean;
}

const service =
  ({ kept = (batch) => batch, cancelled = (batch) => batch, isUsable = () => true }: Ways): WrittenService =>
  () => {
    const items = { files: new Map<string, JsonObject>(), batches: new Map<string, JsonObject>() };
    let made = 0;
    return ({ method, segments: [collection, id = '', action], json: body }) => {
      const stored = collection === 'files' ? items.files : items.batches;
      const found = stored.get(id);
      if (id !== '' && found === undefined) return problem(404);
      if (action === 'cancel' && found !== undefined) {
        stored.set(id, { ...found, status: 'cancelled' });
        return reply(200, cancelled({ ...found, status: 'cancelled' }));
      }
      if (method === 'GET') return found === undefined ? problem(404) : reply(200, found);
      if (!isJsonObject(body)) return problem(400);
      const file = items.files.get(String(body['input_file_id']));
      if (collection === 'batches' && (file === undefined || !isUsable(file)))
        return reply(400, { detail: 'There is no such file.' });
      made += 1;
      const key = `${String(collection)}-${made}`;
      const item: JsonObject = { id: key, ...body, ...(collection === 'batches' && { status: 'open' }) };
      stored.set(key, collection === 'batches' ? kept(item) : item);
      return reply(201, item);
    };
  };

it.each<[string, Ways, readonly string[]]>([
  ['no fault', {}, []],
  ['files that are not usable', { isUsable: () => false }, []],
  ['a text that is stored as another one', { kept: (batch) => ({ ...batch, note: 'n' }) }, ['state/stored changed']],
  ['a reply to an action without a member', { cancelled: without('note') }, ['conformance/response-body required']],
])('a check creates the files of batches before the batches: %s → $2', async (_, ways, want) => {
  expect(await foundIn(PATHS, service(ways), { phases: ['examples', 'boundary', 'sequences'] })).toEqual(want);
});

/** Forms of references in the body of a batch, with the identifiers in a body. */
const FORMS: readonly (readonly [string, JsonObject, (body: JsonObject) => readonly unknown[]])[] = [
  [
    'a list of identifiers',
    { input_file_ids: { type: 'array', minItems: 1, maxItems: 5, items: TEXT } },
    ({ input_file_ids: ids }) => (Array.isArray(ids) && ids.length > 0 && ids.length <= 5 ? ids : ['']),
  ],
  [
    'the objects of a list',
    { parts: { type: 'array', minItems: 1, maxItems: 2, items: { ...PART, additionalProperties: false } } },
    ({ parts }) => (isPartList(parts) ? parts.map((part) => part['file_id']) : ['']),
  ],
];

function isPartList(parts: Json | undefined): parts is readonly JsonObject[] {
  const isPart = (part: Json): boolean =>
    isJsonObject(part) && Object.keys(part).every((name) => ['file_id', 'copies'].includes(name));
  const isCounted = (part: JsonObject): boolean =>
    part['copies'] === undefined || [1, 2, 3].includes(part['copies'] as number);
  return Array.isArray(parts) && [1, 2].includes(parts.length) && parts.every(isPart) && parts.every(isCounted);
}

/** Batches with references in other forms. The reply has them, too. */
function pathsWith(members: JsonObject, isRequired: boolean): JsonObject {
  const names = isRequired ? Object.keys(members) : [];
  const sent = {
    type: 'object',
    required: ['note', ...names],
    additionalProperties: false,
    properties: { note: TEXT, ...members },
  };
  const batch = { type: 'object', required: ['id'], properties: { id: TEXT, note: TEXT, ...members } };
  return {
    ...PATHS,
    '/batches': {
      post: { ...creates('addBatch', batch, []), requestBody: { required: true, ...json(sent) } },
    },
    '/batches/{batch_id}': { parameters: [inPath('batch_id')], get: reads('readBatch', batch) },
  };
}

const batches =
  (isOf: (body: JsonObject) => readonly unknown[], kept: Ways['kept'] = (batch) => batch): WrittenService =>
  () => {
    const items = new Map<string, JsonObject>();
    return ({ method, segments: [collection = '', id = ''], json: body }) => {
      const found = items.get(id);
      if (method === 'GET') return found === undefined || !id.startsWith(collection) ? problem(404) : reply(200, found);
      if (!isJsonObject(body) || id !== '') return problem(id === '' ? 400 : 404);
      const isFound = (each: unknown): boolean => items.has(String(each)) && String(each).startsWith('files');
      if (collection === 'batches' && !isOf(body).every(isFound))
        return reply(400, { detail: 'There is no such file.' });
      const item: JsonObject = { id: `${collection}-${items.size + 1}`, ...body };
      items.set(String(item['id']), collection === 'batches' ? kept(item) : item);
      return reply(201, item);
    };
  };

function without(name: string): (batch: JsonObject) => JsonObject {
  return (batch) => Object.fromEntries(Object.entries(batch).filter(([known]) => known !== name));
}

const LOST = ['state/stored missing'];

for (const [form, members, ids] of FORMS)
  it.each<[string, Ways['kept'], boolean, readonly string[]]>([
    ['no fault', undefined, true, []],
    ['a text is not stored', without('note'), true, LOST],
    ['no fault, and the reference is optional', undefined, false, []],
  ])(`a check creates the files to which batches refer in ${form}: %s → $3`, async (_, kept, isRequired, want) => {
    const optional = (body: JsonObject): readonly unknown[] =>
      Object.keys(members).some((name) => body[name] !== undefined) ? ids(body) : [];
    const served = batches(isRequired ? ids : optional, kept);
    expect(
      await foundIn(pathsWith(members, isRequired), served, { phases: ['sequences'], sequences: /^stored/ }),
    ).toEqual(want);
  });

it.each<[string, Ways['kept'], readonly string[]]>([
  ['no fault', undefined, []],
  ['the reference is not stored', without('input_file_id'), LOST],
])('a check also sends optional references: %s → $2', async (_, kept, want) => {
  const ids = ({ input_file_id: id }: JsonObject): readonly unknown[] => (id === undefined ? [] : [id]);
  const paths = pathsWith({ input_file_id: TEXT }, false);
  expect(await foundIn(paths, batches(ids, kept), { phases: ['sequences'], sequences: /^stored/ })).toEqual(want);
});
