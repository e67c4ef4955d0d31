import { expect, it } from 'vitest';
import { framePolicy } from './frame-policy.js';

const directive = (csp: unknown, name: string): string | undefined =>
  framePolicy(csp)
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.trim();

it.each<[string, unknown, string, string]>([
  ['a card without a declaration', undefined, 'connect-src', "connect-src 'none'"],
  ['a declaration without addresses', { connectDomains: [] }, 'connect-src', "connect-src 'none'"],
  [
    'an address that the card calls',
    { connectDomains: ['https://api.example:8443', 'wss://a.example'] },
    'connect-src',
    'connect-src https://api.example:8443 wss://a.example',
  ],
  [
    'scripts from a different origin',
    { resourceDomains: ['https://*.example'] },
    'script-src',
    "script-src 'self' 'unsafe-inline' https://*.example",
  ],
  [
    'a domain that contains a policy directive',
    { connectDomains: ['https://a.example; script-src *'] },
    'connect-src',
    "connect-src 'none'",
  ],
  [
    'a policy keyword in place of a domain',
    { connectDomains: ["'self'", '*', 7, null] },
    'connect-src',
    "connect-src 'none'",
  ],
  ['a string in place of a list of domains', { frameDomains: 'https://a.example' }, 'frame-src', "frame-src 'none'"],
])('the content security policy permits only declared addresses: %s → $3', (_, csp, name, want) => {
  expect(directive(csp, name)).toBe(want);
});
