import { beforeAll, expect, it } from 'vitest';
import type { GateChoice } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import { sameGate } from './same-gate.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

function refusal(exitCode?: number, by: 'client' | 'gate' = 'gate'): Outcome {
  return { kind: 'refused', by, reason: '', ...(exitCode !== undefined && { native: { exitCode } }) };
}

it.each<[GateChoice, Outcome, readonly string[]]>([
  ['denied', refusal(3), []],
  ['denied', refusal(4), ['other-exit-code']],
  ['unanswered', refusal(4), []],
  ['unanswered', refusal(3), ['other-exit-code']],
  ['other', refusal(4), []],
  ['other', refusal(3), ['other-exit-code']],
  ['denied', refusal(), []],
  ['denied', refusal(2, 'client'), ['refusal-not-reported']],
  ['denied', { kind: 'value' }, ['refusal-not-reported']],
  ['unanswered', { kind: 'crash', detail: '' }, ['refusal-not-reported']],
  ['unanswered', { kind: 'timeout', afterMs: 1 }, ['refusal-not-reported']],
  ['denied', { kind: 'inexpressible', reason: '' }, []],
])('the gate of a call got the decision "%s", and the call ended with %o (violations: $2)', (gate, outcome, want) => {
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: null, outcome }], {
    gate,
    expect: { kind: 'gated' },
  });
  expect((sameGate.check(trial, contextOf(contract)) ?? []).map(({ kind }) => kind)).toEqual(want);
});

it('a request before the approval is reported first', () => {
  const trial = trialOf(
    contract,
    'makeThing',
    { body: { name: 'a' } },
    [{ response: replied(201), outcome: refusal(3) }],
    {
      gate: 'denied',
      expect: { kind: 'gated' },
    },
  );
  expect(sameGate.check(trial, contextOf(contract))).toMatchObject([
    { kind: 'request-before-approval', received: 'POST /things' },
  ]);
});

it('a call with an approved gate is not judged', () => {
  expect(
    sameGate.check(trialOf(contract, 'makeThing', { body: { name: 'a' } }, []), contextOf(contract)),
  ).toBeUndefined();
});
