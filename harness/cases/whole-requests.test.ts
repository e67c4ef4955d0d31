import { expect, test } from 'vitest';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { readFields } from '../../contract/wire/body/form-field.js';
import { formReadings } from '../../contract/wire/request/read-form.js';
import { bodyContent, encodeRequest } from '../../contract/wire/request/encode.js';
import { headerValue } from '../../contract/wire/message.js';
import { contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import { inputViolations, isValidInput } from '../../contract/inputs/input-violations.js';
import { SMALL_FILES } from './values/small-files.js';
import { CaseMaker } from './make-cases.js';

const PERSON = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 8 },
    age: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    photo: { type: 'string', format: 'binary', maxLength: 16 },
  },
};

async function takingAll(mediaTypes: readonly string[], required = true, schema: Json = PERSON): Promise<Contract> {
  const content: JsonObject = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  const responses = { 204: { description: 'Taken.' } };
  return contractOf({
    paths: { '/': { post: { operationId: 'take', requestBody: { required, content }, responses } } },
  });
}

function casesOf(contract: Contract): readonly Case[] {
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const operation = operationOf(contract, 'take');
  return (['example', 'boundary', 'valid', 'invalid'] as const).flatMap((kind) => maker.make(operation, kind));
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

test.each([[['application/json', ...FORMS]], [[...FORMS, 'application/json']], [FORMS.toReversed()]])(
  'the cases contain every media type of %j',
  async (types) => {
    const contract = await takingAll(types);
    const cases = casesOf(contract);
    for (const kind of ['boundary', 'valid', 'invalid'] as const) {
      const used = cases
        .filter(({ provenance }) => provenance.kind === kind)
        .map(({ input }) => input.mediaType ?? types[0]);
      expect(new Set(used)).toEqual(new Set(types));
    }
  },
);

test.each(FORMS)(
  '%s: a valid case is read back as a valid value, and an invalid case with its single violation',
  async (mediaType) => {
    const contract = await takingAll([mediaType], false);
    const operation = operationOf(contract, 'take');
    const cases = casesOf(contract);
    const keywords = new Set<string>();
    for (const { input, expect: wanted } of cases) {
      const encoded = encodeRequest(operation, input);
      if (encoded.kind !== 'request') throw new Error(encoded.reason);
      if (wanted.kind === 'rejected') {
        expect(inputViolations(contract, operation, input).map(({ pointer }) => pointer)).toContain(wanted.pointer);
        keywords.add(wanted.keyword);
        continue;
      }
      expect(isValidInput(contract, operation, input)).toBe(true);
      const fields = readFields(headerValue(encoded.headers, 'content-type') ?? '', encoded.body);
      if (input.body === undefined || fields === undefined) continue;
      const [read] = formReadings(contract.schemas, bodyContent(operation, mediaType), fields);
      // Empty arrays are the only values that a form cannot send.
      const sent = Object.entries(input.body as JsonObject).filter(
        ([, member]) => !Array.isArray(member) || member.length > 0,
      );
      expect(read).toEqual(Object.fromEntries(sent));
    }
    expect(cases.some(({ input }) => input.body !== undefined)).toBe(true);
    // A form can contain a string in place of an integer, or a string that is too long. It cannot contain `null` or
    // other wrong types.
    expect([...keywords]).toEqual(
      expect.arrayContaining([
        'required',
        'minLength',
        'maxLength',
        'minimum',
        'type',
        'maxItems',
        'additionalProperties',
      ]),
    );
  },
);

test('a media type without an encoder is skipped', async () => {
  const contract = await takingAll(['application/xml', 'application/json']);
  const cases = casesOf(contract).filter(({ provenance }) => provenance.kind !== 'invalid');
  expect(cases.length).toBeGreaterThan(10);
  expect(cases.every(({ input }) => input.mediaType === 'application/json')).toBe(true);
});

test('a body of bytes is a string of single-byte characters; an image body is a small valid image', async () => {
  const bytes = casesOf(await takingAll(['application/octet-stream'], true, { type: 'string', format: 'binary' }));
  expect(bytes.filter(({ provenance }) => provenance.kind === 'valid').length).toBeGreaterThan(0);
  expect(bytes.every(({ input }) => input.body === undefined || /^[\0-\xFF]*$/.test(input.body as string))).toBe(true);
  for (const [type, files] of [
    ['image/png', SMALL_FILES.get('image/png')],
    ['audio/mpeg', ['a', '\0\xFF\r\n']],
  ] as const) {
    const made = casesOf(await takingAll([type], true, { type: 'string' }));
    const sent = made.flatMap(({ input, expect: wanted }) => (wanted.kind === 'rejected' ? [] : [input.body]));
    expect(new Set(sent)).toEqual(new Set(files));
  }
});
