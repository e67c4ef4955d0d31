import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const FAILURE: Given = {
  rule: 'parity/same-status',
  kind: 'failure-reported-as-success',
  pointer: '/outcome/status',
  cause: 'failure',
};
const UNREADABLE: Given = {
  rule: 'conformance/unexpected-reply',
  kind: 'unreadable-reported-as-success',
  pointer: '/outcome',
  cause: '',
};
const NOTHING: Given = {
  rule: 'conformance/one-exchange',
  kind: 'nothing-sent',
  pointer: '/request',
};
const FAULT: Given = {
  rule: 'conformance/fault-reported',
  kind: 'failure-reported-as-success',
  pointer: '/outcome',
  cause: 'refused',
};
const ERROR: Given = { ...FAILURE, kind: 'other-error' };
const ENDED: Given = { ...UNREADABLE, kind: 'crash', status: 302 };

describe('values that a surface returns without a request are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a value without a request forms one finding with a value that is returned after a network fault',
      [{ violations: [NOTHING] }, { violations: [FAULT] }],
      true,
    ],
    [
      'a value without a request is a separate finding from a value on a different surface',
      [{ violations: [NOTHING] }, { violations: [{ ...FAULT, surface: 'b' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('failures that are reported with a wrong error are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a wrong error for a failure forms one finding with a crash at a failure',
      [{ violations: [ENDED] }, { violations: [ERROR] }],
      true,
    ],
    [
      'a wrong error for a failure is a separate finding from a crash at a success',
      [{ violations: [{ ...ENDED, status: 200 }] }, { violations: [ERROR] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('failures that are reported as successes are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a failure that is reported as a success forms one finding with an unreadable reply that is reported as a success',
      [{ violations: [FAILURE] }, { violations: [UNREADABLE] }],
      true,
    ],
    [
      'a failure that is reported as a success is a separate finding from the same fault on another surface',
      [{ violations: [FAILURE] }, { violations: [{ ...UNREADABLE, surface: 'b' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('failures that are reported as refusals are grouped into findings', () => {
  const refusal = { kind: 'failure-reported-as-refusal' } as const;
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a failure that is reported as a refusal forms one finding with a refused connection that is reported as a refusal',
      [{ violations: [{ ...FAILURE, ...refusal }] }, { violations: [{ ...FAULT, ...refusal }] }],
      true,
    ],
    [
      'a failure that is reported as a refusal is a separate finding from a failure that is reported as a success',
      [{ violations: [FAILURE] }, { violations: [{ ...FAULT, ...refusal }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});
