import { describe, expect, it } from 'vitest';
import { itemService, operationOf } from '../../../../../contract/fixtures/contracts.js';
import { gateDecisionName } from '../../../../../rules/parity/gate-decisions.js';
import { gateCases } from '../../../../cases/operations/gate-decisions.js';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';
import { CAUSES } from './gate-choices.js';

const BY_CLIENT: Given = {
  rule: 'conformance/valid-accepted',
  kind: 'refused-by-client',
  pointer: '/outcome',
  cause: 'makeThing',
};
const GATE: Given = { rule: 'parity/same-gate', kind: 'refusal-not-reported', pointer: '/gate', received: 'refused' };

describe('calls that are always refused are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a call that is always refused forms one finding with a refusal before its gate',
      [{ violations: [GATE], gate: 'denied' }, { violations: [BY_CLIENT] }],
      true,
    ],
    [
      'a call that is always refused is a separate finding from a call that continues after its gate',
      [{ violations: [{ ...GATE, received: 'value' }], gate: 'denied' }, { violations: [BY_CLIENT] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

it('the violations of each gate decision, except the simplest, may form one finding with those of another decision', async () => {
  const contract = await itemService();
  const operation = operationOf(contract, 'getItem');
  const decisions = gateCases({ ...contract, operations: [operation] }, operation, {}, () => ({
    kind: 'accepted',
  })).map(gateDecisionName);
  expect(decisions.filter((decision) => CAUSES[decision] === undefined)).toEqual(['denied']);
});

describe('violations at gates without an answer are grouped into findings', () => {
  const PIPED: Given = { ...GATE, kind: 'request-before-approval', received: 'GET /' };
  const DENIED: Given = { ...GATE, kind: 'other-exit-code', received: 3 };
  it.each<[string, Given, number]>([
    ['an unanswered gate that counts as denied is one finding with an answer from standard input', DENIED, 1],
    [
      'an unanswered gate with the exit code for a wrong command line is a separate finding',
      { ...DENIED, received: 2 },
      2,
    ],
  ])('%s', async (_, denied, want) => {
    const trials: readonly GivenTrial[] = [
      { violations: [PIPED], gate: 'unanswered', gateWay: 'piped-answer' },
      { violations: [denied], gate: 'unanswered' },
    ];
    expect(await grouped(trials)).toHaveLength(want);
  });
});

it('a surface that accepts any approval, even one without a name, has one finding', async () => {
  const SENT: Given = { ...GATE, kind: 'request-before-approval', received: 'GET /' };
  const trials: readonly GivenTrial[] = [
    { violations: [{ ...SENT, cause: 'unanswered/blank' }], gate: 'unanswered', gateWay: 'blank' },
    { violations: [{ ...SENT, cause: 'other' }], gate: 'other' },
    { violations: [{ ...SENT, cause: 'other/variable' }], gate: 'other', gateWay: 'variable' },
  ];
  expect(await grouped(trials)).toHaveLength(1);
});

describe('decisions that are passed in a list with those of other gates are grouped into findings', () => {
  const IGNORED: Given = { ...GATE, kind: 'approval-ignored', received: 'no approval' };
  const OTHER_CODE: Given = { ...GATE, kind: 'other-exit-code', received: 4 };
  const LIST: GivenTrial = { violations: [IGNORED], gate: 'approved', gateWay: 'list' };
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'an ignored approval in a list forms one finding with a wrongly reported denial in a list',
      [LIST, { violations: [OTHER_CODE], gate: 'denied', gateWay: 'list' }],
      1,
    ],
    [
      'an ignored approval in a list is a separate finding from a wrongly reported denial by a flag',
      [LIST, { violations: [OTHER_CODE], gate: 'denied', gateWay: 'flag' }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

const CASE_ACCEPTED: Given = { ...GATE, kind: 'request-before-approval', received: 'GET /' };
const LOWERED: Given = { rule: 'parity/same-request', expected: 'Aa', received: 'aa' };

it.each<[string, Given, Given, number, GivenTrial['gateWay']?, string?]>([
  ['that accepts the name of a gate in another letter case', LOWERED, CASE_ACCEPTED, 1],
  ['in which another text is sent', { ...LOWERED, received: 'b' }, CASE_ACCEPTED, 2],
  ['on another surface', { ...LOWERED, surface: 'b' }, CASE_ACCEPTED, 2],
  ['in another operation', LOWERED, CASE_ACCEPTED, 2, 'other-case', 'orderThing'],
  ['that accepts a part of the name of a gate', LOWERED, CASE_ACCEPTED, 2, 'prefix'],
  ['that refuses the call with a wrong exit code', LOWERED, { ...CASE_ACCEPTED, kind: 'other-exit-code' }, 2],
])(
  'a surface that sends arguments in another letter case, %s (findings: $3)',
  async (_, sent, gate, want, gateWay = 'other-case', operation = 'makeThing') => {
    const trials: readonly GivenTrial[] = [
      { violations: [gate], gate: 'other', gateWay },
      { violations: [sent], operation, body: { name: 'Aa' } },
    ];
    expect(await grouped(trials)).toHaveLength(want);
  },
);
