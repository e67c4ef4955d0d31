import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const TYPE: Given = {
  rule: 'parity/same-rejection',
  kind: 'changed',
  pointer: '/outcome/problem/type',
  expected: 'urn:a',
  received: 'about:blank',
  cause: '#/components/schemas/Problem/properties/type',
};
const WHOLE: Given = { ...TYPE, pointer: '/outcome/problem', received: { type: 'about:blank' }, cause: 'whole' };
const ADDED: Given = { ...TYPE, kind: 'unexpected', cause: 'added' };
const LOST: Given = { ...TYPE, kind: 'missing', pointer: '/outcome/problem/at', received: '(omitted)', cause: 'at' };

const trial = (...violations: readonly Given[]): GivenTrial => ({ violations });

describe('a problem that is replaced by another one', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    ['may differ as a whole', [trial(TYPE), trial(WHOLE)], 1],
    ['gets a type, and loses its members', [trial(TYPE), trial(ADDED, LOST)], 1],
    ['differs as a whole from one with another type', [trial(TYPE), trial({ ...WHOLE, received: { type: 'b' } })], 2],
    ['differs as a whole from one without a type', [trial(TYPE), trial({ ...WHOLE, received: {} })], 2],
    ['is not one that gets another type', [trial(TYPE), trial({ ...ADDED, received: 'urn:b' })], 2],
    ['is not one that loses a member and gets no type', [trial(TYPE), trial(LOST)], 2],
    ['is that of one surface', [trial(TYPE), trial({ ...WHOLE, surface: 'b' })], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect((await grouped(trials)).length).toBe(want);
  });
});
