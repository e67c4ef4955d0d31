import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const CREATED: Given = {
  blame: 'backend',
  rule: 'conformance/content-type',
  kind: 'undocumented',
  pointer: '/response/header/content-type',
  cause: '201 text/plain',
  received: 'text/plain',
  status: 201,
};
const FOUND: Given = { ...CREATED, cause: '200 text/plain', status: 200 };
const UNKNOWN: Given = { ...CREATED, cause: '404 text/plain', status: 404 };
const INVALID: Given = { ...CREATED, cause: '422 text/plain', status: 422 };

it.each<readonly [string, readonly Given[], number]>([
  ['two successes with the same wrong media type', [CREATED, FOUND], 1],
  ['two failures with the same wrong media type', [UNKNOWN, INVALID], 1],
  ['a success and a failure with the same wrong media type', [CREATED, UNKNOWN], 2],
  ['two successes with different wrong media types', [CREATED, { ...FOUND, received: 'text/html' }], 2],
])('groups replies with a wrong media type: %s (findings: $2)', async (_, given, want) => {
  const trials = given.map((violation): GivenTrial => ({ violations: [violation] }));
  expect(await grouped(trials)).toHaveLength(want);
});
