import { expect, it } from 'vitest';
import type { Case, CaseInput } from '../../../contract/case.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { credentialsKept } from './credentials-kept.js';

const contract = await things();
const TOKEN = 'parity-0123456789abcdef';

interface Given {
  readonly outcome: Outcome;
  readonly token?: string;
  readonly reply?: unknown;
  readonly input?: CaseInput;
  readonly given?: Partial<Case>;
}

function found({ outcome, token = TOKEN, reply = {}, input = { body: { name: 'a' } }, given }: Given): unknown {
  const trial = trialOf(contract, 'makeThing', input, [{ outcome, response: replied(500, reply as never) }], given);
  return credentialsKept.check(trial, contextOf(contract, { token }))?.map(({ kind, blame }) => `${kind} ${blame}`);
}

const LEAK: Outcome = { kind: 'problem', problem: { detail: `no reply to Authorization: Bearer ${TOKEN}` } };

it.each<readonly [string, Given, readonly string[] | undefined]>([
  ['a problem that contains the token', { outcome: LEAK }, ['credentials-shown surface']],
  [
    'a crash whose message quotes the request',
    { outcome: { kind: 'crash', detail: `{"authorization":"Bearer ${TOKEN}"}` } },
    ['credentials-shown surface'],
  ],
  [
    'a refusal that contains the token',
    { outcome: { kind: 'refused', by: 'client', reason: TOKEN } },
    ['credentials-shown surface'],
  ],
  ['a problem without the token', { outcome: { kind: 'problem', problem: { title: 'failed' } } }, []],
  ['a problem with a token that is also in the reply', { outcome: LEAK, reply: { detail: TOKEN } }, []],
  ['a problem with a token that is also in the input', { outcome: LEAK, input: { body: { name: TOKEN } } }, []],
  ['a token that is a common word', { outcome: { kind: 'crash', detail: 'secret' }, token: 'secret' }, undefined],
  ['a call with a different token', { outcome: LEAK, given: { token: 'wrong' } }, undefined],
  ['a value that contains the token', { outcome: { kind: 'value', value: TOKEN } }, undefined],
])('the outcome of a call must not contain the token: %s (violations: $2)', (_, given, want) => {
  expect(found(given)).toEqual(want);
});
