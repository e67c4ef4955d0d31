import { expect, it } from 'vitest';
import { mayEndWithSlash } from './server-urls.js';

it.each<[string, string, boolean, url?: string]>([
  ['states both ways', 'An absolute URL, with or without a path prefix and a trailing slash.', true],
  ['states a slash only', 'With or without a trailing slash.', true],
  ['permits a slash', 'The URL of the service. It may end with a slash.', true],
  ['forbids a slash', 'The URL of the service, without a trailing slash.', false],
  ['does not permit a slash', 'The URL may not end with a slash.', false],
  ['does not mention a slash', 'The URL of the service, with or without a path.', false],
  ['belongs to the host', 'With or without a trailing slash.', false, 'https://{base}/v1'],
])('the description of a base URL %s: %j → %s', (_, description, want, url = '{base}') => {
  expect(mayEndWithSlash({ servers: [{ url, variables: { base: { default: '/', description } } }] })).toBe(want);
});

it.each([[{}], [{ servers: [] }], [{ servers: 'x' }], [{ servers: [{ url: '/v1' }] }]])(
  'a contract that describes no base URL states nothing: %j',
  (document) => {
    expect(mayEndWithSlash(document)).toBe(false);
  },
);
