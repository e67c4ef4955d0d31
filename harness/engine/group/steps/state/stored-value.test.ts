import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend', pointer: '/response/body/rank', expected: 1, received: 0 } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', cause: 'makeThing rank' };
const DEFAULT: Given = { ...BACKEND, rule: 'state/default-value', kind: 'unexpected', cause: 'makeThing rank default' };

it.each<[string, Given, number]>([
  ['the given value is changed into the default', DEFAULT, 1],
  ['the default is of another member', { ...DEFAULT, pointer: '/response/body/size' }, 2],
  ['the default is received as another value', { ...DEFAULT, received: 2 }, 2],
  ['another default is expected', { ...DEFAULT, expected: 3 }, 2],
])('a wrong default and a wrong value of a create: %s (findings: $2)', async (_, omitted, want) => {
  expect(await grouped([{ violations: [ECHO] }, { violations: [omitted] }])).toHaveLength(want);
});

const PAGE: Given = {
  blame: 'backend',
  rule: 'state/page-size',
  kind: 'changed',
  pointer: '/response/body/items',
  expected: 1,
  received: 2,
};
const TWICE: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'listed-twice',
  pointer: '/response/body/items',
  cause: 'makeThing list',
};

it.each<[string, Given, Given, number]>([
  ['repeats elements on the next page', PAGE, TWICE, 1],
  ['does not lose elements', PAGE, { ...TWICE, kind: 'not-listed' }, 2],
  ['is a different finding from a page with too few elements', { ...PAGE, received: 0 }, TWICE, 2],
])('a page with too many elements %s (findings: $3)', async (_, page, listed, want) => {
  expect(await grouped([{ violations: [page] }, { violations: [listed] }])).toHaveLength(want);
});

const OWN: Given = {
  ...BACKEND,
  rule: 'state/own-members',
  kind: 'value-of-another-request',
  cause: 'makeThing',
};
const STRAY: Given = { ...BACKEND, rule: 'parity/same-value', kind: 'stray-reply', cause: 'makeThing value' };

it.each<[string, Given, number]>([
  ['the same member differs', STRAY, 1],
  ['another member differs', { ...STRAY, pointer: '/response/body/size' }, 2],
])('replies that differ between surfaces, and a value of an earlier request: %s', async (_, stray, want) => {
  expect(await grouped([{ violations: [stray] }, { violations: [OWN] }])).toHaveLength(want);
});
