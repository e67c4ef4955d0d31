import { describe, expect, it } from 'vitest';
import { contractAt, contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import { EVENT_STREAM, parseEventStream } from '../../../contract/wire/event-stream.js';
import { essence, headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { documentedContent, documentedResponse } from '../../../rules/reply.js';
import { ReplyCases } from './reply-cases.js';

const contracts = await Promise.all(
  [
    'contract/item-service.openapi.yaml',
    'contract/science-runtime.openapi.yaml',
    'harness/frameworks/parcels.openapi.yaml',
  ].map((file) => contractAt(file)),
);
const all = contracts.flatMap((contract) => {
  const replies = new ReplyCases(contract, 1);
  return contract.operations.map(
    (operation) => [operation.id, { contract, operation, replies: replies.of(operation) }] as const,
  );
});

describe.each(all)('the replies to %s', (_, { contract, operation, replies }) => {
  it('the replies to an operation have every documented status', () => {
    const made = new Set(
      replies.filter(({ reply }) => reply.fault === undefined).map(({ reply }) => String(reply.status)),
    );
    expect([...made].toSorted()).toEqual(operation.responses.map(({ status }) => status).toSorted());
  });

  it('all replies without a fault are valid by their schemas and have the required headers', () => {
    const invalid = replies.filter(({ reply: { status, headers, body, fault } }) => {
      const mediaType = headerValue(headers, 'content-type') ?? '';
      const spec = documentedResponse(operation, status);
      const content = spec && documentedContent(spec, mediaType);
      const value = body !== undefined && isJsonMediaType(mediaType) ? parseJsonText(body) : undefined;
      const isComplete = spec?.headers.every(
        ({ name, required }) => !required || headerValue(headers, name.toLowerCase()) !== undefined,
      );
      const hasNoContent = spec?.content.length === 0 && body === undefined;
      const isValidContent =
        content !== undefined &&
        ((content.stream !== undefined && hasJsonEvents(body)) ||
          (value !== undefined &&
            (content.schema === undefined || contract.schemas.forDirection('output').accepts(content.schema, value))));
      // The `status` member of a problem document must be the status of its reply (RFC 9457 §3.1.2). No schema states
      // this.
      const isOwnStatus = mediaType !== 'application/problem+json' || [status, undefined].includes(ownStatus(value));
      const isValid = isComplete === true && isOwnStatus && (hasNoContent || isValidContent);
      return isValid !== (fault === undefined);
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  it('a reply with a control character in a string is not JSON (RFC 8259 §7)', () => {
    const unescaped = replies.filter(({ name }) => name === 'a line end in a JSON string');
    const objects = replies.filter(({ name }) => name === 'NaN in a JSON object');
    expect(unescaped).toHaveLength(objects.length);
    for (const { reply } of unescaped) expect(() => JSON.parse(reply.body ?? '{}') as unknown).toThrow(/control/);
  });

  it('the replies to an operation have unique names; replies that costly surfaces also get come first', () => {
    expect(new Set(replies.map(({ name }) => name)).size).toBe(replies.length);
    const essential = replies.filter(({ isEssential }) => isEssential);
    expect(replies.slice(0, essential.length)).toEqual(essential);
    expect(essential.length).toBeLessThanOrEqual(30);
  });
});

function hasJsonEvents(body = ''): boolean {
  return parseEventStream(new TextEncoder().encode(body)).every(({ data }) => parseJsonText(data) !== undefined);
}

it('a stream whose first event is not JSON has all other events of the example', () => {
  const [, { replies = [] } = {}] = all.find(([id]) => id === 'streamRunEvents') ?? [];
  const streams = replies.filter(({ reply }) => headerValue(reply.headers, 'content-type') === EVENT_STREAM);
  const [whole, broken] = streams.map(({ reply }) => parseEventStream(new TextEncoder().encode(reply.body)));
  expect(streams.map(({ reply }) => reply.fault)).toEqual([undefined, 'an event whose data is not JSON']);
  expect(broken).toEqual(whole?.map((event, index) => (index === 0 ? { ...event, data: '{not JSON' } : event)));
});

it('an HTML page replaces the events of a stream, and the JSON of another operation', () => {
  const pages = all.map(([id, { replies }]) => [id, replies.find(({ name }) => name.startsWith('HTML'))?.name]);
  expect(Object.fromEntries(pages)).toMatchObject({ streamRunEvents: 'HTML in place of events', getItem: 'HTML' });
});

function ownStatus(value: Json | undefined): number | undefined {
  const status = ownValue(value, 'status');
  return typeof status === 'number' ? status : undefined;
}

it('one success and one problem document also occur with other spellings of their media types', () => {
  const [, created] = all.find(([id]) => id === 'createItem') ?? [];
  const spelled = created?.replies.flatMap(({ reply: { status, headers, fault }, shared }) => {
    const type = headerValue(headers, 'content-type') ?? '';
    return fault === undefined && type !== essence(type) ? [[status, type, shared]] : [];
  });
  expect(spelled?.toSorted()).toEqual([
    [201, 'APPLICATION/JSON', 'application/json in capitals'],
    [201, 'application/json ;Charset=utf-8', 'application/json with a blank before its charset'],
    [201, 'application/json; charset=UTF-8', 'application/json with a charset'],
    [400, 'APPLICATION/PROBLEM+JSON', 'application/problem+json in capitals'],
    [400, 'application/problem+json ;Charset=utf-8', 'application/problem+json with a blank before its charset'],
    [400, 'application/problem+json; charset=UTF-8', 'application/problem+json with a charset'],
  ]);
});

it('XML replies contain the XML documents of their values', async () => {
  const list = { type: 'array', minItems: 0, maxItems: 2, items: { type: 'string', maxLength: 3 } };
  const schema = {
    type: 'object',
    xml: { name: 'part' },
    required: ['size', 'list'],
    properties: { size: { type: 'integer', xml: { attribute: true } }, list },
  };
  const content = { 'application/xml': { schema } };
  const contract = await contractOf({
    paths: { '/': { get: { operationId: 'getPart', responses: { 200: { description: 'A part.', content } } } } },
  });
  const operation = operationOf(contract, 'getPart');
  const media = operation.responses[0]?.content[0];
  const replies = new ReplyCases(contract, 1)
    .of(operation)
    .filter(({ reply }) => reply.status === 200 && reply.fault === undefined);
  expect(replies.length).toBeGreaterThan(2);
  for (const { reply } of replies) {
    const read = media?.xml?.read(reply.body ?? '');
    expect(media?.schema !== undefined && read !== undefined && contract.schemas.accepts(media.schema, read)).toBe(
      true,
    );
  }
});

it('the same seed gives the same replies', () => {
  const [contract] = contracts;
  const [operation] = contract?.operations ?? [];
  if (contract === undefined || operation === undefined) throw new Error('no operation');
  expect(new ReplyCases(contract, 3).of(operation)).toEqual(new ReplyCases(contract, 3).of(operation));
});

it('a plain text reply has no byte order mark, and a JSON string may have one', async () => {
  const content = (mediaType: string): object => ({
    get: {
      operationId: mediaType.replace('/', '_'),
      responses: { '200': { description: 'A text.', content: { [mediaType]: { schema: { type: 'string' } } } } },
    },
  });
  const contract = await contractOf({
    paths: { '/a': content('text/plain'), '/b': content('application/json') } as Record<string, Json>,
  });
  const cases = new ReplyCases(contract, 1);
  const startsWith = (id: string, text: string): boolean =>
    cases
      .of(operationOf(contract, id))
      .some(({ reply: { body, fault } }) => fault === undefined && body?.startsWith(text));
  expect([startsWith('text_plain', '\uFEFF'), startsWith('application_json', '"\uFEFF')]).toEqual([false, true]);
});

it.each([
  ['of a PDF response is a single letter', { given: 'application/pdf', want: 'a' }],
  ['of a JSON response is an empty object', { given: 'application/json', want: '{}' }],
  ['of an event stream is not generated', { given: 'text/event-stream', want: undefined }],
])('the body of a response without a schema and without an example: the body %s', async (_, { given, want }) => {
  const contract = await contractOf({
    paths: {
      '/': { get: { operationId: 'getAny', responses: { 200: { description: 'Any.', content: { [given]: {} } } } } },
    },
  });
  const replies = new ReplyCases(contract, 1).of(operationOf(contract, 'getAny'));
  expect(replies.find(({ name }) => name.startsWith('200 '))?.reply.body).toBe(want);
});

it('a success is generated even if the schema has too many combinations for its boundary values', async () => {
  const level = (depth: number): object =>
    depth === 0
      ? { type: 'string' }
      : {
          oneOf: Array.from({ length: 8 }, (_, branch) => ({
            type: 'object',
            required: ['kind', 'part0'],
            properties: {
              kind: { const: `kind${branch}` },
              ...Object.fromEntries(
                Array.from({ length: 8 }, (__, part) => [
                  `part${part}`,
                  { $ref: `#/components/schemas/Level${depth - 1}` },
                ]),
              ),
            },
          })),
        };
  const schemas = Object.fromEntries(Array.from({ length: 6 }, (_, depth) => [`Level${depth}`, level(depth)]));
  const more = { $ref: '#/components/schemas/Level5' };
  const schema = { type: 'object', required: ['isWhole'], properties: { isWhole: { type: 'boolean' }, more } };
  const contract = await contractOf({
    paths: {
      '/': {
        get: {
          operationId: 'getAll',
          responses: { 200: { description: 'All.', content: { [JSON_TYPE]: { schema } } } },
        },
      },
    },
    components: { schemas },
  } as Record<string, Json>);
  const replies = new ReplyCases(contract, 1).of(operationOf(contract, 'getAll'));
  expect(replies.map(({ name }) => name)).toContain('200 drawn 0');
});

const JSON_TYPE = 'application/json';

it('a response with several media types without a schema gets a body of each type', async () => {
  const response = { description: 'Any.', content: { 'application/json': {}, 'application/pdf': {} } };
  const contract = await contractOf({
    paths: { '/': { get: { operationId: 'getAny', responses: { 200: response } } } },
  });
  const replies = new ReplyCases(contract, 1).of(operationOf(contract, 'getAny'));
  const bodies = replies.filter(({ name }) => name.endsWith('without a schema')).map(({ reply }) => reply.body);
  expect(new Set(bodies)).toEqual(new Set(['{}', 'a']));
});

it('surfaces with costly calls also receive each example of a success, and a problem document with a wrong status', () => {
  const [, run] = all.find(([id]) => id === 'runScienceLoop') ?? [];
  const essential = run?.replies.filter(({ isEssential }) => isEssential).map(({ name }) => name);
  const want = ['200 example succeeded', '200 example failed', 'a different status in the document'];
  expect(essential).toEqual(expect.arrayContaining(want));
});
