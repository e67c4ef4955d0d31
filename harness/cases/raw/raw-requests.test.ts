import { expect, test } from 'vitest';
import { contractOf, itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Contract } from '../../../contract/contract.js';
import { CaseMaker } from '../make-cases.js';
import { rawRequests } from './raw-requests.js';

const items = await itemService();
const body = { name: 'a' };

function wanted(contract: Contract, id: string, input: object): Readonly<Record<string, unknown>> {
  const requests = rawRequests(contract, operationOf(contract, id), input);
  return Object.fromEntries(requests.map(({ name, expect: promised }) => [name, promised ?? 'as usual']));
}

test('if the contract states the order of refusals, each raw case requires one exact status', () => {
  expect(wanted(items, 'createItem', { body })).toMatchObject({
    'token-prefix': { kind: 'unauthenticated' },
    'token-scheme-case': 'as usual',
    'json-truncated': { kind: 'refused', status: 400 },
    'json-garbage': { kind: 'refused', status: 400 },
    'json-empty': { kind: 'refused', status: 400 },
    'type-text-plain': { kind: 'refused', status: 415 },
    'type-case': 'as usual',
    'order-401-400': { kind: 'refused', status: 401 },
    'order-415-400': { kind: 'refused', status: 415 },
    'utf-16': { kind: 'refused', status: 400 },
    'latin-1': { kind: 'refused', status: 400 },
    overlong: { kind: 'refused', status: 400 },
    'byte-order-mark': { kind: 'answered' },
    surrogate: { kind: 'answered' },
    'size-maximum': 'as usual',
    'size-above-maximum': { kind: 'refused', status: 413 },
    'order-401-413': { kind: 'refused', status: 401 },
    'order-413-415': { kind: 'refused', status: 413 },
    'order-413-400': { kind: 'refused', status: 413 },
    'order-413-422': { kind: 'refused', status: 413 },
    'size-large': { kind: 'answered' },
    'size-members': { kind: 'refused' },
    'size-name': { kind: 'refused' },
    'size-invalid': { kind: 'refused' },
  });
  expect(wanted(items, 'listItems', {})).toMatchObject({
    'method-PUT': { kind: 'refused', status: 405 },
    'route-unknown': { kind: 'refused', status: 404 },
    'query-twice-limit': { kind: 'answered' },
    'order-401-405': { kind: 'refused', status: 401 },
  });
});

test('if the contract states no order of refusals, a raw case accepts any status that the standards permit', async () => {
  const contract = await contractOf({
    paths: {
      '/things': {
        post: {
          operationId: 'make',
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { '200': { description: '' } },
        },
      },
    },
  });
  const made = wanted(contract, 'make', { body: {} });
  expect(made).toMatchObject({
    'json-truncated': { kind: 'refused' },
    'utf-16': { kind: 'answered' },
    'type-text-plain': { kind: 'answered' },
    'method-PUT': { kind: 'answered' },
    'route-unknown': { kind: 'answered' },
  });
  expect(Object.keys(made).filter((name) => /^(?:token|order)-|^size-members$/.test(name))).toEqual([]);
});

test.each([
  ['closed', false, { kind: 'refused' }],
  ['open', {}, undefined],
])(
  'a body with many unknown members must be refused only if its schema is closed: the schema is %s',
  async (_, additionalProperties, want) => {
    const properties = { id: { type: 'string', readOnly: true }, name: { type: 'string' } };
    const schema = { type: 'object', required: ['id', 'name'], properties, additionalProperties };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const post = { operationId: 'make', requestBody, responses: { '200': { description: '' } } };
    const contract = await contractOf({ paths: { '/things': { post } } });
    expect(wanted(contract, 'make', { body })['size-members']).toEqual(want);
  },
);

test('wrong credentials are tried for each further security alternative whose credentials are headers', async () => {
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    user: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    session: { type: 'apiKey', in: 'cookie', name: 'session' },
  };
  const made = async (security: readonly JsonObject[]): Promise<readonly unknown[]> => {
    const get = { operationId: 'get', security, responses: { '200': { description: '' } } };
    const contract = await contractOf({ paths: { '/': { get } }, components: { securitySchemes } });
    return rawRequests(contract, operationOf(contract, 'get'), {}).flatMap(({ name, raw, token, expect: promised }) =>
      name.startsWith('token-wrong-') ? [[raw.headers, token, promised?.kind]] : [],
    );
  };
  const wrong = 'not-the-token-of-this-service';
  expect(await made([{ token: [] }, { key: [] }, { session: [] }, { user: [], key: [] }])).toEqual([
    [{ 'x-api-key': wrong }, 'missing', 'unauthenticated'],
    [
      { authorization: `Basic ${Buffer.from(`${wrong}:`).toString('base64')}`, 'x-api-key': wrong },
      'missing',
      'unauthenticated',
    ],
  ]);
  expect(await made([{ token: [] }, { key: [] }, {}])).toEqual([]);
});

