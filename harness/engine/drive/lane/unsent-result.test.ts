import { expect, test } from 'vitest';
import type { Outcome } from '../../../../surfaces/outcome.js';
import { unsentOutcome } from './unsent-result.js';

const isError = { isError: true };

test.each<readonly [string, Outcome, Outcome | undefined]>([
  [
    'an error result in text refuses the arguments',
    { kind: 'problem', problem: 'limit: not an integer', native: isError },
    { kind: 'refused', by: 'client', reason: 'limit: not an integer', native: isError },
  ],
  [
    'so does a structured one without a status',
    { kind: 'problem', problem: { field: 'limit' }, native: isError },
    { kind: 'refused', by: 'client', reason: '{"field":"limit"}', native: isError },
  ],
  [
    'and one without content',
    { kind: 'problem', native: isError },
    { kind: 'refused', by: 'client', reason: 'an error result without content', native: isError },
  ],
  [
    'a status can only be that of a reply, such as a stored one',
    { kind: 'problem', problem: { status: 404 }, status: 404, native: isError },
    undefined,
  ],
  ['an error of an SDK is a problem', { kind: 'problem', problem: 'no reply', native: { error: 'Error' } }, undefined],
  ['an exit code is a problem', { kind: 'problem', native: { exitCode: 30 } }, undefined],
  ['a value stays a value', { kind: 'value', value: 1, native: { isError: false } }, undefined],
])('without a request, %s', (_, outcome, changed) => {
  expect(unsentOutcome(outcome)).toEqual(changed ?? outcome);
});
