import { expect, test } from 'vitest';
import { NO_BODY } from '../../../../contract/wire/message.js';
import type { Exchange } from '../../../../surfaces/exchange.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import { outcomeAfter } from './unsent-result.js';

const isError = { isError: true };

test.each<readonly [string, Outcome, Outcome | undefined]>([
  [
    'an error result in text is a refusal of the arguments',
    { kind: 'problem', problem: 'limit: not an integer', native: isError },
    { kind: 'refused', by: 'client', reason: 'limit: not an integer', native: isError },
  ],
  [
    'a structured error result without a status is a refusal of the arguments',
    { kind: 'problem', problem: { field: 'limit' }, native: isError },
    { kind: 'refused', by: 'client', reason: '{"field":"limit"}', native: isError },
  ],
  [
    'an error result without content is a refusal of the arguments',
    { kind: 'problem', native: isError },
    { kind: 'refused', by: 'client', reason: 'an error result without content', native: isError },
  ],
  [
    'an error result with a status is a problem, because only a reply has a status',
    { kind: 'problem', problem: { status: 404 }, status: 404, native: isError },
    undefined,
  ],
  [
    'an exception of an SDK is a problem',
    { kind: 'problem', problem: 'no reply', native: { error: 'Error' } },
    undefined,
  ],
  ['an exit code is a problem', { kind: 'problem', native: { exitCode: 30 } }, undefined],
  ['a value stays a value', { kind: 'value', value: 1, native: { isError: false } }, undefined],
])('without a request, %s', (_, outcome, changed) => {
  expect(outcomeAfter(outcome, [])).toEqual(changed ?? outcome);
});

test('after a request, an error result without a status keeps the outcome `problem`', () => {
  const sent: Exchange = {
    request: { method: 'GET', target: '/', headers: [], body: NO_BODY },
    response: { kind: 'failed', reason: 'reset' },
  };
  const outcome: Outcome = { kind: 'problem', problem: 'limit: not an integer', native: isError };
  expect(outcomeAfter(outcome, [sent])).toEqual(outcome);
});
