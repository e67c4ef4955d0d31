import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { ReplyHeaders } from './reply-headers.js';

const CASES: readonly (readonly [
  string,
  { readonly name: string; readonly schema?: JsonObject; readonly want: RegExp | undefined },
])[] = [
  ['a string header of any characters', { name: 'X-Note', schema: { type: 'string', minLength: 1 }, want: /^[!-~]/ }],
  ['a long string header', { name: 'X-Note', schema: { type: 'string', minLength: 90 }, want: /^[ -~]{90,}$/ }],
  ['a header without a schema', { name: 'X-Note', want: /^[!-~]/ }],
  [
    'a header with an array',
    { name: 'X-Ids', schema: { type: 'array', items: { type: 'integer' }, minItems: 2 }, want: /^-?\d+,/ },
  ],
  ['no value for a header with an object', { name: 'X-Ids', schema: { type: 'object' }, want: undefined }],
  [
    'WWW-Authenticate with a schema that permits one challenge',
    { name: 'WWW-Authenticate', schema: { type: 'string', maxLength: 10 }, want: /^Bearer$/ },
  ],
  [
    'WWW-Authenticate with the constant Basic',
    { name: 'WWW-Authenticate', schema: { const: 'Basic' }, want: /^Basic$/ },
  ],
  [
    'no value for Retry-After, because clients wait for its time',
    { name: 'Retry-After', schema: { type: 'integer' }, want: undefined },
  ],
  ['no value for a string that HTTP cannot carry', { name: 'X-Note', schema: { const: 'é' }, want: undefined }],
];

it('makes several fields of a header that is a list', async () => {
  const headers = { Allow: { required: true, schema: { type: 'string', pattern: '^[A-Z, ]+$' } } };
  const contract = await contractOf({
    paths: { '/a': { get: { operationId: 'a', responses: { 405: { description: 'a', headers } } } } },
  });
  const [spec] = contract.operations[0]?.responses ?? [];
  expect(spec && new ReplyHeaders(contract.schemas).required(spec)).toEqual([
    ['Allow', 'GET'],
    ['Allow', 'OPTIONS'],
  ]);
});

it.each(CASES)('makes a value for a required header if possible: %s', async (_, { name, schema, want }) => {
  const headers = { [name]: { required: true, ...(schema && { schema }) } };
  const contract = await contractOf({
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'a', headers } } } } },
  });
  const [spec] = contract.operations[0]?.responses ?? [];
  const made = spec && new ReplyHeaders(contract.schemas).required(spec);
  if (want === undefined) expect(made).toBeUndefined();
  else expect(made).toEqual([[name, expect.stringMatching(want) as string]]);
});
