import { expect, it } from 'vitest';
import { environmentValues } from './process/environment-values.js';

it.each([
  [undefined, 't', {}],
  [{ A: 'x' }, undefined, { A: 'x' }],
  [{ A: '{url}/v1', B: 'Bearer {token}' }, 't$&', { A: 'http://h/v1', B: 'Bearer t$&' }],
  [{ A: '{url}', B: '{token}' }, undefined, { A: 'http://h' }],
])('environmentValues replaces placeholders: the variables %j with the token %j → $2', (env, token, want) => {
  expect(environmentValues(env, { baseUrl: 'http://h' }, token)).toEqual(want);
});

it('the placeholder of another server is replaced by its base URL', () => {
  const serverUrls = new Map([['https://up.example.com/v1', 'http://h/up']]);
  const env = { A: '{url:https://up.example.com/v1/}', B: '{url:https://x.example.com}', C: '{url}' };
  const want = { A: 'http://h/up', B: 'http://h', C: 'http://h' };
  expect(environmentValues(env, { baseUrl: 'http://h', serverUrls }, undefined)).toEqual(want);
});
