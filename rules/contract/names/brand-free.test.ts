import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json/json.js';
import type { LintedContract } from '../document/contract-rule.js';
import { brandFree } from './brand-free.js';

it.each<[string, string, JsonObject, readonly string[]]>([
  ['the prefix of an extension', 'SVC notes', { 'x-svc-cli': {} }, ['/info/title']],
  ['a prefix that no extension has', 'SVC notes', { 'x-acme-cli': {} }, []],
  ['no prefix', 'Service notes', { 'x-svc-cli': {} }, []],
])('the title of a contract contains %s → $3', (_, title, post, want) => {
  const document = { info: { title }, paths: { '/notes': { post } } };
  const linted = { document, options: { prefix: 'svc' } } as unknown as LintedContract;
  expect([...brandFree.check(linted)].map(({ path }) => `/${path.join('/')}`)).toEqual(want);
});
