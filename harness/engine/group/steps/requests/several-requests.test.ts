import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const SEVERAL: Given = { rule: 'conformance/one-exchange', kind: 'repeated', pointer: '/request', cause: '' };
const ADDED: Given = { rule: 'parity/same-value', kind: 'elements-added', pointer: '/outcome/value/items' };
const NO_CURSOR: Given = { rule: 'parity/same-value', kind: 'value-became-null', pointer: '/outcome/value/next' };
const INNER: Given = { rule: 'parity/same-value', pointer: '/outcome/value/items/0/price' };
const SLOW: Given = { rule: 'conformance/fault-tolerated', kind: 'timeout', pointer: '/outcome', cause: 'slow' };

it.each<[string, readonly GivenTrial[], number]>([
  [
    'a value with the elements of all pages is evidence that one call sent several requests',
    [{ violations: [SEVERAL, ADDED, NO_CURSOR] }, { violations: [SEVERAL] }],
    1,
  ],
  [
    'a wrong member is evidence that one call sent several requests, even if other calls have it too',
    [{ violations: [SEVERAL, NO_CURSOR] }, { violations: [NO_CURSOR] }],
    1,
  ],
  [
    'a timeout after a network fault is evidence that one call sent several requests',
    [{ violations: [SEVERAL] }, { violations: [SLOW] }],
    1,
  ],
  [
    'the reply to an earlier call of the user is evidence that one call sent several requests',
    [{ violations: [SEVERAL] }, { violations: [{ ...SLOW, kind: 'problem', cause: 'superseded' }] }],
    1,
  ],
  [
    'another outcome after a slow reply is a separate finding from several requests in one call',
    [{ violations: [SEVERAL] }, { violations: [{ ...SLOW, kind: 'problem' }] }],
    2,
  ],
  [
    'a crash after a network fault is a separate finding from several requests in one call',
    [{ violations: [SEVERAL] }, { violations: [{ ...SLOW, kind: 'crash' }] }],
    2,
  ],
  [
    'a wrong value is a separate finding from several requests in one call if only other calls have it',
    [{ violations: [SEVERAL] }, { violations: [NO_CURSOR] }],
    2,
  ],
  [
    'a wrong member of a list element is a separate finding from several requests in one call',
    [{ violations: [SEVERAL, INNER] }, { violations: [INNER] }],
    2,
  ],
  [
    'a wrong value on another surface is a separate finding from several requests in one call',
    [{ violations: [SEVERAL, { ...NO_CURSOR, surface: 'b' }] }],
    2,
  ],
  [
    'a wrong value is a separate finding from several requests in one call if another operation has it too',
    [{ violations: [SEVERAL, NO_CURSOR] }, { violations: [NO_CURSOR], operation: 'orderThing' }],
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
