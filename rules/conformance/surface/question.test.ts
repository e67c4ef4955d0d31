import { expect, test } from 'vitest';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { oneExchange } from './one-exchange.js';
import { outcome as outcomeRule } from './outcome.js';

const contract = await things();
const ASKED = { native: { question: 'Delete a? [y/N]' } };

test.each<[string, Outcome, RegExp]>([
  ['ends in a problem', { kind: 'problem', ...ASKED }, /sent 0 requests .* after the question "Delete a\? \[y\/N\]"/],
  ['ends in a crash', { kind: 'crash', detail: 'exit code 9', ...ASKED }, /crash after the question/],
  ['waits', { kind: 'timeout', afterMs: 1, question: 'Delete a? [y/N]' }, /timeout after the question/],
])(
  'a program asks a question although nobody can answer, and %s: the repair names the flag that confirms the call',
  (_, outcome, want) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: null, outcome }]);
    const found = [oneExchange, outcomeRule].flatMap((rule) => rule.check(trial, contextOf(contract)) ?? []);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toMatch(want);
    expect(found[0]?.repair).toMatch(/`confirm:/);
  },
);

test('a command that waits because its call is not confirmed gets the repair to end immediately', () => {
  const seen = { response: null, outcome: { kind: 'timeout', afterMs: 1 } as const };
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'unconfirmed' });
  const [found] = outcomeRule.check(trial, contextOf(contract)) ?? [];
  expect(found?.message).toBe('The call ended in a timeout because it is not confirmed and there is no terminal.');
});
