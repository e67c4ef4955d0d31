import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REQUEST: Given = { rule: 'parity/same-request' };
const VALUE: Given = { rule: 'parity/same-value', pointer: '/outcome/value/price' };

describe('lost statuses and lost problem documents are grouped into findings', () => {
  const LOST: Given = { rule: 'parity/same-status', kind: 'status-missing', pointer: '/outcome/status' };
  const PROBLEM: Given = { rule: 'parity/same-rejection', kind: 'missing', pointer: '/outcome/problem' };
  const BOTH = ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem +0'];

  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a failure without a status forms one finding with the problem document that is lost in the same trial',
      [{ violations: [LOST, PROBLEM] }, { violations: [LOST] }],
      ['a parity/same-rejection /outcome/problem +1'],
    ],
    [
      'a failure without a status is a separate finding if the problem document is also lost in other trials',
      [{ violations: [LOST, PROBLEM] }, { violations: [PROBLEM] }],
      BOTH,
    ],
    [
      'a failure without a status is a separate finding from a problem document that another surface loses',
      [{ violations: [LOST, { ...PROBLEM, surface: 'b' }] }],
      ['a parity/same-status /outcome/status +0', 'b parity/same-rejection /outcome/problem +0'],
    ],
    [
      'a failure without a status is a separate finding if only one member of the problem document is lost',
      [{ violations: [LOST, { ...PROBLEM, pointer: '/outcome/problem/detail' }] }],
      ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem/detail +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

describe('wrong types of problem documents are grouped into findings', () => {
  const at = (name: string, kind: string): Given => ({
    rule: 'parity/same-rejection',
    kind,
    pointer: `/outcome/problem/${name}`,
  });
  const TYPE = at('type', 'changed');
  const OTHERS = [at('detail', 'missing'), at('title', 'changed'), at('message', 'unexpected')];

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a wrong type of a problem document explains its other wrong members',
      [{ violations: [TYPE, ...OTHERS] }, { violations: [TYPE] }],
      1,
    ],
    [
      'a missing type of a problem document explains its other wrong members',
      [{ violations: [at('type', 'missing'), ...OTHERS] }],
      1,
    ],
    [
      'a wrong type of a problem document does not explain a missing member of other problem documents',
      [{ violations: [TYPE] }, { violations: [at('detail', 'missing')] }],
      2,
    ],
    [
      'a wrong type of a problem document does not explain a missing member on another surface',
      [{ violations: [TYPE, { ...at('detail', 'missing'), surface: 'b' }] }],
      2,
    ],
    [
      'a wrong type of a problem document does not explain a wrong member of a value',
      [{ violations: [TYPE, { ...VALUE, kind: 'missing' }] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('changed arguments are grouped into findings', () => {
  const sorted = (surface = 'a'): Given => ({ ...REQUEST, surface, kind: 'reordered', pointer: '/body/tags' });
  const argument = (pointer: string): Given => ({
    rule: 'conformance/arguments-unchanged',
    kind: 'argument-changed',
    pointer,
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a changed argument forms one finding with the changed member in the request',
      [{ violations: [sorted(), argument('/arguments/0/tags/1')] }, { violations: [sorted()] }],
      1,
    ],
    [
      'a changed argument is a separate finding if the requests are correct',
      [{ violations: [sorted()] }, { violations: [argument('/arguments/0/tags')] }],
      2,
    ],
    [
      'a changed argument is a separate finding if a different member of the request is changed',
      [{ violations: [sorted(), argument('/arguments/0/name')] }],
      2,
    ],
    [
      'a changed argument is a separate finding if the request of another surface is changed',
      [{ violations: [sorted('b'), argument('/arguments/0/tags')] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('server errors for one HTTP method are grouped into findings', () => {
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
    [
      'a server error for a method is one finding for valid, refused and raw requests with the method',
      [valid, refused, raw('POST')],
      1,
    ],
    [
      'a server error for a method is a separate finding for a raw request with a different method',
      [valid, refused, raw('POST'), raw('TRACE')],
      2,
    ],
    [
      'a server error for a method is a separate finding if the raw request fails in a different way',
      [valid, refused, raw('POST', 'server-error')],
      2,
    ],
    ['a server error for a method is a separate finding if no valid request fails', [refused, raw('POST')], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('stored values that differ between instances of the service are grouped into findings', () => {
  const AT = { blame: 'backend', pointer: '/response/body/title' } as const;
  const STRAY: Given = { ...AT, rule: 'parity/same-value', kind: 'stray-reply', cause: 'makeThing value' };
  const STORED: Given = { ...AT, rule: 'state/stored', cause: 'makeThing title' };
  const [strayAlone, storedAlone] = [
    'a parity/same-value /response/body/title +0',
    'a state/stored /response/body/title +0',
  ];

  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a stored value that one instance of the service returns wrongly forms one finding with the difference between the replies of two instances',
      [{ violations: [STRAY] }, { violations: [STORED] }],
      ['a parity/same-value /response/body/title +1'],
    ],
    [
      'a stored value that one instance of the service returns wrongly is a separate finding from the difference if both instances return the value wrongly',
      [{ violations: [STRAY] }, { violations: [STORED, { ...STORED, surface: 'b' }] }],
      [strayAlone, storedAlone],
    ],
    [
      'a stored value that one instance of the service returns wrongly is a separate finding from the difference if the instances differ in another member',
      [{ violations: [STRAY] }, { violations: [{ ...STORED, pointer: '/response/body/size' }] }],
      [strayAlone, 'a state/stored /response/body/size +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});
