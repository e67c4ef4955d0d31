import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const UNKNOWN: Given = {
  rule: 'conformance/arguments-checked',
  kind: 'unknown-argument-accepted',
  pointer: '/arguments',
  cause: '',
};
const MISSING: Given = { ...UNKNOWN, kind: 'missing-argument-accepted' };
const NULL: Given = { ...UNKNOWN, kind: 'null-argument-accepted', pointer: '/query/limit' };
const DECODED: Given = { ...UNKNOWN, kind: 'json-text-decoded', pointer: '/body' };

it.each<[string, readonly Given[], number, string?]>([
  ['unknown, missing and null arguments are accepted', [UNKNOWN, MISSING, NULL], 1],
  ['unknown and null arguments are accepted', [UNKNOWN, NULL], 1],
  ['all kinds are accepted, but a call of another operation is refused', [UNKNOWN, MISSING, NULL], 3, 'arguments a'],
  ['all kinds are accepted, and another surface refuses a call', [UNKNOWN, MISSING, NULL], 1, 'arguments b'],
  ['two surfaces each accept one kind', [UNKNOWN, { ...NULL, surface: 'b' }], 2],
  ['unknown arguments are accepted, and a text of JSON is decoded', [UNKNOWN, DECODED], 2],
])('calls with wrong arguments: %s (findings: $2)', async (_, given, want, check = 'several pages') => {
  const trials = given.map((one) => ({ violations: [one] }));
  expect(await grouped(trials, { orderThing: [check] })).toHaveLength(want);
});
