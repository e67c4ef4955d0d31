import { describe, expect, it } from 'vitest';
import type { GateChoice } from '../../../../contract/case.js';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';
import { GROUPING_STEPS } from './pipeline.js';

const STATUS: Given = {
  rule: 'conformance/status-documented',
  blame: 'backend',
  kind: 'status-undocumented',
  pointer: '/response/status',
  status: 418,
};
const REQUEST: Given = { rule: 'parity/same-request' };
const VALUE: Given = { rule: 'parity/same-value', pointer: '/outcome/value/price' };

describe('a second violation', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'is evidence of the first if it occurs only with the first',
      [{ violations: [REQUEST, STATUS] }, { violations: [REQUEST] }],
      ['a parity/same-request /body/name +1'],
    ],
    [
      'is a finding if it occurs once without the first',
      [{ violations: [REQUEST, STATUS] }, { violations: [STATUS] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'is a finding if it occurs on another surface',
      [{ violations: [REQUEST, { ...STATUS, surface: 'b' }] }],
      ['a parity/same-request /body/name +0', 'b conformance/status-documented /response/status +0'],
    ],
    [
      'is a finding if it is a success that the contract forbids',
      [{ violations: [REQUEST, { ...STATUS, status: 202 }] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'is evidence if another rule reports the same undocumented redirection',
      [
        {
          violations: [
            { ...STATUS, status: 307 },
            { ...STATUS, rule: 'conformance/valid-accepted', status: 307 },
          ],
        },
      ],
      ['a conformance/status-documented /response/status +1'],
    ],
    [
      'is a finding if it is a wrong outcome, which no wrong request explains',
      [{ violations: [REQUEST, STATUS, VALUE] }],
      ['a parity/same-request /body/name +1', 'a parity/same-value /outcome/value/price +0'],
    ],
    [
      'is evidence if two violations together explain it',
      [
        { violations: [{ ...REQUEST, kind: 'missing' }, STATUS] },
        { violations: [{ ...REQUEST, pointer: '/query/limit', kind: 'missing' }, STATUS] },
      ],
      ['a parity/same-request /body/name +1', 'a parity/same-request /query/limit +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
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

  it.each<[string, readonly GivenTrial[], readonly string[]]>([
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
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
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

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'of two places is one finding if no place is an exception',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x' } }],
      1,
    ],
    [
      'of two places is two findings if a third place is unchanged',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x', title: ' y' } }],
      2,
    ],
    [
      'of three places is one finding, even if a fourth place is unchanged',
      [
        {
          violations: ['name', 'note', 'mark'].map((name) => trimmed(`/body/${name}`)),
          body: { name: ' x', note: ' x', mark: ' x', title: ' y' },
        },
      ],
      1,
    ],
    [
      'on two surfaces is two findings',
      [{ violations: [trimmed('/body/name'), trimmed('/body/name', 'b')], body: { name: ' x' } }],
      2,
    ],
    [
      'and a different transformation are two findings',
      [
        {
          violations: [trimmed('/body/name'), { ...REQUEST, pointer: '/body/note', expected: 'a', received: 'A' }],
          body: { name: ' x', note: 'a' },
        },
      ],
      2,
    ],
    [
      'of a request and of an outcome is two findings',
      [{ violations: [trimmed('/body/name'), { ...VALUE, expected: ' x', received: 'x' }], body: { name: ' x' } }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('members of one object', () => {
  const missing = (name: string): Given => ({
    rule: 'parity/same-value',
    kind: 'missing',
    pointer: `/outcome/value/${name}`,
  });

  it.each<[string, readonly GivenTrial[], number]>([
    ['are one finding if they are missing in the same trial', [{ violations: [missing('a'), missing('b')] }], 1],
    [
      'are two findings if they are missing in different trials',
      [{ violations: [missing('a')] }, { violations: [missing('b')] }],
      2,
    ],
    [
      'are one finding if three members are missing in three different trials',
      [{ violations: [missing('a')] }, { violations: [missing('b')] }, { violations: [missing('c')] }],
      1,
    ],
    [
      'are two findings if one is a member of a different object',
      [{ violations: [missing('a/x'), missing('b/x')] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a gate', () => {
  const open = (gate: GateChoice): GivenTrial => ({
    violations: [{ rule: 'parity/same-gate', kind: 'request-before-approval', pointer: '/gate', cause: gate }],
    gate,
    expect: { kind: 'gated' },
  });

  it.each<[string, readonly GateChoice[], number]>([
    ['that is ignored is one fault', ['denied', 'unanswered', 'other'], 1],
    ['that treats a missing decision as an approval is one fault', ['unanswered', 'other'], 1],
    ['that ignores denials and accepts the approval of a different gate is two faults', ['denied', 'other'], 2],
    ['that ignores denials is one fault', ['denied'], 1],
  ])('%s (findings: $2)', async (_, choices, want) => {
    expect(await grouped(choices.map(open))).toHaveLength(want);
  });
});

describe('one status', () => {
  it('is one fault if it is undocumented; a second status is a second fault', async () => {
    const status = (cause: string): Given => ({ ...STATUS, cause });
    expect(
      await grouped([
        { violations: [status('418')] },
        { violations: [status('418')] },
        { violations: [status('599')] },
      ]),
    ).toHaveLength(2);
  });
});

it('each step states what it joins', () => {
  expect(GROUPING_STEPS.every(({ name, joins }) => name.length > 3 && /^[A-Z].*\.$/.test(joins))).toBe(true);
});
