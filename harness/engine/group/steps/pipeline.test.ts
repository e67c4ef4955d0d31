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
const ECHO_OF_NAME: Given = { rule: 'state/echo', blame: 'backend', pointer: '/response/body/name' };
const VALUE: Given = { rule: 'parity/same-value', pointer: '/outcome/value/price' };

describe('consequences of a violation are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a second violation is evidence of the first if it occurs only together with the first',
      [{ violations: [REQUEST, STATUS] }, { violations: [REQUEST] }],
      ['a parity/same-request /body/name +1'],
    ],
    [
      'a second violation is a separate finding if it occurs once without the first',
      [{ violations: [REQUEST, STATUS] }, { violations: [STATUS] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'a second violation is a separate finding if it occurs on another surface',
      [{ violations: [REQUEST, { ...STATUS, surface: 'b' }] }],
      ['a parity/same-request /body/name +0', 'b conformance/status-documented /response/status +0'],
    ],
    [
      'a second violation is a separate finding if it is a success that the contract forbids',
      [{ violations: [REQUEST, { ...STATUS, status: 202 }] }],
      ['a parity/same-request /body/name +0', 'a conformance/status-documented /response/status +0'],
    ],
    [
      'a second violation is evidence if it is the same undocumented redirection, reported by another rule',
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
      'a wrong outcome is a separate finding, because a wrong request does not explain it',
      [{ violations: [REQUEST, STATUS, VALUE] }],
      ['a parity/same-request /body/name +1', 'a parity/same-value /outcome/value/price +0'],
    ],
    [
      'a violation is evidence if two earlier violations together explain it',
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

describe('replies with changed values are grouped into findings', () => {
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
      'a value that the service changes explains the broken schema of the reply',
      [{ violations: [BODY, ECHO] }, { violations: [ECHO] }],
      ['a state/echo /response/body/price +1'],
    ],
    [
      'a value that the service changes does not explain a schema that is broken without the change',
      [{ violations: [BODY, ECHO] }, { violations: [BODY] }, { violations: [ECHO] }],
      ['a conformance/response-body /response/body/price +0', 'a state/echo /response/body/price +0'],
    ],
    [
      'a value that the service changes does not explain a schema that is broken at another place',
      [{ violations: [{ ...BODY, pointer: '/response/body/size' }, ECHO] }, { violations: [ECHO] }],
      ['a conformance/response-body /response/body/size +0', 'a state/echo /response/body/price +0'],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

describe('values that are changed by one transformation are grouped into findings', () => {
  const trimmed = (pointer: string, surface = 'a'): Given => ({
    ...REQUEST,
    surface,
    pointer,
    expected: ' x',
    received: 'x',
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'one transformation of two places is one finding if no place is an exception',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x' } }],
      1,
    ],
    [
      'one transformation of two places is two findings if a third place is unchanged',
      [{ violations: [trimmed('/body/name'), trimmed('/body/note')], body: { name: ' x', note: ' x', title: ' y' } }],
      2,
    ],
    [
      'one transformation of three places is one finding, even if a fourth place is unchanged',
      [
        {
          violations: ['name', 'note', 'mark'].map((name) => trimmed(`/body/${name}`)),
          body: { name: ' x', note: ' x', mark: ' x', title: ' y' },
        },
      ],
      1,
    ],
    [
      'values of several types that become strings with their JSON are one finding: three places of a body',
      [
        {
          violations: [
            { ...REQUEST, pointer: '/body/name', kind: 'type-changed', expected: 0, received: '0' },
            { ...REQUEST, pointer: '/body/note', expected: 'a', received: '"a"' },
            { ...REQUEST, pointer: '/body/mark', kind: 'type-changed', expected: { b: [] }, received: '{"b": []}' },
          ],
          body: { name: 0, note: 'a', mark: { b: [] }, title: 'y' },
        },
      ],
      1,
    ],
    [
      'texts of several kinds that become the JSON values in them are one finding at the same member',
      [
        { violations: [{ ...ECHO_OF_NAME, kind: 'type-changed', expected: '1', received: 1 }], body: { name: '1' } },
        {
          violations: [{ ...ECHO_OF_NAME, kind: 'value-became-null', expected: 'null', received: null }],
          body: { name: 'null' },
        },
      ],
      1,
    ],
    [
      'several blanks that become one blank are one finding, even if other white space is unchanged',
      [
        {
          violations: ['/body/name', '/body/note'].map((pointer) => {
            return { ...REQUEST, pointer, expected: ' a  b', received: ' a b' };
          }),
          body: { name: ' a  b', note: ' a  b', title: ' \u00a0c\t' },
        },
      ],
      1,
    ],
    [
      'the same transformation on two surfaces is two findings',
      [{ violations: [trimmed('/body/name'), trimmed('/body/name', 'b')], body: { name: ' x' } }],
      2,
    ],
    [
      'two different transformations are two findings',
      [
        {
          violations: [trimmed('/body/name'), { ...REQUEST, pointer: '/body/note', expected: 'a', received: 'A' }],
          body: { name: ' x', note: 'a' },
        },
      ],
      2,
    ],
    [
      'the same transformation of a request and of an outcome is two findings',
      [{ violations: [trimmed('/body/name'), { ...VALUE, expected: ' x', received: 'x' }], body: { name: ' x' } }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('missing members of objects are grouped into findings', () => {
  const missing = (name: string): Given => ({
    rule: 'parity/same-value',
    kind: 'missing',
    pointer: `/outcome/value/${name}`,
  });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'two members of an object that are missing in the same trial are one finding',
      [{ violations: [missing('a'), missing('b')] }],
      1,
    ],
    [
      'two members of an object that are missing in different trials are two findings',
      [{ violations: [missing('a')] }, { violations: [missing('b')] }],
      2,
    ],
    [
      'three members of an object that are missing in three different trials are one finding',
      [{ violations: [missing('a')] }, { violations: [missing('b')] }, { violations: [missing('c')] }],
      1,
    ],
    [
      'two members of different objects that are missing are two findings',
      [{ violations: [missing('a/x'), missing('b/x')] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('ignored gates are grouped into findings', () => {
  const open = (gate: GateChoice): GivenTrial => ({
    violations: [{ rule: 'parity/same-gate', kind: 'request-before-approval', pointer: '/gate', cause: gate }],
    gate,
    expect: { kind: 'gated' },
  });

  it.each<[string, readonly GateChoice[], number]>([
    ['a gate that is always ignored is one finding', ['denied', 'unanswered', 'other'], 1],
    ['a gate that treats a missing decision as an approval is one finding', ['unanswered', 'other'], 1],
    [
      'a gate that ignores denials and accepts the approval of a different gate is two findings',
      ['denied', 'other'],
      2,
    ],
    ['a gate that ignores denials is one finding', ['denied'], 1],
  ])('%s (findings: $2)', async (_, choices, want) => {
    expect(await grouped(choices.map(open))).toHaveLength(want);
  });
});

describe('undocumented statuses are grouped into findings', () => {
  it('an undocumented status is one finding; a second undocumented status is a second finding', async () => {
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

it('each grouping step has a name, and a statement of which violations form one finding', () => {
  expect(GROUPING_STEPS.every(({ name, joins }) => name.length > 3 && /^[A-Z].*\.$/.test(joins))).toBe(true);
});
