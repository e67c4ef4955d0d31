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

const GAINED: Given = { ...LOST, kind: 'unexpected', pointer: '/outcome/problem/detail', cause: 'detail' };

const UNREAD: Given = {
  rule: 'parity/same-status',
  kind: 'success-reported-as-failure',
  pointer: '/outcome/status',
  cause: 'unread',
};

const trial = (...violations: readonly Given[]): GivenTrial => ({ violations });

describe('replaced problem documents are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a problem document with a wrong type forms one finding with a problem document that differs in all members',
      [trial(TYPE), trial(WHOLE)],
      1,
    ],
    [
      'a problem document with a wrong type forms one finding with a problem document that gets this type and loses its members',
      [trial(TYPE), trial(ADDED, LOST)],
      1,
    ],
    [
      'a problem document with a wrong type is a separate finding from a replaced problem document with another type',
      [trial(TYPE), trial({ ...WHOLE, received: { type: 'b' } })],
      2,
    ],
    [
      'a problem document with a wrong type is a separate finding from a replaced problem document without a type',
      [trial(TYPE), trial({ ...WHOLE, received: {} })],
      2,
    ],
    [
      'a problem document with a wrong type is a separate finding from a problem document that gets another type',
      [trial(TYPE), trial({ ...ADDED, received: 'urn:b' })],
      2,
    ],
    [
      'a problem document with a wrong type is a separate finding from a problem document that only loses a member',
      [trial(TYPE), trial(LOST)],
      2,
    ],
    [
      'a problem document with a wrong type forms one finding with a success that is reported as a failure',
      [trial(TYPE), trial(UNREAD)],
      1,
    ],
    [
      'a problem document that becomes one without a type forms one finding with a member that an undocumented failure gets',
      [trial(TYPE), { ...trial(GAINED), unexpected: true }],
      1,
    ],
    [
      'a problem document that becomes one without a type is a separate finding from a member that a documented failure gets',
      [trial(TYPE), trial(GAINED)],
      2,
    ],
    [
      'a problem document with another type is a separate finding from a member that an undocumented failure gets',
      [trial({ ...TYPE, received: 'urn:b' }), { ...trial(GAINED), unexpected: true }],
      2,
    ],
    [
      'a problem document with a specific wrong type is a separate finding from a success that is reported as a failure',
      [trial({ ...TYPE, received: 'urn:b' }), trial(UNREAD)],
      2,
    ],
    [
      'a problem document with a wrong type is a separate finding from a problem document on another surface',
      [trial(TYPE), trial({ ...WHOLE, surface: 'b' })],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect((await grouped(trials)).length).toBe(want);
  });
});
