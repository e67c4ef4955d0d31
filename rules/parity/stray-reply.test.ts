import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import { type SeenCall, TRIAL_TOKEN, contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import type { TrialContext } from '../rule.js';
import { strayReplies } from './stray-reply.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const BEARER: HeaderPair = ['Authorization', `Bearer ${TRIAL_TOKEN}`];
const GET: CaseInput = { path: { thing_id: 'a' } };

function strays(
  seen: readonly SeenCall[],
  compared: 'status' | 'value',
  given: Partial<TrialContext> = {},
  [id, input]: readonly [string, CaseInput] = ['getThing', GET],
): readonly string[] {
  return strayReplies(trialOf(contract, id, input, seen), contextOf(contract, given), compared).map(
    ({ surface, pointer, blame }) => `${surface} ${pointer} ${blame}`,
  );
}

function values(first: Json, second: Json, id = 'getThing', status = 200): readonly string[] {
  return strays([{ response: replied(status, first) }, { response: replied(status, second) }], 'value', {}, [
    id,
    id === 'getThing' ? GET : { body: { name: 'a' } },
  ]);
}

describe('the statuses of two surfaces', () => {
  it('different statuses for equal requests are a fault of the service', () => {
    expect(
      strays([{ response: replied(200) }, { response: replied(404) }, { response: replied(200) }], 'status'),
    ).toEqual(['b /response/status backend']);
  });

  it.each<[string, SeenCall]>([
    ['a request without its token', { request: { headers: [] } }],
    ['a request with a different token', { request: { headers: [['Authorization', 'Bearer other']] } }],
    ['a request with a precondition', { request: { headers: [BEARER, ['If-None-Match', '"1"']] } }],
    ['a request with a range', { request: { headers: [BEARER, ['Range', 'bytes=0-1']] } }],
    ['a request with a language', { request: { headers: [BEARER, ['Accept-Language', 'de']] } }],
    ['a request with a session cookie', { request: { headers: [BEARER, ['Cookie', 'session=1']] } }],
    ['a request with a different target', { request: { target: '/things' } }],
    [
      'a request that was sent twice',
      {
        exchanges: [0, 1].map(() => ({
          request: { method: 'GET', target: '/gr%C3%B6%C3%9Fe~/a', headers: [BEARER], body: new Uint8Array(0) },
          response: replied(404),
        })),
      },
    ],
  ])('two surfaces may get different statuses if their requests differ: one surface sends %s', (_, other) => {
    const [asked, another] = [{ response: replied(200) }, { response: replied(404), ...other }];
    expect([strays([asked, another], 'status'), strays([another, asked], 'status')]).toEqual([[], []]);
  });

  it.each<[string, readonly HeaderPair[]]>([
    ['an authentication scheme in lower case', [['authorization', `bearer ${TRIAL_TOKEN}`]]],
    ['an Accept-Language that permits any language', [BEARER, ['Accept-Language', '*']]],
    [
      'headers without an effect on the reply',
      [BEARER, ['User-Agent', 'x'], ['Accept', 'application/json'], ['X-Request-Id', '1']],
    ],
  ])(
    'two surfaces must get the same status if their requests differ only in form: one surface sends %s',
    (_, headers) => {
      expect(strays([{ response: replied(200) }, { response: replied(404), request: { headers } }], 'status')).toEqual([
        'b /response/status backend',
      ]);
    },
  );

  it('a 406 to one of two requests is not a fault', () => {
    expect(strays([{ response: replied(200) }, { response: replied(406) }], 'status')).toEqual([]);
  });

  it.each<[string, Partial<TrialContext>]>([
    ['calls with a shared state', { isolated: false }],
    ['the replies of a mock', { backend: 'mock' }],
    ['the replies of a script', { backend: 'scripted' }],
  ])('different statuses of two surfaces are not a violation for %s', (_, given) => {
    expect(strays([{ response: replied(200) }, { response: replied(404) }], 'status', given)).toEqual([]);
  });
});

describe('the values of two surfaces', () => {
  const thing = { name: 'a', id: '1', note: null, parts: [{ kind: 'a', serial: '1' }] };

  it.each<[string, Json, Json, readonly string[]]>([
    ['members in a different order, which is not a fault', { name: 'a', id: '1' }, { id: '1', name: 'a' }, []],
    ['a member with a different value', thing, { ...thing, name: 'b' }, ['b /response/body/name backend']],
    ['a missing member', thing, { name: 'a', id: '1' }, ['b /response/body/note backend']],
    ['a different readOnly member behind a reference, which is not a fault', thing, { ...thing, id: '2' }, []],
    [
      'a missing readOnly member',
      thing,
      { ...thing, id: undefined as unknown as null },
      ['b /response/body/id backend'],
    ],
    [
      'a different readOnly member of an alternative, which is not a fault',
      thing,
      { ...thing, parts: [{ kind: 'a', serial: '2' }] },
      [],
    ],
    [
      'a different member of an object in a list',
      thing,
      { ...thing, parts: [{ kind: 'b', serial: '1' }] },
      ['b /response/body/parts/0/kind backend'],
    ],
    [
      'a different time that only the service sets, which is not a fault',
      { ...thing, seen_at: '2026-01-01T00:00:00Z' },
      { ...thing, seen_at: '2026-01-01T00:00:01Z' },
      [],
    ],
    [
      'several members are one fault',
      thing,
      { name: 'b', id: '1', note: 'x', parts: [] },
      ['b /response/body/name backend'],
    ],
  ])(
    'equal requests of two surfaces must return equal values; the second reply has %s (violations: $3)',
    (_, first, second, want) => {
      expect(values(first, second)).toEqual(want);
    },
  );

  it.each<[string, Json, Json, readonly string[]]>([
    [
      'a member that the request states',
      { name: 'a', id: '1' },
      { name: 'b', id: '1' },
      ['b /response/body/name backend'],
    ],
    [
      'a time that the request states',
      { name: 'a', at: '2026-01-01T00:00:00Z' },
      { name: 'a', at: '2026-01-01T00:00:01Z' },
      ['b /response/body/at backend'],
    ],
    [
      'the same time, spelled differently',
      { name: 'a', at: '2026-01-01T00:00:00Z' },
      { name: 'a', at: '2026-01-01T01:00:00.00+01:00' },
      [],
    ],
    [
      'different values that the service generates, which is not a fault',
      { name: 'a', id: '1', number: 7 },
      { name: 'a', id: '2', number: 8 },
      [],
    ],
  ])(
    'the replies to equal creates may differ only in values that the service generates: %s (violations: $3)',
    (_, first, second, want) => {
      expect(values(first, second, 'makeThing', 201)).toEqual(want);
    },
  );

  it('failures are compared only in their problem types', () => {
    const problem = { type: 'urn:problem-type:not-found', instance: '/1' };
    expect(values(problem, { ...problem, instance: '/2' }, 'getThing', 404)).toEqual([]);
    expect(values(problem, { ...problem, type: 'urn:problem-type:gone' }, 'getThing', 404)).toEqual([
      'b /response/body backend',
    ]);
  });

  it('values with different media types are not compared', () => {
    const text = { ...replied(200, 'x'), headers: [['content-type', 'text/plain']] as const };
    expect(strays([{ response: replied(200, 'x') }, { response: text }], 'value')).toEqual([]);
  });
});
