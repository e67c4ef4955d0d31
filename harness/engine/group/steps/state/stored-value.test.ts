import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend', pointer: '/response/body/rank', expected: 1, received: 0 } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', cause: 'makeThing rank' };
const DEFAULT: Given = { ...BACKEND, rule: 'state/default-value', kind: 'unexpected', cause: 'makeThing rank default' };

it.each<[string, Given, number]>([
  ['a wrong default is one finding with a create that changes a value into this default', DEFAULT, 1],
  [
    'a wrong default is a separate finding from a changed value of a different member',
    { ...DEFAULT, pointer: '/response/body/size' },
    2,
  ],
  [
    'a wrong default is a separate finding from a value that is changed into another value',
    { ...DEFAULT, received: 2 },
    2,
  ],
  ['a wrong default is a separate finding if the expected values differ', { ...DEFAULT, expected: 3 }, 2],
])('%s (findings: $2)', async (_, omitted, want) => {
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
  ['a page with too many elements is one finding with an element that is listed twice', PAGE, TWICE, 1],
  [
    'a page with too many elements is a separate finding from an element that is not listed',
    PAGE,
    { ...TWICE, kind: 'not-listed' },
    2,
  ],
  [
    'a page with too few elements is a separate finding from an element that is listed twice',
    { ...PAGE, received: 0 },
    TWICE,
    2,
  ],
])('%s (findings: $3)', async (_, page, listed, want) => {
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
  [
    'replies with a value from an earlier request are one finding with replies that differ at the same member',
    STRAY,
    1,
  ],
  [
    'replies with a value from an earlier request are a separate finding from replies that differ at another member',
    { ...STRAY, pointer: '/response/body/size' },
    2,
  ],
])('groups replies that differ between surfaces: %s', async (_, stray, want) => {
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
  ['an object that is stored empty is one finding with a reply that has the empty object', INVALID, 1],
  [
    'an object that is stored empty is a separate finding from an empty object with another name',
    { ...INVALID, pointer: '/response/body/seat' },
    2,
  ],
  [
    'an object that is stored empty is a separate finding from a reply with another invalid value',
    { ...INVALID, received: { x: 1 } },
    2,
  ],
  [
    'an object that is stored empty is one finding with the only member that it lost',
    { ...EMPTIED, kind: 'missing', pointer: '/response/body/spot/x', expected: 1, received: '(omitted)', cause: 'x' },
    1,
  ],
])('%s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [EMPTIED] }, { violations: [other] }])).toHaveLength(want);
});

const LOST: Given = {
  ...BACKEND,
  rule: 'state/echo',
  kind: 'elements-missing',
  pointer: '/response/body/items',
  expected: 7,
  received: 5,
  cause: 'makeThing items',
};
const OF_ELEMENT: Given = { ...ECHO, pointer: '/response/body/items/*/rank' };

it.each<[string, Given, Given, number]>([
  [
    'a create of several items that loses some items and returns wrong values of others is one finding',
    LOST,
    OF_ELEMENT,
    1,
  ],
  ['a create of several items that loses some items is a separate finding from wrong values elsewhere', LOST, ECHO, 2],
  [
    'a wrong default of an item is one finding with the same wrong default in a create of several items',
    DEFAULT,
    { ...DEFAULT, pointer: '/response/body/items/*/rank', cause: 'makeThing items' },
    1,
  ],
])('%s (findings: $3)', async (_, one, other, want) => {
  expect(await grouped([{ violations: [one] }, { violations: [other] }])).toHaveLength(want);
});