test('two bodies are near the stated maximum size: one has this size, and the other has one more byte', () => {
  const requests = rawRequests(items, operationOf(items, 'createItem'), { body });
  const sizes = requests.flatMap(({ name, raw }) =>
    /^size-.*maximum$/.test(name) ? [(raw.body?.length ?? 0) + (raw.padding ?? 0)] : [],
  );
  expect(sizes).toEqual([65_536, 65_537]);
});

test.each([
  ['a valid string', { name: 'a' }, '{"name":"\u00e9a"}'],
  ['a string of the maximum length', { name: 'a'.repeat(120) }, `{"name":"\u00e9${'a'.repeat(119)}"}`],
  [
    'the second string, if the first is of an enumeration',
    { status: 'draft', name: 'a' },
    '{"status":"draft","name":"\u00e9a"}',
  ],
])('the body above the maximum size has a character of two bytes in %s', (_, value, want) => {
  const requests = rawRequests(items, operationOf(items, 'createItem'), { body: value });
  const above = requests.find(({ name }) => name === 'size-above-maximum')?.raw;
  expect(Buffer.from(above?.body ?? '', 'latin1').toString()).toBe(want);
});

test('a raw case has a wrong token of 300 characters, which the service must refuse', () => {
  const requests = rawRequests(items, operationOf(items, 'listItems'), {});
  const long = requests.find(({ name }) => name === 'token-long');
  expect(long?.raw.headers?.['authorization']).toMatch(/^Bearer [-a-z0-9]{300}$/);
  expect(long?.expect).toEqual({ kind: 'unauthenticated' });
});

test('every malformed body is invalid JSON and has a unique name', () => {
  const requests = rawRequests(items, operationOf(items, 'createItem'), { body: { name: '\u00e9"', tags: [] } });
  for (const { raw } of requests.filter(({ name }) => name.startsWith('json-')))
    expect(() => JSON.parse(Buffer.from(raw.body ?? '', 'latin1').toString()) as unknown).toThrow();
  const names = requests.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a body with a multi-byte character is also sent in two parts, with the same expectation', () => {
  const maker = new CaseMaker(items, { seed: 1, runs: 1, values: new Map() });
  const split = items.operations.flatMap((operation) =>
    maker.make(operation, 'invalid').filter(({ raw }) => raw?.fault === 'framing'),
  );
  expect(split.map(({ operation, expect: promised, raw }) => [operation, promised.kind, raw?.framing])).toEqual([
    ['createItem', 'accepted', 'parts'],
  ]);
  expect(JSON.stringify(split[0]?.input)).toMatch(/[^\0-\x7f]/);
});

test('a body with a surrogate pair is also sent with escapes, and is the same JSON', () => {
  const maker = new CaseMaker(items, { seed: 1, runs: 1, values: new Map() });
  const escaped = items.operations.flatMap((operation) =>
    maker.make(operation, 'invalid').filter(({ provenance }) => provenance.name === 'escaped-body'),
  );
  expect(escaped.map(({ operation, expect: promised }) => [operation, promised.kind])).toEqual([
    ['createItem', 'accepted'],
  ]);
  const text = escaped[0]?.raw?.body ?? '';
  expect(text).toMatch(/^[\x20-\x7e]*\\ud8[0-9a-f]{2}\\ud[c-f][0-9a-f]{2}[\x20-\x7e]*$/);
  expect(JSON.parse(text)).toEqual(escaped[0]?.input.body);
});

test('if a success has several media types, a raw case accepts each one but the first, no event stream and no media range', async () => {
  const types = ['application/json', 'text/csv; charset=utf-8', 'image/*', 'text/event-stream', 'application/pdf'];
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const responses = { '200': { description: '', content }, '406': { description: '', content: { 'text/plain': {} } } };
  const contract = await contractOf({ paths: { '/things': { get: { operationId: 'list', responses } } } });
  const accepted = rawRequests(contract, operationOf(contract, 'list'), {})
    .filter(({ name }) => name.startsWith('accept-type'))
    .map(({ raw }) => raw.headers?.['accept']);
  expect(accepted).toEqual(['text/csv; charset=utf-8', 'application/pdf']);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['one type', ['application/json'], ['application/json;q=0.9, image/png;q=0.1', 'application/*']],
  [
    'several types',
    ['application/json', 'text/csv; charset=utf-8', 'application/pdf'],
    ['application/json;q=0.9, text/csv;q=0.9, application/pdf;q=0.9, image/png;q=0.1', 'application/*, text/*'],
  ],
  ['an event stream', ['application/json', 'text/event-stream'], []],
  ['a media range', ['image/*'], []],
  ['no type', [], []],
])('two raw cases accept all media types of a success with weights and as ranges: %s', async (_, types, want) => {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const responses = { '200': { description: '', content }, '406': { description: '' } };
  const contract = await contractOf({ paths: { '/things': { get: { operationId: 'list', responses } } } });
  const made = rawRequests(contract, operationOf(contract, 'list'), {}).filter(({ name }) =>
    /^accept-(?:weight|range)$/.test(name),
  );
  expect(made.map(({ raw }) => raw.headers?.['accept'])).toEqual(want);
  expect(made.every(({ expect: promised }) => promised === undefined)).toBe(true);
});
