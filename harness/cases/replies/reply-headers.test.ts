import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { ReplyHeaders } from './reply-headers.js';

const CASES: readonly (readonly [
  string,
  { readonly name: string; readonly schema?: JsonObject; readonly want: RegExp | undefined },
])[] = [
  ['a text of any characters', { name: 'X-Note', schema: { type: 'string', minLength: 1 }, want: /^[!-~]/ }],
  ['a long text', { name: 'X-Note', schema: { type: 'string', minLength: 90 }, want: /^[ -~]{90,}$/ }],
  ['no schema', { name: 'X-Note', want: /^[!-~]/ }],
  ['a list', { name: 'X-Ids', schema: { type: 'array', items: { type: 'integer' }, minItems: 2 }, want: /^-?\d+,/ }],
  ['an object', { name: 'X-Ids', schema: { type: 'object' }, want: undefined }],
  ['a challenge', { name: 'WWW-Authenticate', schema: { type: 'string' }, want: /^Bearer$/ }],
  ['another challenge', { name: 'WWW-Authenticate', schema: { const: 'Basic' }, want: /^Basic$/ }],
  ['a header that clients wait for', { name: 'Retry-After', schema: { type: 'integer' }, want: undefined }],
  ['a text that HTTP cannot carry', { name: 'X-Note', schema: { const: 'é' }, want: undefined }],
];

it.each(CASES)('a value is made for a required header: %s', async (_, { name, schema, want }) => {
  const headers = { [name]: { required: true, ...(schema && { schema }) } };
  const contract = await contractOf({
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'a', headers } } } } },
  });
  const [spec] = contract.operations[0]?.responses ?? [];
  const made = spec && new ReplyHeaders(contract.schemas).required(spec);
  if (want === undefined) expect(made).toBeUndefined();
  else expect(made).toEqual([[name, expect.stringMatching(want) as string]]);
});
