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
  [
    'a GET reads the created item by an identifier that may be null, so a wrong value is reported',
    { type: ['number', 'null'] },
    'b',
    1,
  ],
  ['a GET reads the created item by a numeric identifier, so a wrong value is reported', { type: 'integer' }, 'b', 1],
  ['a GET reads the created item, and the sent values are returned', { type: 'integer' }, 'a', 0],
  ['the path parameter of the GET has a different type, so a wrong value is not reported', { type: 'boolean' }, 'b', 0],
  ['no operation reads an item, so a wrong value is not reported', undefined, 'b', 0],
])(
  'a POST that is answered 200 must return the sent values only if it creates an item: %s (violations: $3)',
  async (_, schema, name, want) => {
    const replies = { '200': { description: '', ...content(PAD) } };
    const post = { operationId: 'makePad', requestBody: content({ name: text }), responses: replies };
    const parameters = [{ in: 'path', name: 'id', required: true, schema: schema ?? {} }];
    const read = { '/pads/{id}': { get: { operationId: 'getPad', parameters, responses: replies } } };
    const contract = await contractOf({ paths: { '/pads': { post }, ...(schema && read) } });
    const trial = trialOf(contract, 'makePad', { body: { name: 'a' } }, [{ response: replied(200, { id: 1, name }) }]);
    const context = contextOf(contract, { collections: collectionsOf(contract).all });
    expect(echo.check(trial, context) ?? []).toHaveLength(want);
  },
);

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
  ['a text part that is mis-decoded', MULTIPART, { name: 'é' }, { name: 'Ã©' }, ['/response/body/name']],
  ['a text part that is returned unchanged', MULTIPART, { name: 'é' }, { name: 'é' }, []],
  ['a repeated part that loses an element', MULTIPART, { tags: ['a', 'b'] }, { tags: ['a'] }, ['/response/body/tags']],
  ['a part with JSON that is changed', MULTIPART, { at: { x: 1 } }, { at: { x: 2 } }, ['/response/body/at/x']],
  ['a file, which may be returned as its address', MULTIPART, { name: 'a', file: 'b' }, { name: 'a', file: '/b' }, []],
  ['an empty text, which may count as omitted', MULTIPART, { name: '' }, { name: 'b' }, undefined],
  ['an empty list, which has no field', MULTIPART, { name: 'a', tags: [] }, { name: 'a', tags: ['b'] }, undefined],
  [
    'a repeated field that loses an element',
    URLENCODED,
    { tags: ['a', 'b'] },
    { tags: ['b'] },
    ['/response/body/tags'],
  ],
  ['an object in a URL-encoded field', URLENCODED, { at: { x: 1 } }, { at: { x: 2 } }, undefined],
])(
  'the reply to a create must return the fields of a sent form: %s (%s, sent: %j, returned: %j, violations: $4)',
  async (_, mediaType, sent, returned, want) => {
    const requestBody = { content: { [mediaType]: { schema: { type: 'object', properties: FORM } } } };
    const post = { operationId: 'makePad', requestBody, responses: { '201': { description: '', ...content(FORM) } } };
    const contract = await contractOf({ paths: { '/pads': { post } } });
    const request = { headers: [['content-type', `${mediaType}; boundary=x`]] as const };
    const trial = trialOf(contract, 'makePad', { body: sent }, [{ request, response: replied(201, returned) }]);
    expect(echo.check(trial, contextOf(contract))?.map(({ pointer }) => pointer)).toEqual(want);
  },
);
