import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const FILE = { type: 'object', required: ['id', 'name'], properties: { id: TEXT, name: TEXT } };
const BATCH = {
  type: 'object',
  required: ['id', 'input_file_id', 'note', 'status'],
  properties: { id: TEXT, input_file_id: TEXT, note: TEXT, status: { enum: ['open', 'cancelled'] } },
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
  [
    'a reply to an action without a member',
    { cancelled: (batch) => Object.fromEntries(Object.entries(batch).filter(([name]) => name !== 'note')) },
    ['conformance/response-body required'],
  ],
])('a check creates the files of batches before the batches: %s → $2', async (_, ways, want) => {
  expect(await foundIn(PATHS, service(ways), { phases: ['examples', 'boundary', 'sequences'] })).toEqual(want);
});
