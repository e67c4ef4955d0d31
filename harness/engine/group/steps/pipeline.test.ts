import { beforeAll, describe, expect, it } from 'vitest';
import type { Case, GateChoice } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Json } from '../../../../contract/json/json.js';
import { TRIAL_RULES } from '../../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../../rules/finding.js';
import { things, trialOf } from '../../../../rules/fixtures/trials.js';
import type { Broken } from '../../judge/judge.js';
import { Clusters } from '../cluster.js';
import { groupedClusters, GROUPING_STEPS } from './pipeline.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

type Given = Partial<Violation> & { readonly rule: string };

/** A violation of a surface, unless stated otherwise. */
function broken({ rule: id, ...given }: Given): Broken {
  const rule = TRIAL_RULES.find((known) => known.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  const about = {
    surface: 'a',
    pointer: '/body/name',
    kind: 'changed',
    blame: 'surface',
    expected: 'given',
    received: 'sent',
  } as const;
  return { rule, violation: { ...about, message: '', ...given } };
}

interface Trial {
  readonly violations: readonly Given[];
  readonly body?: Json;
  readonly gate?: GateChoice;
  readonly expect?: Case['expect'];
  /** Sent to another operation. */
  readonly raw?: Case['raw'];
}

const ACCEPTED: Case['expect'] = { kind: 'accepted' };

/** Surface, rule and pointer of each finding, with its number of items of evidence. */
function grouped(trials: readonly Trial[]): readonly string[] {
  const clusters = new Clusters();
  for (const [
    index,
    { violations, body = { name: 'a' }, gate = 'approved', expect: promised = ACCEPTED, raw },
  ] of trials.entries()) {
    const trial = trialOf(contract, raw ? 'orderThing' : 'makeThing', { body }, [{}, {}], {
      gate,
      expect: promised,
      ...(raw && { raw }),
    });
    clusters.add({ trial, index, backend: 'reference' }, violations.map(broken));
  }
  return groupedClusters(clusters).map(
    ({ rule, smallest: { violation }, evidence }) =>
      `${violation.surface} ${rule.id} ${violation.pointer} +${evidence.size}`,
  );
}

const STATUS: Given = {
  rule: 'conformance/status-documented',
  blame: 'backend',
  kind: 'status-undocumented',
  pointer: '/response/status',
  status: 418,
};
const REQUEST: Given = { rule: 'parity/same-request' };
const VALUE: Given = { rule: 'parity/same-value', pointer: '/outcome/value/price' };

describe('a violation that may follow from another one', () => {
  it.each<[string, readonly Trial[], readonly string[]]>([
    [
      'occurs only with it',
      [{ violations: [REQUEST, STATUS] }, { violations: [REQUEST] }],
      ['a parity/same-request /body/name +1'],
    ],
    [
      'occurs once without it',
      [{ violations: [REQUEST, STATUS] }, { violations: [STATUS] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'occurs on another surface',
      [{ violations: [REQUEST, { ...STATUS, surface: 'b' }] }],
      ['a parity/same-request /body/name +0', 'b conformance/status-documented /response/status +0'],
    ],
    [
      'is a success that breaks the contract',
      [{ violations: [REQUEST, { ...STATUS, status: 202 }] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'is a wrong outcome, which no request and no service explains',
      [{ violations: [REQUEST, STATUS, VALUE] }],
      ['a parity/same-request /body/name +1', 'a parity/same-value /outcome/value/price +0'],
    ],
    [
      'is explained by two causes together',
      [
        { violations: [{ ...REQUEST, kind: 'missing' }, STATUS] },
        { violations: [{ ...REQUEST, pointer: '/query/limit', kind: 'missing' }, STATUS] },
      ],
      ['a parity/same-request /body/name +1', 'a parity/same-request /query/limit +0'],
    ],
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toEqual(want);
  });
});

describe('a value that the service changes', () => {
  const PRICE = '/response/body/price';
  const ECHO: Given = { rule: 'state/echo', blame: 'backend', pointer: PRICE, cause: 'makeThing price' };
  const BODY: Given = {
    rule: 'conformance/response-body',
    blame: 'backend',
    kind: 'multipleOf',
    pointer: PRICE,
  };

  it.each<[string, readonly Trial[], readonly string[]]>([
    [
      'may break the schema of the reply',
      [{ violations: [BODY, ECHO] }, { violations: [ECHO] }],
      ['a state/echo /response/body/price +1'],
    ],
    [
      'does not explain a broken schema without the change',
      [{ violations: [BODY, ECHO] }, { violations: [BODY] }, { violations: [ECHO] }],
      ['a conformance/response-body /response/body/price +0', 'a state/echo /response/body/price +0'],
    ],
    [
      'does not explain a broken schema at another place',
      [{ violations: [{ ...BODY, pointer: '/response/body/size' }, ECHO] }, { violations: [ECHO] }],
      ['a conformance/response-body /response/body/size +0', 'a state/echo /response/body/price +0'],
    ],
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toEqual(want);
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

  it.each<[string, readonly Trial[], readonly string[]]>([
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
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toEqual(want);
  });
});

describe('one transformation', () => {
  const trimmed = (pointer: string, surface = 'a'): Given => ({
    ...REQUEST,
    surface,
    pointer,
    expected: ' x',
    received: 'x',
  });

  it.each<[string, readonly Trial[], number]>([
    [
      'at two places, without exceptions',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x' } }],
      1,
    ],
    [
      'at two places, with an exception',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x', title: ' y' } }],
      2,
    ],
    [
      'at three places, with an exception',
      [
        {
          violations: ['name', 'note', 'mark'].map((name) => trimmed(`/body/${name}`)),
          body: { name: ' x', note: ' x', mark: ' x', title: ' y' },
        },
      ],
      1,
    ],
    ['on two surfaces', [{ violations: [trimmed('/body/name'), trimmed('/body/name', 'b')], body: { name: ' x' } }], 2],
    [
      'and a different transformation',
      [
        {
          violations: [trimmed('/body/name'), { ...REQUEST, pointer: '/body/note', expected: 'a', received: 'A' }],
          body: { name: ' x', note: 'a' },
        },
      ],
      2,
    ],
    [
      'of a request and of an outcome',
      [{ violations: [trimmed('/body/name'), { ...VALUE, expected: ' x', received: 'x' }], body: { name: ' x' } }],
      2,
    ],
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toHaveLength(want);
  });
});

describe('members of one object', () => {
  const missing = (name: string): Given => ({
    rule: 'parity/same-value',
    kind: 'missing',
    pointer: `/outcome/value/${name}`,
  });

  it.each<[string, readonly Trial[], number]>([
    ['missing together', [{ violations: [missing('a'), missing('b')] }], 1],
    ['missing in different trials', [{ violations: [missing('a')] }, { violations: [missing('b')] }], 2],
    [
      'three of them, missing in different trials',
      [{ violations: [missing('a')] }, { violations: [missing('b')] }, { violations: [missing('c')] }],
      1,
    ],
    ['of two objects', [{ violations: [missing('a/x'), missing('b/x')] }], 2],
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toHaveLength(want);
  });
});

describe('a gate', () => {
  const open = (gate: GateChoice): Trial => ({
    violations: [{ rule: 'parity/same-gate', kind: 'request-before-approval', pointer: '/gate', cause: gate }],
    gate,
    expect: { kind: 'gated' },
  });

  it.each<[string, readonly GateChoice[], number]>([
    ['that is ignored', ['denied', 'unanswered', 'other'], 1],
    ['that treats a missing decision as an approval', ['unanswered', 'other'], 1],
    ['that ignores denials, and accepts the approval of another gate', ['denied', 'other'], 2],
    ['that ignores denials', ['denied'], 1],
  ])('%s', (_, choices, want) => {
    expect(grouped(choices.map(open))).toHaveLength(want);
  });
});

describe('a failure without a status', () => {
  const LOST: Given = { rule: 'parity/same-status', kind: 'status-missing', pointer: '/outcome/status' };
  const PROBLEM: Given = { rule: 'parity/same-rejection', kind: 'missing', pointer: '/outcome/problem' };
  const BOTH = ['a parity/same-status /outcome/status +0', 'a parity/same-rejection /outcome/problem +0'];

  it.each<[string, readonly Trial[], readonly string[]]>([
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
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toEqual(want);
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
  const refused: Trial = { violations: [FAILED], expect: { kind: 'unauthenticated' } };
  const raw = (method: string, kind = 'no-reply'): Trial => ({
    violations: [{ ...FAILED, kind, cause: 'raw method' }],
    expect: { kind: 'answered' },
    raw: { fault: 'method', words: 'with another method', method },
  });
  const valid: Trial = { violations: [FAILED] };

  it.each<[string, readonly Trial[], number]>([
    ['that fails for valid and refused requests', [valid, refused, raw('POST')], 1],
    ['and for another method', [valid, refused, raw('POST'), raw('TRACE')], 2],
    ['that fails in another way', [valid, refused, raw('POST', 'server-error')], 2],
    ['that fails for no valid request', [refused, raw('POST')], 2],
  ])('%s', (_, trials, want) => {
    expect(grouped(trials)).toHaveLength(want);
  });
});

describe('one status', () => {
  it('that is undocumented is one fault, a second status is a second fault', () => {
    const status = (cause: string): Given => ({ ...STATUS, cause });
    expect(
      grouped([{ violations: [status('418')] }, { violations: [status('418')] }, { violations: [status('599')] }]),
    ).toHaveLength(2);
  });
});

it('each step states what it joins', () => {
  expect(GROUPING_STEPS.every(({ name, joins }) => name.length > 3 && /^[A-Z].*\.$/.test(joins))).toBe(true);
});
