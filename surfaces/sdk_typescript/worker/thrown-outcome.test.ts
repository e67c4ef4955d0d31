import { expect, it } from 'vitest';
import type { Outcome } from '../../outcome.js';
import { thrownOutcome } from './thrown-outcome.js';

class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(readonly code?: unknown) {
    super('no reply');
  }
}

it.each<[string, unknown, Outcome]>([
  ['the time limit ended', new TransportError('timeout'), { kind: 'timeout', afterMs: 50 }],
  [
    'the connection failed',
    new TransportError('connection'),
    { kind: 'problem', native: { error: 'TransportError', code: 'connection' } },
  ],
  ['an error without a code', new TransportError(), { kind: 'problem', native: { error: 'TransportError' } }],
  ['a code that is not a text', new TransportError(20), { kind: 'problem', native: { error: 'TransportError' } }],
  [
    'an error of another class',
    Object.assign(new TypeError('no reply'), { code: 'connection' }),
    { kind: 'crash', detail: 'TypeError: no reply', native: { error: 'TypeError' }, raised: true },
  ],
])('an error of an SDK is an outcome: %s', (_, thrown, want) => {
  expect(thrownOutcome(thrown, 50)).toEqual(want);
});
