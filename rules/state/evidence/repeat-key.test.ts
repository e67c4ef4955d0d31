import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { repeatOf } from './repeat-key.js';

interface Texts {
  readonly operation?: string;
  readonly header?: string;
  readonly refusal?: string;
}

it.each<[Texts, number | undefined]>([
  [{ header: 'With a different body, the reply is 422.' }, 422],
  [{ operation: 'The same key with other attributes is refused with 422.' }, 422],
  [{ refusal: 'The key was used with another body.' }, 422],
  [{ operation: 'Other attributes are refused with 422.' }, undefined],
  [{ operation: 'The same key with other attributes is refused with 409.' }, undefined],
  [{}, undefined],
])('the status of a different request with a known key: %j → %j', async (texts, want) => {
  const { operation = '', header = '', refusal = '' } = texts;
  const parameters = [{ name: 'Idempotency-Key', in: 'header', description: header, schema: { type: 'string' } }];
  const responses = { 201: { description: '' }, 422: { description: refusal } };
  const post = { operationId: 'add', description: operation, parameters, responses };
  const contract = await contractOf({ paths: { '/loans': { post } } });
  const key = { in: 'header', name: 'Idempotency-Key' };
  expect(repeatOf(operationOf(contract, 'add'))).toEqual({ key, ...(want !== undefined && { conflict: want }) });
});
