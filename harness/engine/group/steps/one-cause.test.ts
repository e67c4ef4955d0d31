import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REQUEST: Given = { rule: 'parity/same-request' };
const VALUE: Given = { rule: 'parity/same-value', pointer: '/outcome/value/price' };

describe('a failure without a status', () => {
  const LOST: Given = { rule: 'parity/same-status', kind: 'status-missing', pointer: '/outcome/status' };
  const PROBLEM: Given = { rule: 'parity/same-rejection', kind: 'missing', pointer: '/outcome/problem' };
  const BOTH = ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem +0'];

  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'forms one finding with the lost problem of the same trial',
      [{ violations: [LOST, PROBLEM] }, { violations: [LOST] }],
      ['a parity/same-rejection /outcome/problem +1'],
    ],
    [
      'is a separate finding if a problem is also lost in a trial whose status is shown',
      [{ violations: [LOST, PROBLEM] }, { violations: [PROBLEM] }],
      BOTH,
    ],
    [
      'is a separate finding if another surface loses the problem',
      [{ violations: [LOST, { ...PROBLEM, surface: 'b' }] }],
      ['a parity/same-status /outcome/status +0', 'b parity/same-rejection /outcome/problem +0'],
    ],
    [
      'is a separate finding if only one member of the problem is lost',
      [{ violations: [LOST, { ...PROBLEM, pointer: '/outcome/problem/detail' }] }],
      ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem/detail +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

describe('a problem with a wrong type', () => {
  const at = (name: string, kind: string): Given => ({
    rule: 'parity/same-rejection',
    kind,
    pointer: `/outcome/problem/${name}`,
  });
  const TYPE = at('type', 'changed');
  const OTHERS = [at('detail', 'missing'), at('title', 'changed'), at('message', 'unexpected')];

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'explains the other wrong members of the same problem',
      [{ violations: [TYPE, ...OTHERS] }, { violations: [TYPE] }],
      1,
    ],
    [
      'explains the other wrong members if the type is missing',
      [{ violations: [at('type', 'missing'), ...OTHERS] }],
      1,
    ],
    [
      'does not explain a missing member of other problems',
      [{ violations: [TYPE] }, { violations: [at('detail', 'missing')] }],
      2,
    ],
    [
      'does not explain a missing member on another surface',
      [{ violations: [TYPE, { ...at('detail', 'missing'), surface: 'b' }] }],
      2,
    ],
    ['does not explain a wrong value', [{ violations: [TYPE, { ...VALUE, kind: 'missing' }] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a changed argument', () => {
  const sorted = (surface = 'a'): Given => ({ ...REQUEST, surface, kind: 'reordered', pointer: '/body/tags' });
  const argument = (pointer: string): Given => ({
    rule: 'conformance/arguments-unchanged',
    kind: 'argument-changed',
    pointer,
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'forms one finding with the changed member of the request',
      [{ violations: [sorted(), argument('/arguments/0/tags/1')] }, { violations: [sorted()] }],
      1,
    ],
    [
      'is a separate finding if no request has the change',
      [{ violations: [sorted()] }, { violations: [argument('/arguments/0/tags')] }],
      2,
    ],
    [
      'is a separate finding if a different member of the request is changed',
      [{ violations: [sorted(), argument('/arguments/0/name')] }],
      2,
    ],
    [
      'is a separate finding if the request of another surface is changed',
      [{ violations: [sorted('b'), argument('/arguments/0/tags')] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a server error for a method', () => {
  const FAILED: Given = {
    rule: 'conformance/no-server-error',
    blame: 'backend',
    kind: 'no-reply',
    pointer: '/response/status',
    cause: 'makeThing',
  };
  const refused: GivenTrial = { violations: [FAILED], expect: { kind: 'unauthenticated' } };
  const raw = (method: string, kind = 'no-reply'): GivenTrial => ({
    violations: [{ ...FAILED, kind, cause: 'raw method' }],
    expect: { kind: 'answered' },
    raw: { fault: 'method', words: 'with another method', method },
  });
  const valid: GivenTrial = { violations: [FAILED] };

  it.each<[string, readonly GivenTrial[], number]>([
    ['is one finding for valid, refused and raw requests with the method', [valid, refused, raw('POST')], 1],
    ['is a separate finding for a raw request with a different method', [valid, refused, raw('POST'), raw('TRACE')], 2],
    [
      'is a separate finding if the raw request fails in a different way',
      [valid, refused, raw('POST', 'server-error')],
      2,
    ],
    ['is a separate finding if no valid request fails', [refused, raw('POST')], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a stored value that one instance of the service returns wrongly', () => {
  const AT = { blame: 'backend', pointer: '/response/body/title' } as const;
  const STRAY: Given = { ...AT, rule: 'parity/same-value', kind: 'stray-reply', cause: 'makeThing value' };
  const STORED: Given = { ...AT, rule: 'state/stored', cause: 'makeThing title' };
  const [strayAlone, storedAlone] = [
    'a parity/same-value /response/body/title +0',
    'a state/stored /response/body/title +0',
  ];

  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'forms one finding with the difference between the replies of two instances',
      [{ violations: [STRAY] }, { violations: [STORED] }],
      ['a parity/same-value /response/body/title +1'],
    ],
    [
      'is a separate finding from the difference if both instances return the value wrongly',
      [{ violations: [STRAY] }, { violations: [STORED, { ...STORED, surface: 'b' }] }],
      [strayAlone, storedAlone],
    ],
    [
      'is a separate finding from the difference if the instances differ in another member',
      [{ violations: [STRAY] }, { violations: [{ ...STORED, pointer: '/response/body/size' }] }],
      [strayAlone, 'a state/stored /response/body/size +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});
