import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { repeatIn, statesReplay } from './repeat-key.js';

interface Texts {
  readonly operation?: string;
  readonly header?: string;
  readonly refusal?: string;
  readonly info?: string;
}

it.each<[Texts, number | undefined]>([
  [{ header: 'With a different body, the reply is 422.' }, 422],
  [{ operation: 'The same key with other attributes is refused with 422.' }, 422],
  [{ refusal: 'The key was used with another body.' }, 422],
  [{ operation: 'Other attributes are refused with 422.' }, undefined],
  [{ operation: 'The same key with other attributes is refused with 409.' }, undefined],
  [{ info: 'If the key was used with a different body, the response is 422.' }, 422],
  [{ info: 'Requests with another API key are 422.' }, undefined],
  [{ info: 'With a different body, the response is 422.' }, undefined],
  [{}, undefined],
])(
  'reads from the texts %j which status refuses a different request with a known idempotency key: %j',
  async (texts, want) => {
    const { operation = '', header = '', refusal = '', info = '' } = texts;
    const parameters = [{ name: 'Idempotency-Key', in: 'header', description: header, schema: { type: 'string' } }];
    const responses = { 201: { description: '' }, 422: { description: refusal } };
    const post = { operationId: 'add', description: operation, parameters, responses };
    const contract = await contractOf({
      info: { title: 'Loans', version: '1', description: info },
      paths: { '/loans': { post } },
    });
    const key = { in: 'header', name: 'Idempotency-Key' };
    expect(repeatIn(contract, operationOf(contract, 'add'))).toEqual({
      key,
      ...(want !== undefined && { conflict: want }),
    });
  },
);

it.each<[string, boolean]>([
  ['A repetition with the same key and body is answered with 201 and the loan that the first request made.', true],
  ['A repeated request with the same key returns the original response.', true],
  ['If a key is sent again, the response is the same response as before.', true],
  ['Retries with the same key get the stored reply.', true],
  ['A repeated request with the same key is refused with 409.', false],
  ['A repeated request with the same key may return the first response.', false],
  ['The key identifies the request.', false],
  ['A repeated request returns the first response.', false],
])('the contract states whether a repeated request gets the first reply: %s → %j', async (description, want) => {
  const parameters = [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }];
  const post = { operationId: 'add', description, parameters, responses: { 201: { description: '' } } };
  const contract = await contractOf({ paths: { '/loans': { post } } });
  expect(statesReplay(contract, operationOf(contract, 'add'))).toBe(want);
});
