import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { SingleSchema } from '../../../contract/schema/judging/single-schema.js';
import { toolInputSchema } from '../tools/tool-input.js';
import { needsSchema, toolArguments } from './call-arguments.js';
import type { ToolMapping } from '../tools/tool-mapping.js';

const FILE = { type: 'string', format: 'binary' };
const FORM = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    photo: FILE,
    more: { type: 'array', items: FILE },
    icon: { type: 'string', contentEncoding: 'base64' },
  },
};
const FORM_REFERENCE = { $ref: '#/components/schemas/Form' };
const PART = { type: 'object', xml: { name: 'part' }, properties: { size: { type: 'integer' } } };

/**
 * Converts a body to arguments, and expects that the generated schema of the tool accepts them. `declared` replaces
 * this schema.
 */
async function argumentsOf(
  mediaType: string,
  schema: Json,
  body: Json,
  declared?: Json,
  mapping?: ToolMapping,
): Promise<unknown> {
  const requestBody = { content: { [mediaType]: { schema } } };
  const contract = await contractOf({
    paths: { '/': { post: { operationId: 'send', requestBody, responses: { 204: { description: 'Sent.' } } } } },
    components: { schemas: { Form: FORM } },
  });
  const operation = operationOf(contract, 'send');
  const call = { operation, input: { body }, token: 'a', gate: 'approved' } as const;
  expect(needsSchema(call)).toBe(true);
  const tool = toolInputSchema(operation, contract);
  const context = { schemas: contract.schemas, declared: declared === undefined ? tool : declared, mapping };
  const given = toolArguments(call, context);
  if (given.kind === 'inexpressible') return given.reason;
  if (declared === undefined) expect(new SingleSchema(tool).validate(given.arguments)).toEqual([]);
  return given.arguments;
}

test.each<readonly [string, string, JsonObject, Json, Json]>([
  ['bytes', 'application/octet-stream', FILE, '\0\xFF', 'AP8='],
  ['an image', 'image/png', FILE, '\xFF', '/w=='],
  ['a URL-encoded form', 'application/x-www-form-urlencoded', FORM_REFERENCE, { name: 'a' }, { name: 'a' }],
  [
    'files',
    'multipart/form-data',
    FORM_REFERENCE,
    { photo: '\xFF', more: ['', '\x01'] },
    { photo: '/w==', more: ['', 'AQ=='] },
  ],
  ['a file that is already base64', 'multipart/form-data', FORM, { icon: 'AQ==' }, { icon: 'AQ==' }],
  ['XML', 'application/xml', PART, { size: 1 }, '<part><size>1</size></part>'],
])('a body is encoded as the generated schema declares it: %s → $4', async (_, mediaType, schema, body, want) => {
  expect(await argumentsOf(mediaType, schema, body)).toEqual({ body: want });
});

const tool = (body: Json): Json => ({ type: 'object', properties: { body } });

test('if the body has a different name in the tool, its schema is found under this name', async () => {
  const declared = { properties: { content: { type: 'string', contentEncoding: 'base64' } } };
  const mapping = { name: 'upload', arguments: { body: 'content' } };
  expect(await argumentsOf('image/png', FILE, '\xFF', declared, mapping)).toEqual({ content: '/w==' });
});

test.each<readonly [string, string, Json, Json, Json, RegExp]>([
  [
    'a body of bytes for a schema of a plain string',
    'image/png',
    FILE,
    'a',
    tool({ type: 'string' }),
    /image\/png\) as base64/,
  ],
  [
    'a form for a schema of a string',
    'multipart/form-data',
    FORM,
    { name: 'a' },
    tool({ type: 'string' }),
    /as an object/,
  ],
  [
    'a file in a form for a schema of a plain string',
    'multipart/form-data',
    FORM,
    { photo: 'a' },
    tool(FORM),
    /base64 for photo/,
  ],
  ['an XML document for a schema of an object', 'application/xml', PART, {}, tool(PART), /as a string/],
  ['a body of bytes for a tool without schemas', 'image/png', FILE, 'a', null, /as base64/],
  [
    'a form with a value that no form can contain',
    'multipart/form-data',
    FORM,
    { name: null },
    tool(FORM),
    /null cannot be written/,
  ],
])('a tool cannot take the body: %s', async (_, mediaType, schema, body, declared, reason) => {
  expect(await argumentsOf(mediaType, schema, body, declared)).toMatch(reason);
});
