import { expect, it } from 'vitest';
import { environmentValues } from './environment-values.js';

it.each([
  [undefined, 't', {}],
  [{ A: 'x' }, undefined, { A: 'x' }],
  [{ A: '{url}/v1', B: 'Bearer {token}' }, 't$&', { A: 'http://h/v1', B: 'Bearer t$&' }],
  [{ A: '{url}', B: '{token}' }, undefined, { A: 'http://h' }],
])('%j with the token %j', (env, token, want) => {
  expect(environmentValues(env, 'http://h', token)).toEqual(want);
});
