import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const CREATE: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'oneOf',
  status: 400,
  pointer: '/response/body/errors/0',
  cause: '#/components/schemas/CreateError/oneOf',
  expected: 'must match exactly one schema in oneOf',
};
const UPDATE: Given = { ...CREATE, cause: '#/components/schemas/UpdateError/oneOf' };

/** Last column: `true` if all violations become one finding. */
it.each<[string, Given, boolean]>([
  ['in another element of a list', { ...UPDATE, pointer: '/response/body/errors/2' }, true],
  ['with another status', { ...UPDATE, status: 422 }, true],
  ['at another member', { ...UPDATE, pointer: '/response/body/detail' }, false],
  ['by another keyword', { ...UPDATE, kind: 'required', expected: 'must have the member code' }, false],
  ['in a success', { ...UPDATE, status: 200 }, false],
])('a failure that breaks the schema of a second operation %s (one finding: $2)', async (_, other, isOne) => {
  const found = await grouped([{ violations: [CREATE] }, { violations: [other] }]);
  expect(found).toHaveLength(isOne ? 1 : 2);
});
