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
      'is one fault with its lost problem',
      [{ violations: [LOST, PROBLEM] }, { violations: [LOST] }],
      ['a parity/same-rejection /outcome/problem +1'],
    ],
    [
      'is another fault if a problem is also lost with its status',
      [{ violations: [LOST, PROBLEM] }, { violations: [PROBLEM] }],
      BOTH,
    ],
    [
      'is another fault on another surface',
      [{ violations: [LOST, { ...PROBLEM, surface: 'b' }] }],
      ['a parity/same-status /outcome/status +0', 'b parity/same-rejection /outcome/problem +0'],
    ],
    [
      'is another fault if only a member of the problem is lost',
      [{ violations: [LOST, { ...PROBLEM, pointer: '/outcome/problem/detail' }] }],
      ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem/detail +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

describe('a problem with another type', () => {
  const at = (name: string, kind: string): Given => ({
    rule: 'parity/same-rejection',
    kind,
    pointer: `/outcome/problem/${name}`,
  });
  const TYPE = at('type', 'changed');
  const OTHERS = [at('detail', 'missing'), at('title', 'changed'), at('message', 'unexpected')];

  it.each<[string, readonly GivenTrial[], number]>([
    ['is another document', [{ violations: [TYPE, ...OTHERS] }, { violations: [TYPE] }], 1],
    ['may have no type', [{ violations: [at('type', 'missing'), ...OTHERS] }], 1],
    ['explains no member of other problems', [{ violations: [TYPE] }, { violations: [at('detail', 'missing')] }], 2],
    ['explains no other surface', [{ violations: [TYPE, { ...at('detail', 'missing'), surface: 'b' }] }], 2],
    ['explains no value', [{ violations: [TYPE, { ...VALUE, kind: 'missing' }] }], 2],
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
    ['is sent', [{ violations: [sorted(), argument('/arguments/0/tags/1')] }, { violations: [sorted()] }], 1],
    ['is not sent', [{ violations: [sorted()] }, { violations: [argument('/arguments/0/tags')] }], 2],
    ['is not the argument that is sent', [{ violations: [sorted(), argument('/arguments/0/name')] }], 2],
    ['is of another surface', [{ violations: [sorted('b'), argument('/arguments/0/tags')] }], 2],
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
    ['that fails for valid and refused requests', [valid, refused, raw('POST')], 1],
    ['and for another method', [valid, refused, raw('POST'), raw('TRACE')], 2],
    ['that fails in another way', [valid, refused, raw('POST', 'server-error')], 2],
    ['that fails for no valid request', [refused, raw('POST')], 2],
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
      'also for an item that was not created',
      [{ violations: [STRAY] }, { violations: [STORED] }],
      ['a parity/same-value /response/body/title +1'],
    ],
    [
      'is another fault if each instance does so',
      [{ violations: [STRAY] }, { violations: [STORED, { ...STORED, surface: 'b' }] }],
      [strayAlone, storedAlone],
    ],
    [
      'is another fault at another member',
      [{ violations: [STRAY] }, { violations: [{ ...STORED, pointer: '/response/body/size' }] }],
      [strayAlone, 'a state/stored /response/body/size +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});
