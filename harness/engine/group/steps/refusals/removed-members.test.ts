import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const OPEN: Given = {
  ...BACKEND,
  rule: 'conformance/invalid-rejected',
  kind: 'invalid-accepted',
  pointer: '/body/size',
  cause: '#/size/additionalProperties',
  status: 201,
};
const LOST: Given = {
  ...BACKEND,
  rule: 'conformance/response-body',
  kind: 'required',
  pointer: '/response/body/by/author',
  cause: '#/manual/required',
  status: 201,
};
const REFUSED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  pointer: '/response/status',
  status: 422,
};

const open: GivenTrial = {
  violations: [OPEN],
  body: { name: 'a', size: { none: 1 } },
  expect: { kind: 'rejected', keyword: 'additionalProperties', pointer: '/body/size' },
};
const lost: GivenTrial = { violations: [LOST], body: { name: 'a', by: { author: 'b' } } };
const refused: GivenTrial = { violations: [REFUSED], body: { name: 'a', by: { file: 'b' } } };

it.each<[string, readonly GivenTrial[], number]>([
  [
    'lost members and refusals of valid input at one object are evidence of accepted unknown members',
    [open, lost, refused],
    1,
  ],
  ['a lost member is a separate finding from accepted unknown members if no valid input is refused', [open, lost], 2],
  [
    'a refusal of valid input is a separate finding from accepted unknown members if no member is lost',
    [open, refused],
    2,
  ],
  ['a lost member and a refusal of valid input are two findings if unknown members are refused', [lost, refused], 2],
  [
    'a lost member and the refusal of an input without its object are separate findings from accepted unknown members',
    [open, lost, { ...refused, body: { name: 'a' } }],
    3,
  ],
  [
    'a missing member that the request lacks too and a refusal are separate findings from accepted unknown members',
    [open, { ...lost, body: { name: 'a', by: {} } }, refused],
    3,
  ],
  [
    'a lost member and a refusal of valid input are separate findings from an accepted string that is too long',
    [{ ...open, expect: { kind: 'rejected', keyword: 'maxLength', pointer: '/body/name' } }, lost, refused],
    3,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
