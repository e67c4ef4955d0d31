import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { echo } from '../echo.js';

function content(properties: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: { type: 'object', properties } } } };
}

const text = { type: 'string' };
const PAD = { id: { type: 'integer' }, name: text };

it.each<[string, JsonObject | undefined, string, number]>([
  ['that a different operation reads by a number', { type: ['number', 'null'] }, 'b', 1],
  ['that a different operation reads by a text', { type: 'integer' }, 'b', 1],
  ['that is returned as it was sent', { type: 'integer' }, 'a', 0],
  ['that is read by a value of another type', { type: 'boolean' }, 'b', 0],
  ['that no operation reads', undefined, 'b', 0],
])('a POST with the status 200 creates an item %s', async (_, schema, name, want) => {
  const replies = { '200': { description: '', ...content(PAD) } };
  const post = { operationId: 'makePad', requestBody: content({ name: text }), responses: replies };
  const parameters = [{ in: 'path', name: 'id', required: true, schema: schema ?? {} }];
  const read = { '/pads/{id}': { get: { operationId: 'getPad', parameters, responses: replies } } };
  const contract = await contractOf({ paths: { '/pads': { post }, ...(schema && read) } });
  const trial = trialOf(contract, 'makePad', { body: { name: 'a' } }, [{ response: replied(200, { id: 1, name }) }]);
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  expect(echo.check(trial, context) ?? []).toHaveLength(want);
});

const OBJECT = { type: 'object', properties: { x: { type: 'integer' } } };
const FORM = {
  name: text,
  tags: { type: 'array', items: text },
  at: OBJECT,
  file: { type: 'string', format: 'binary' },
};
const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

it.each<[string, string, JsonObject, JsonObject, readonly string[] | undefined]>([
  ['a text of a part', MULTIPART, { name: 'é' }, { name: 'Ã©' }, ['/response/body/name']],
  ['the same text', MULTIPART, { name: 'é' }, { name: 'é' }, []],
  ['a repeated part', MULTIPART, { tags: ['a', 'b'] }, { tags: ['a'] }, ['/response/body/tags']],
  ['a part that is JSON', MULTIPART, { at: { x: 1 } }, { at: { x: 2 } }, ['/response/body/at/x']],
  ['a file, which may be returned as its address', MULTIPART, { name: 'a', file: 'b' }, { name: 'a', file: '/b' }, []],
  ['an empty text, which may count as omitted', MULTIPART, { name: '' }, { name: 'b' }, undefined],
  ['an empty list, which has no field', MULTIPART, { name: 'a', tags: [] }, { name: 'a', tags: ['b'] }, undefined],
  ['a repeated field', URLENCODED, { tags: ['a', 'b'] }, { tags: ['b'] }, ['/response/body/tags']],
  ['an object in a field', URLENCODED, { at: { x: 1 } }, { at: { x: 2 } }, undefined],
])('the members of a form are compared with the reply: %s: %s %j → %j', async (_, mediaType, sent, returned, want) => {
  const requestBody = { content: { [mediaType]: { schema: { type: 'object', properties: FORM } } } };
  const post = { operationId: 'makePad', requestBody, responses: { '201': { description: '', ...content(FORM) } } };
  const contract = await contractOf({ paths: { '/pads': { post } } });
  const request = { headers: [['content-type', `${mediaType}; boundary=x`]] as const };
  const trial = trialOf(contract, 'makePad', { body: sent }, [{ request, response: replied(201, returned) }]);
  expect(echo.check(trial, contextOf(contract))?.map(({ pointer }) => pointer)).toEqual(want);
});
