import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend', pointer: '/response/body/rank', expected: 1, received: 0 } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', cause: 'makeThing rank' };
const DEFAULT: Given = { ...BACKEND, rule: 'state/default-value', kind: 'unexpected', cause: 'makeThing rank default' };

it.each<[string, Given, number]>([
  ['one finding if the create changes the value into the wrong default', DEFAULT, 1],
  ['two findings if the default is of a different member', { ...DEFAULT, pointer: '/response/body/size' }, 2],
  ['two findings if the received values differ', { ...DEFAULT, received: 2 }, 2],
  ['two findings if the expected values differ', { ...DEFAULT, expected: 3 }, 2],
])('a wrong default and a wrong value after a create are %s (findings: $2)', async (_, omitted, want) => {
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
  ['too many elements are one finding with an element that is listed twice', PAGE, TWICE, 1],
  [
    'too many elements are a different finding from an element that is not listed',
    PAGE,
    { ...TWICE, kind: 'not-listed' },
    2,
  ],
  ['too few elements are a different finding from an element that is listed twice', { ...PAGE, received: 0 }, TWICE, 2],
])('a page of a wrong size: %s (findings: $3)', async (_, page, listed, want) => {
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
  ['one finding if the same member differs', STRAY, 1],
  ['two findings if different members differ', { ...STRAY, pointer: '/response/body/size' }, 2],
])('replies that differ between surfaces and a value of an earlier request are %s', async (_, stray, want) => {
  expect(await grouped([{ violations: [stray] }, { violations: [OWN] }])).toHaveLength(want);
});

const EMPTIED: Given = {
  blame: 'backend',
  rule: 'state/stored',
  pointer: '/response/body/spot',
  expected: { x: 1, y: 2 },
  received: {},
  cause: 'makeThing spot',
};
const INVALID: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'required',
  pointer: '/response/body/items/0/spot',
  received: {},
  cause: 'spot',
};

it.each<[string, Given, number]>([
  ['one finding with a reply that has the empty object', INVALID, 1],
  ['a different finding from an empty object of another name', { ...INVALID, pointer: '/response/body/seat' }, 2],
  ['a different finding from a reply with another invalid value', { ...INVALID, received: { x: 1 } }, 2],
  [
    'one finding with the only member that an object lost',
    { ...EMPTIED, kind: 'missing', pointer: '/response/body/spot/x', expected: 1, received: '(omitted)', cause: 'x' },
    1,
  ],
])('an object that is stored without its members is %s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [EMPTIED] }, { violations: [other] }])).toHaveLength(want);
});
