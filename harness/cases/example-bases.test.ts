import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import { isJsonObject, ownValue } from '../../contract/json/json.js';
import { CaseMaker } from './make-cases.js';

const TEXT = { type: 'string', maxLength: 20 };
const EXAMPLE = { author_id: 'ada', title: 'Night trains' };

it.each([
  ['is the example of the contract if a generated body may refer to an unknown item', { author_id: TEXT }, true],
  ['is the simplest body if it refers to no item', {}, false],
])('the valid body from which invalid bodies are derived %s', async (_, more, want) => {
  const schema = { type: 'object', required: ['title', ...Object.keys(more)], properties: { ...more, title: TEXT } };
  const example = 'author_id' in more ? EXAMPLE : { title: EXAMPLE.title };
  const requestBody = { required: true, content: { 'application/json': { schema, example } } };
  const responses = { '201': { description: '' }, '404': { description: '' } };
  const contract = await contractOf({ paths: { '/notes': { post: { operationId: 'add', requestBody, responses } } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const longTitle = maker
    .make(operationOf(contract, 'add'), 'invalid')
    .find(
      ({ expect: { kind, ...place } }) => kind === 'rejected' && 'pointer' in place && place.pointer === '/body/title',
    );
  const body = longTitle?.input.body ?? null;
  expect(isJsonObject(body)).toBe(true);
  expect(ownValue(body, 'author_id') === EXAMPLE.author_id).toBe(want);
});
