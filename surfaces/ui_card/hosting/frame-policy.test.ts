import { expect, it } from 'vitest';
import { framePolicy } from './frame-policy.js';

const directive = (csp: unknown, name: string): string | undefined =>
  framePolicy(csp)
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.trim();

it.each<[string, unknown, string, string]>([
  ['no declaration', undefined, 'connect-src', "connect-src 'none'"],
  ['an empty declaration', { connectDomains: [] }, 'connect-src', "connect-src 'none'"],
  [
    'an address to call',
    { connectDomains: ['https://api.example:8443', 'wss://a.example'] },
    'connect-src',
    'connect-src https://api.example:8443 wss://a.example',
  ],
  [
    'scripts of elsewhere',
    { resourceDomains: ['https://*.example'] },
    'script-src',
    "script-src 'self' 'unsafe-inline' https://*.example",
  ],
  [
    'a policy in a domain',
    { connectDomains: ['https://a.example; script-src *'] },
    'connect-src',
    "connect-src 'none'",
  ],
  ['a keyword for a domain', { connectDomains: ["'self'", '*', 7, null] }, 'connect-src', "connect-src 'none'"],
  ['a text in place of a list', { frameDomains: 'https://a.example' }, 'frame-src', "frame-src 'none'"],
])('the content security policy permits only declared addresses: %s', (_, csp, name, want) => {
  expect(directive(csp, name)).toBe(want);
});
