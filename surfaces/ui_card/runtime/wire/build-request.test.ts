import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import { lawRuns } from '../../../../contract/fixtures/law-runs.js';
import type { Json } from '../../../../contract/json/json.js';
import { encodeBody } from '../../../../contract/wire/body/encode-body.js';
import { readFields } from '../../../../contract/wire/body/form-field.js';
import { uiCardGenerator } from '../../generate.js';
import type { CardModel } from '../model/card-model.js';
import { isRecord } from '../model/is-record.js';
import { buildRequest } from './build-request.js';

const PROPERTIES = {
  name: { type: 'string' },
  size: { type: 'number' },
  tags: { type: 'array', items: { type: 'string' } },
  at: {},
};
const form = { type: 'object', properties: PROPERTIES };
const files = {
  type: 'object',
  properties: {
    ...PROPERTIES,
    file: { type: 'string', format: 'binary' },
    more: { type: 'array', items: { contentMediaType: 'image/png' } },
    encoded: { type: 'string', contentEncoding: 'base64' },
  },
};
const XML_SCHEMAS = {
  Book: {
    type: 'object',
    xml: { prefix: 'b', namespace: 'urn:"b"' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      ns: { type: 'string', xml: { attribute: true, prefix: 'n', namespace: 'urn:n', name: 'own' } },
      name: { type: 'string', xml: { name: 'title' } },
      tags: { type: 'array', xml: { name: 'all', wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
      flags: { type: 'array', items: { type: 'boolean' } },
      next: { anyOf: [{ $ref: '#/components/schemas/Book' }, { type: 'null' }] },
    },
    additionalProperties: { type: 'number', xml: { prefix: 'x', namespace: 'urn:x' } },
  },
};
const book = { $ref: '#/components/schemas/Book' };
const URLENCODED = 'application/x-www-form-urlencoded';
const CONTENTS = {
  form: { [URLENCODED]: { schema: form } },
  styled: {
    [URLENCODED]: {
      schema: form,
      encoding: {
        tags: { style: 'spaceDelimited', explode: false },
        at: { style: 'deepObject', explode: true },
        size: { contentType: 'application/json' },
      },
    },
  },
  parts: {
    'multipart/form-data': {
      schema: files,
      encoding: {
        name: { contentType: 'text/csv', headers: { 'X-Kind': { schema: { const: 'k' } } } },
        at: { contentType: 'application/json' },
      },
    },
  },
  bytes: { 'image/*': {} },
  xml: { 'application/xml': { schema: book } },
  books: { 'text/xml': { schema: { type: 'array', xml: { name: 'books' }, items: book } } },
} satisfies Record<string, Json>;
const responses = { 204: { description: 'Sent.' } };
const contract = await contractOf({
  paths: Object.fromEntries(
    Object.entries(CONTENTS).map(([operationId, content]) => [
      `/${operationId}`,
      { post: { operationId, requestBody: { content }, responses } },
    ]),
  ),
  components: { schemas: XML_SCHEMAS },
});
const model = uiCardGenerator.project(contract) as unknown as CardModel;

test('a form has a control for each member of the body, and a file control for bytes', () => {
  const kinds = model.operations.map(({ inputs: [body] }) => body?.field.kind);
  expect(kinds).toEqual(['object', 'object', 'object', 'file', 'object', 'list']);
  const parts = model.operations.find(({ id }) => id === 'parts')?.inputs[0]?.field;
  expect(parts?.kind === 'object' && parts.members.map(({ name, field }) => [name, field.kind])).toEqual([
    ['name', 'text'],
    ['size', 'number'],
    ['tags', 'list'],
    ['at', 'json'],
    ['file', 'file'],
    ['more', 'list'],
    ['encoded', 'text'],
  ]);
});

const text = fc.oneof(fc.constantFrom('', 'a=b&c', '+ %', 'é🧰', '\r', 'a\nb"<'), fc.string({ unit: 'grapheme' }));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const bytes = fc.uint8Array({ max: 255 }).map((all) => Buffer.from(all).toString('latin1'));
const fields = { name: text, size: number, tags: fc.array(text), at: fc.jsonValue() };
const formValue = fc.record(fields, { requiredKeys: [] });
const bookValue = fc.letrec<{ readonly book: Json }>((tie) => ({
  book: fc
    .record(
      {
        id: fc.integer(),
        ns: text,
        name: text,
        tags: fc.array(text),
        flags: fc.array(fc.boolean()),
        n: number,
        next: tie('book'),
      },
      { requiredKeys: ['id'] },
    )
    .map((value) => value as Json),
})).book;
const VALUES: Readonly<Record<keyof typeof CONTENTS, fc.Arbitrary<unknown>>> = {
  form: formValue,
  styled: fc.record({ ...fields, at: fc.dictionary(text, number) }, { requiredKeys: [] }),
  parts: fc.record({ ...fields, file: bytes, more: fc.array(bytes), encoded: fc.base64String() }, { requiredKeys: [] }),
  bytes,
  xml: bookValue,
  books: fc.array(bookValue),
};

/** The content of a body: the fields of a form in their order, or the media type and the text of any other body. */
function contentOf(contentType: string, body: Uint8Array): unknown {
  // In an XML attribute, an apostrophe may be escaped or not, so the escape is undone.
  return readFields(contentType, body) ?? [contentType, Buffer.from(body).toString('latin1').replaceAll('&apos;', "'")];
}

test.each(Object.keys(CONTENTS) as readonly (keyof typeof CONTENTS)[])(
  'a card encodes the body of the operation `%s` like the contract encoder',
  async (id) => {
    const operation = model.operations.find((each) => each.id === id);
    const [content] = operationOf(contract, id).requestBody?.content ?? [];
    if (operation === undefined || content === undefined) throw new Error(`no ${id}`);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(VALUES[id], async (body) => {
        const wanted = encodeBody(content, body as Json);
        const sent = async (value: unknown): Promise<unknown> => {
          const request = buildRequest(operation, new Map([['body', value]]), '');
          const written = new Uint8Array(await new Blob([request.body ?? '']).arrayBuffer());
          return contentOf(request.headers['content-type'] ?? '', written);
        };
        if (typeof wanted === 'string') return;
        count += 1;
        const want = contentOf(wanted.contentType, wanted.bytes);
        expect(await sent(body)).toEqual(want);
        // The user may also choose a file, instead of the string that represents the file in JSON.
        expect(await sent(chosen(body))).toEqual(want);
      }),
      { numRuns: lawRuns(100, 2000) },
    );
    expect(count).toBeGreaterThan(20);
  },
);

function chosen(body: unknown): unknown {
  if (typeof body === 'string') return new Blob([Buffer.from(body, 'latin1')]);
  if (!isRecord(body) || typeof body['file'] !== 'string') return body;
  return { ...body, file: new File([Buffer.from(body['file'], 'latin1')], 'blob') };
}

test.each<readonly [string, keyof typeof CONTENTS, unknown, string]>([
  ['null as a field of a form', 'form', { name: null }, 'body.name: null cannot be written in a form'],
  ['null as a part of a multipart form', 'parts', { name: null }, 'body.name: null cannot be written in a form'],
  ['a string with a lone surrogate', 'parts', { name: '\ud800' }, 'name: a lone surrogate cannot be sent'],
  ['a multipart form without fields', 'parts', { tags: [] }, 'body: a multipart form must have at least one field'],
  ['a form that is not an object', 'parts', [1], 'body: a form must be an object'],
  [
    'a string with a character beyond U+00FF as bytes',
    'bytes',
    'Ā',
    'body: must be a file, or a string of characters up to U+00FF',
  ],
  ['null in an XML document', 'xml', { name: null }, 'title: XML cannot express this value'],
  ['a name that is not an XML name', 'xml', { 'a b': 1 }, '"a b" is not a name of an XML element'],
])('a card refuses %s', (_, id, body, message) => {
  const operation = model.operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`no ${id}`);
  expect(() => buildRequest(operation, new Map([['body', body]]), '')).toThrow(message);
});

test('a file keeps its name and its media type', async () => {
  const operation = model.operations.find((each) => each.id === 'parts');
  const file = new File(['x'], 'a"b.gif', { type: 'image/gif' });
  const request = operation && buildRequest(operation, new Map([['body', { file }]]), '');
  const written = await new Blob([request?.body ?? '']).text();
  expect(written).toContain('name="file"; filename="a%22b.gif"\r\nContent-Type: image/gif\r\n\r\nx\r\n');
});
