import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { repeatIn } from './repeat-key.js';

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
