import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BODY: Given = { rule: 'conformance/arguments-checked', kind: 'json-text-decoded', pointer: '/body', cause: '' };
const MEMBER: Given = {
  rule: 'parity/same-request',
  kind: 'type-changed',
  pointer: '/body/name',
  cause: 'name',
  expected: '[]',
  received: [],
};
const NOTE: Given = { ...MEMBER, pointer: '/body/note', cause: 'note', expected: '{"a":1}', received: { a: 1 } };

const trial = (given: Given): GivenTrial => ({ violations: [given], body: { name: '[]' } });

it.each<[string, readonly Given[], number]>([
  ['a decoded member and a decoded body are one finding', [MEMBER, BODY], 1],
  ['members that are decoded are one finding', [MEMBER, NOTE], 1],
  ['a body that another surface decodes is a separate finding', [MEMBER, { ...BODY, surface: 'b' }], 2],
  [
    'a decoded body is a separate finding from a member that becomes a number',
    [{ ...MEMBER, expected: '1', received: 1 }, BODY],
    2,
  ],
  [
    'a decoded body is a separate finding from a member that becomes another list',
    [{ ...MEMBER, received: [1] }, BODY],
    2,
  ],
  ['a decoded body is a finding without a decoded member', [BODY], 1],
])('findings of a surface that decodes texts as JSON: %s (findings: $2)', async (_, violations, want) => {
  expect(await grouped(violations.map(trial))).toHaveLength(want);
});
