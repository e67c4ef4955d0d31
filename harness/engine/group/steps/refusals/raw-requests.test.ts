import { describe, expect, it } from 'vitest';
import type { Case } from '../../../../../contract/case.js';
import { contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { notesContract } from '../../../../miniatures/workloads.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';
import { RAW_REQUESTS_STEP } from './raw-requests.js';

const INPUTS: Readonly<Record<string, Case['input']>> = { getNote: { path: { note_id: 'a' } } };
const VALID: Partial<Case> = { expect: { kind: 'accepted' } };
const RAW: Partial<Case> = {
  expect: { kind: 'answered' },
  raw: { fault: 'query', words: 'with an unknown query parameter', method: 'GET' },
};

it.each<[string, readonly (readonly [operation: string, made: Partial<Case>])[], readonly string[]]>([
  [
    'makes one finding of a failing raw request and operations that all fail for valid requests',
    [
      ['listNotes', VALID],
      ['createNote', VALID],
      ['listNotes', RAW],
      ['createNote', RAW],
    ],
    ['listNotes,createNote', 'createNote'],
  ],
  [
    'makes a separate finding of a raw request that fails on a different operation',
    [
      ['listNotes', VALID],
      ['createNote', VALID],
      ['listNotes', RAW],
      ['getNote', RAW],
    ],
    ['listNotes', 'createNote', 'listNotes,getNote'],
  ],
])('the grouping step for raw requests %s', async (_, given, want) => {
  const contract = await notesContract();
  const clusters = new Clusters();
  for (const [index, [operation, made]] of given.entries()) {
    const problem = { type: 'urn:problem-type:x', title: 'No.', status: 500 };
    const seen = { response: replied(500, problem), outcome: { kind: 'problem', status: 500, problem } } as const;
    const trial = trialOf(contract, operation, INPUTS[operation] ?? {}, [seen], made);
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  const failing = clusters.inOrder().filter(({ rule }) => rule.id === 'conformance/no-server-error');
  expect(RAW_REQUESTS_STEP.apply(failing, clusters).map(({ operations }) => [...operations].join())).toEqual(want);
});

const BACKEND = { blame: 'backend' } as const;
const STATUS: Given = {
  ...BACKEND,
  rule: 'conformance/status-documented',
  kind: 'status-undocumented',
  pointer: '/response/status',
};
const MALFORMED: Given = {
  ...BACKEND,
  rule: 'conformance/malformed-refused',
  kind: 'malformed-answered-otherwise',
  pointer: '/response/status',
  cause: 'route',
  received: 403,
};
const ROUTE: GivenTrial['raw'] = { fault: 'route', words: 'to an unknown path', method: 'GET' };

describe('undocumented statuses are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an undocumented status for a raw request forms one finding with the same status for unknown paths',
      [{ violations: [{ ...STATUS, received: 403 }] }, { violations: [MALFORMED], raw: ROUTE }],
      true,
    ],
    [
      'an undocumented status for a raw request is a separate finding from another status for unknown paths',
      [{ violations: [{ ...STATUS, received: 418 }] }, { violations: [MALFORMED], raw: ROUTE }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const REFUSED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  pointer: '/response/status',
  status: 400,
  reason: 'The name is too short.',
  cause: 'orderThing 400',
};
const CHANGED: Given = { ...REFUSED, cause: 'orderThing with a charset parameter in its content type 400' };
const CHARSET: GivenTrial['raw'] = { fault: 'media-type', words: 'with a charset parameter in its content type' };
const PLAIN: GivenTrial = { violations: [REFUSED], operation: 'orderThing' };

describe('refusals of changed valid requests are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a refusal of a valid request that the harness changed forms one finding with the same refusal of the unchanged request',
      [PLAIN, { violations: [CHANGED], raw: CHARSET }],
      1,
    ],
    [
      'a refusal of a valid request that the harness changed is a separate finding from a refusal with another status',
      [PLAIN, { violations: [{ ...CHANGED, status: 415 }], raw: CHARSET }],
      2,
    ],
    [
      'a refusal of a valid request that the harness changed is a separate finding from a refusal by another operation',
      [{ violations: [REFUSED] }, { violations: [{ ...CHANGED, reason: 'charset' }], raw: CHARSET }],
      2,
    ],
    [
      'refusals of a valid request, changed or unchanged, are evidence of an undocumented status',
      [
        { violations: [{ ...STATUS, received: 400, status: 400 }, REFUSED], operation: 'orderThing' },
        { violations: [CHANGED], raw: CHARSET },
      ],
      1,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('accepted unknown members are grouped into findings', () => {
  const ACCEPTED: Given = { ...MALFORMED, kind: 'malformed-accepted', cause: 'size', received: 201 };
  const INVALID: Given = {
    ...BACKEND,
    rule: 'conformance/invalid-rejected',
    kind: 'invalid-accepted',
    pointer: '/body',
    status: 201,
  };
  const MANY: GivenTrial = {
    violations: [ACCEPTED],
    operation: 'makeThing',
    raw: { fault: 'size', words: 'with many unknown members in its body' },
    provenance: { kind: 'invalid', name: 'size-members' },
  };
  const one = (keyword: string): GivenTrial => ({
    violations: [INVALID],
    expect: { kind: 'rejected', keyword, pointer: '/body' },
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'an accepted request with many unknown members forms one finding with an accepted single unknown member',
      [one('unevaluatedProperties'), MANY],
      1,
    ],
    [
      'an accepted request with many unknown members is a separate finding from an accepted wrong type',
      [one('type'), MANY],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('malformed bodies that the service repairs are grouped into findings', () => {
  const raw = (name: string, kind: string): GivenTrial => ({
    violations: [{ ...MALFORMED, kind, cause: 'malformed-json', received: 201 }],
    operation: 'makeThing',
    raw: { fault: 'malformed-json', words: 'with a malformed body' },
    provenance: { kind: 'invalid', name },
  });
  const echoed = (expected: string, received: string): GivenTrial => ({
    violations: [{ ...BACKEND, rule: 'state/echo', pointer: '/response/body/name', expected, received }],
  });
  const withoutBody: GivenTrial = {
    violations: [
      { ...BACKEND, rule: 'conformance/invalid-rejected', kind: 'invalid-accepted', pointer: '/body', status: 201 },
    ],
    isWithoutBody: true,
    expect: { kind: 'rejected', keyword: 'required', pointer: '/body' },
  };

  const inTurn = ['makeThing', 'orderThing'];
  const accepted = (operation: string): GivenTrial => ({
    ...withoutBody,
    operation,
    violations: withoutBody.violations.map((each) => ({ ...each, cause: `${operation} required /body` })),
  });
  const empty = (operation: string): GivenTrial => ({ ...raw('json-empty', 'malformed-accepted'), operation });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'empty bodies of two operations are one finding with the omitted bodies that both operations accept',
      [...inTurn.map(accepted), ...inTurn.map(empty)],
      1,
    ],
    [
      'empty bodies of two operations are a separate finding from an omitted body that one of them accepts',
      [accepted('makeThing'), ...inTurn.map(empty)],
      2,
    ],
    [
      'omitted bodies that two operations accept are two findings if only one of them accepts an empty body',
      [...inTurn.map(accepted), empty('makeThing')],
      2,
    ],
    [
      'an accepted comma is one finding with a text that loses such a comma',
      [raw('json-comma', 'malformed-accepted'), echoed('a,]', 'a]')],
      1,
    ],
    [
      'an accepted comma is a separate finding from a text that loses another comma',
      [raw('json-comma', 'malformed-accepted'), echoed('a,b', 'ab')],
      2,
    ],
    [
      'an accepted comment is one finding with a text that loses what looks like a comment',
      [raw('json-comment', 'malformed-accepted'), echoed('http://a', 'http:')],
      1,
    ],
    [
      'an empty body with a wrong refusal is one finding with an omitted body that is accepted',
      [raw('json-empty', 'malformed-answered-otherwise'), withoutBody],
      1,
    ],
    [
      'another malformed body is a separate finding from an omitted body that is accepted',
      [raw('json-twice', 'malformed-accepted'), withoutBody],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('wrong answers to unreadable and large bodies are grouped into findings', () => {
  const raw = (fault: 'malformed-json' | 'encoding' | 'size', violation: Partial<Given>): GivenTrial => ({
    violations: [{ ...MALFORMED, received: 422, cause: fault, ...violation }],
    operation: 'makeThing',
    raw: { fault, words: 'with such a body' },
  });
  const FAILED: Given = {
    ...BACKEND,
    rule: 'conformance/no-server-error',
    kind: 'server-error',
    pointer: '/response/status',
    status: 500,
  };
  const fromSurface = (name: string): GivenTrial => ({
    violations: [{ ...FAILED, cause: name }],
    expect: { kind: 'rejected', keyword: 'additionalProperties', pointer: '/body' },
    provenance: { kind: 'invalid', name },
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'bodies that are not UTF-8 and bodies that are not JSON, with the same wrong status, are one finding',
      [raw('malformed-json', {}), raw('encoding', {})],
      1,
    ],
    [
      'bodies that are not UTF-8 and bodies that are not JSON, with different wrong statuses, are two findings',
      [raw('malformed-json', {}), raw('encoding', { received: 409 })],
      2,
    ],
    [
      'a server error at a body that is too large, from the harness and from a surface, is one finding',
      [fromSurface('large-body'), raw('size', { ...FAILED, cause: 'size' })],
      1,
    ],
    [
      'a server error at a body that is too large is a separate finding from one at another invalid body',
      [fromSurface('other'), raw('size', { ...FAILED, cause: 'size' })],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});
