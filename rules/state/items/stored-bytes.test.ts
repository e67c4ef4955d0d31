import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Case } from '../../../contract/case.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { storedBytes } from './stored-bytes.js';

const OCTETS = 'application/octet-stream';

function bytes(text: string, type = OCTETS): WireResponse {
  return { kind: 'response', status: 200, headers: [['content-type', type]], body: Buffer.from(text, 'latin1') };
}

const binary = { type: 'string', contentMediaType: OCTETS };
const content = { content: { [OCTETS]: {}, 'image/png': {}, 'text/plain': {} } };
const FORM = 'multipart/form-data';
const formContent = { content: { [FORM]: { schema: { properties: { one: binary, two: binary } } } } };
const made = { content: { 'application/json': { schema: { properties: { id: { type: 'string' } } } } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ok = (body: JsonObject): JsonObject => ({ responses: { '200': { description: '', ...body } } });
const PATHS = {
  '/blobs': { post: { operationId: 'addBlob', requestBody: content, ...ok(made) } },
  '/blobs/{id}': { parameters: [id], get: { operationId: 'getBlob', ...ok(content) } },
  '/forms/{id}/content': { parameters: [id], get: { operationId: 'getContent', ...ok(content) } },
  '/forms': { post: { operationId: 'addForm', requestBody: formContent, ...ok(made) } },
  '/files/{id}': {
    parameters: [id],
    get: { operationId: 'getFile', ...ok(content) },
    put: { operationId: 'putFile', requestBody: content, ...ok({}) },
  },
};

interface Step {
  readonly operation: string;
  readonly id: string;
  readonly body?: Json;
  readonly mediaType?: string;
  readonly response: WireResponse;
}

const post = (of: string, body: string, mediaType = OCTETS): Step => ({
  operation: 'addBlob',
  id: of,
  body,
  mediaType,
  response: replied(200, { id: of }),
});
const form = (of: string, one: string, two?: string): Step => ({
  operation: 'addForm',
  id: of,
  body: { one, ...(two !== undefined && { two }) },
  mediaType: FORM,
  response: replied(200, { id: of }),
});
const got = (of: string, text: string, type?: string): Step => ({
  operation: 'getBlob',
  id: of,
  response: bytes(text, type),
});
const below = (of: string, text: string): Step => ({ operation: 'getContent', id: of, response: bytes(text) });
const put = (of: string, body: string, status = 200, mediaType = OCTETS): Step => ({
  operation: 'putFile',
  id: of,
  body,
  mediaType,
  response: replied(status),
});
const file = (of: string, text: string, type?: string): Step => ({
  operation: 'getFile',
  id: of,
  response: bytes(text, type),
});
const TEXT = 'text/plain';
const PNG = 'image/png';
const IMAGE = '\x89PNG\r\n\x1A\n-IEND\xAEB`\x82';
const UTF_8 = 'text/plain; charset=utf-8';

it.each<[string, readonly Step[], readonly string[] | undefined]>([
  ['the same bytes after a PUT', [put('a', '\xFF'), file('a', '\xFF')], []],
  ['different bytes after a PUT', [put('a', '\xFF'), file('a', '?')], ['bytes-changed']],
  ['fewer bytes after a PUT', [put('a', 'a\0b'), file('a', 'a')], ['bytes-changed']],
  ['different bytes after a PUT at a different path', [put('b', '\xFF'), file('a', '?')], undefined],
  ['different bytes after a PUT that is answered 202', [put('a', '\xFF', 202), file('a', '?')], undefined],
  ['the bytes of the last of two PUTs', [put('a', 'a'), put('a', 'b'), file('a', 'b')], []],
  ['the same text after a PUT', [put('a', 'é', 200, TEXT), file('a', '\xC3\xA9', UTF_8)], []],
  ['a text with different line breaks after a PUT', [put('a', 'a\r\nb', 200, TEXT), file('a', 'a\nb\n', UTF_8)], []],
  ['a text without its spaces after a PUT', [put('a', ' a ', 200, TEXT), file('a', 'a', UTF_8)], ['bytes-changed']],
  [
    'a text in a different encoding after a PUT',
    [put('a', 'é', 200, TEXT), file('a', '\xE9', 'text/plain; charset=latin1')],
    undefined,
  ],
  ['the same image after a PUT', [put('a', IMAGE, 200, PNG), file('a', IMAGE, PNG)], []],
  [
    'an image that is encoded again after a PUT',
    [put('a', IMAGE, 200, PNG), file('a', IMAGE.replace('-', '+'), PNG)],
    [],
  ],
  [
    'an image without its end after a PUT',
    [put('a', IMAGE, 200, PNG), file('a', IMAGE.slice(0, 9), PNG)],
    ['bytes-changed'],
  ],
  ['an image as text after a PUT', [put('a', IMAGE, 200, PNG), file('a', 'iVBORw0K', PNG)], ['bytes-changed']],
  ['bytes that are not an image after a PUT', [put('a', 'a', 200, PNG), file('a', 'b', PNG)], undefined],
  ['different bytes after the only create', [post('a', '\xFF'), got('a', '?')], undefined],
  [
    'different bytes after a create, if an earlier item was returned unchanged',
    [post('a', 'a'), got('a', 'a'), post('b', '\xFF'), got('b', '?')],
    ['bytes-changed'],
  ],
  [
    'bytes without their last byte after each of two creates',
    [post('a', 'abcdef'), got('a', 'abcde'), post('b', 'ghijkl'), got('b', 'ghijk')],
    ['bytes-changed'],
  ],
  [
    'too few bytes to recognise the file after each of two creates',
    [post('a', 'abcd'), got('a', 'abc'), post('b', 'efgh'), got('b', 'efg')],
    undefined,
  ],
  [
    'different bytes after a create by a form with one file, if an earlier item was returned unchanged',
    [form('a', 'a'), got('a', 'a'), form('b', '\xFF'), got('b', '?')],
    ['bytes-changed'],
  ],
  [
    'different bytes at a path below an item, if the bytes of an earlier item were returned unchanged',
    [form('a', 'a'), below('a', 'a'), form('b', '\xFF'), below('b', '?')],
    ['bytes-changed'],
  ],
  [
    'the same bytes after a create by a form with one file',
    [form('a', 'a'), got('a', 'a'), form('b', '\xFF'), got('b', '\xFF')],
    [],
  ],
  [
    'different bytes after a create by a form with two files',
    [form('a', 'a', 'b'), got('a', 'a'), form('b', '\xFF', 'b'), got('b', '?')],
    undefined,
  ],
  [
    'different bytes after each of two creates',
    [post('a', 'a'), got('a', 'A'), post('b', 'b'), got('b', 'B')],
    undefined,
  ],
  [
    'different bytes after a create of an image',
    [post('a', 'a', 'image/png'), got('a', 'a', 'image/png'), post('b', 'b', 'image/png'), got('b', 'c', 'image/png')],
    undefined,
  ],
])('a GET must return the bytes that were stored: %s (violations: $2)', async (_, steps, want) => {
  const contract = await contractOf({ paths: PATHS });
  const seen: Observation[] = [];
  for (const [index, { operation, id: of, body, mediaType, response }] of steps.entries()) {
    const isOfItem = operation === 'getBlob' || operation === 'getContent';
    const path = operation.startsWith('add') ? {} : { path: { id: of } };
    const feeds = isOfItem
      ? [{ in: 'path', name: 'id', pointer: '/id', step: `step-${steps.findIndex((step) => step.id === of)}` } as const]
      : undefined;
    const input = { ...path, ...(body !== undefined && { body }), ...(mediaType && { mediaType }) };
    const given = operation === 'getContent' ? { within: feeds } : { feeds };
    const trial = trialOf(contract, operation, input, [{ response }], {
      id: `step-${index}`,
      ...(feeds && given),
    } as Partial<Case>);
    seen.push({ ...(trial.observations[0] as Observation), earlier: [...seen] });
  }
  const last = seen.at(-1) as Observation;
  const trial = trialOf(contract, last.case.operation, last.case.input, []);
  const found = storedBytes.check({ ...trial, observations: [last] }, contextOf(contract));
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});
