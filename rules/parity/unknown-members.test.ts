import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { sameValue } from './same-value.js';

const NAMED = { type: 'object', properties: { id: { type: 'string' }, size: { type: 'integer' } } };
const BOX = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    note: { type: ['string', 'null'] },
    inner: NAMED,
    parts: { type: 'array', items: NAMED },
    free: { ...NAMED, additionalProperties: true },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    coded: { ...NAMED, patternProperties: { '^x-': {} } },
    any: { type: 'object' },
    at: { type: 'string', format: 'date-time' },
  },
};

let contract: Contract;
beforeAll(async () => {
  const content = { 'application/json': { schema: BOX } };
  contract = await contractOf({
    paths: { '/box': { get: { operationId: 'getBox', responses: { '200': { description: '', content } } } } },
  });
});

function violations(sent: Json, seen: Json, losesUnknown: readonly string[] = [], status = 200): readonly string[] {
  const value = { response: replied(status, sent), outcome: { kind: 'value', status, value: seen } } as const;
  const trial = trialOf(contract, 'getBox', {}, [value]);
  const found = sameValue.check(trial, contextOf(contract, { losesUnknown: new Set(losesUnknown) })) ?? [];
  return found.map(({ kind, pointer, tolerance }) => [kind, pointer, tolerance].filter(Boolean).join(' '));
}

const WHOLE = { id: 'a', inner: { id: 'b' }, parts: [{ id: 'c' }] };

it.each<[string, Json, Json, readonly string[]]>([
  ['all members', WHOLE, WHOLE, []],
  ['all members except an unknown one', { ...WHOLE, extra: 1 }, WHOLE, ['unknown-missing /outcome/value/extra']],
  [
    'all members except unknown ones at several levels',
    { ...WHOLE, inner: { id: 'b', extra: 1 }, parts: [{ id: 'c', extra: 2 }] },
    WHOLE,
    ['unknown-missing /outcome/value/inner/extra', 'unknown-missing /outcome/value/parts/0/extra'],
  ],
  [
    'no member of an object that has only unknown members',
    { one: 1, two: 2 },
    {},
    ['unknown-missing /outcome/value/one', 'unknown-missing /outcome/value/two'],
  ],
  ['all members except a known one', WHOLE, { id: 'a', parts: WHOLE.parts }, ['missing /outcome/value/inner']],
  [
    'all members except a known and an unknown one',
    { ...WHOLE, extra: 1 },
    { id: 'a', parts: WHOLE.parts },
    ['missing /outcome/value/inner', 'unknown-missing /outcome/value/extra'],
  ],
  [
    'all members except an unknown null',
    { ...WHOLE, extra: null },
    WHOLE,
    ['null-became-omitted /outcome/value/extra'],
  ],
  [
    'an unknown member under a different name',
    { ...WHOLE, new_name: 1 },
    { ...WHOLE, newName: 1 },
    ['renamed /outcome/value/new_name'],
  ],
  [
    'a part of an object with `additionalProperties: true`',
    { free: { id: 'a', extra: 1 } },
    { free: { id: 'a' } },
    ['missing /outcome/value/free/extra'],
  ],
  ['a part of a map', { labels: { a: 'b', c: 'd' } }, { labels: { a: 'b' } }, ['missing /outcome/value/labels/c']],
  [
    'an object without a member whose name matches a pattern',
    { coded: { id: 'a', 'x-b': 1 } },
    { coded: { id: 'a' } },
    ['missing /outcome/value/coded/x-b'],
  ],
  [
    'a part of an object whose schema names no members',
    { any: { a: 1, b: 2 } },
    { any: { a: 1 } },
    ['missing /outcome/value/any/b'],
  ],
])('a reply has members that no schema names, and the caller receives %s (violations: $3)', (_, sent, seen, want) => {
  expect(violations(sent, seen)).toEqual(want);
});

it.each<[string, Json, Json, readonly string[]]>([
  ['an unknown member', { ...WHOLE, extra: 1 }, WHOLE, ['unknown-missing /outcome/value/extra unknown-members']],
  ['an unknown null', { ...WHOLE, extra: null }, WHOLE, ['unknown-missing /outcome/value/extra unknown-members']],
  ['a known member', WHOLE, { id: 'a', parts: WHOLE.parts }, ['missing /outcome/value/inner']],
])(
  'the configuration permits a surface to lose members that no schema names, and it loses %s (violations: $3)',
  (_, sent, seen, want) => {
    expect(violations(sent, seen, ['a'])).toEqual(want);
  },
);

it.each<[string, number, readonly string[]]>([
  ['a documented success', 200, []],
  ['an undocumented success, which is read as the documented one', 299, []],
])('the caller may receive the same time with a different offset, in %s', (_, status, want) => {
  const [sent, seen] = [{ at: '2026-02-01T10:30:00.250Z' }, { at: '2026-02-01T10:30:00.25Z' }];
  expect(violations(sent, seen, [], status)).toEqual(want);
});
