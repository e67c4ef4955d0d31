import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const LOST: Given = {
  rule: 'state/echo',
  blame: 'backend',
  kind: 'missing',
  pointer: '/response/body/labels/toString',
  cause: '#/labels/additionalProperties',
};
const STORED: Given = {
  rule: 'conformance/invalid-rejected',
  blame: 'backend',
  kind: 'invalid-accepted',
  pointer: '/body/labels/toString',
  cause: 'makeThing maxLength /body/labels/toString',
};
const ACCEPTED: Given = { ...STORED, droppedFrom: '/labels' };

const body = { name: 'a', labels: { toString: 'b' } };
const lost: GivenTrial = { violations: [LOST], body };
const accepted: GivenTrial = {
  violations: [ACCEPTED],
  body,
  expect: { kind: 'rejected', keyword: 'maxLength', pointer: '/body/labels/toString' },
};
const many: GivenTrial = {
  violations: [{ ...ACCEPTED, pointer: '/body/labels', cause: 'makeThing maxProperties /body/labels' }],
  body,
  expect: { kind: 'rejected', keyword: 'maxProperties', pointer: '/body/labels' },
};

it.each<[string, readonly GivenTrial[], number]>([
  [
    'invalid values of dropped members, and a wrong number of them, are evidence that the service drops members',
    [lost, accepted, many],
    1,
  ],
  ['an accepted invalid value is a separate finding if no valid member is dropped', [accepted], 1],
  [
    'an accepted invalid value is a separate finding if the service stored it',
    [lost, { ...accepted, violations: [STORED] }],
    2,
  ],
  [
    'an accepted invalid value is a separate finding from dropped members of another object',
    [lost, { ...accepted, violations: [{ ...STORED, droppedFrom: '/parts' }] }],
    2,
  ],
  [
    'an accepted invalid value is a separate finding from a member that is changed, not dropped',
    [{ ...lost, violations: [{ ...LOST, kind: 'changed' }] }, accepted],
    2,
  ],
  [
    'an accepted unknown member is a separate finding from dropped members',
    [lost, { ...accepted, expect: { kind: 'rejected', keyword: 'additionalProperties', pointer: '/body/labels' } }],
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
