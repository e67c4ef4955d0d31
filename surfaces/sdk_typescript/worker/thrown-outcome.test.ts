import { expect, test } from 'vitest';
import type { Outcome } from '../../outcome.js';
import { thrownOutcome } from './thrown-outcome.js';

class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status = 404;
}

class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * An error class whose `name` is `NotFoundError`, but whose instances are not instances of the class `NotFoundError`.
 */
class OnlyNamed extends ApiError {
  override readonly name = 'NotFoundError';
}

function withBasePrototype(): Error {
  return Object.setPrototypeOf(new NotFoundError('a'), ApiError.prototype) as Error;
}

test.each<[string, Error, Record<string, unknown>, string]>([
  ['an instance of the exported class with its name', new NotFoundError('a'), { NotFoundError }, 'NotFoundError'],
  ['an error whose `name` is not an export of the module', new OnlyNamed('a'), { ApiError }, 'NotFoundError'],
  [
    'an error that is not an instance of the exported class with its `name`',
    new OnlyNamed('a'),
    { NotFoundError },
    'OnlyNamed',
  ],
  ['an error whose prototype was set to its base class', withBasePrototype(), { NotFoundError, ApiError }, 'ApiError'],
  [
    'an error whose `name` is an exported text and not a class',
    new OnlyNamed('a'),
    { NotFoundError: 'text' },
    'NotFoundError',
  ],
])('the class of a thrown error is found: %s → $3', (_, thrown, exports, error) => {
  expect(thrownOutcome(thrown, 1000, exports)).toMatchObject({ kind: 'problem', status: 404, native: { error } });
});

class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(readonly code?: unknown) {
    super('no reply');
  }
}

test.each<[string, unknown, Outcome]>([
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
])('an error that an SDK throws becomes an outcome: %s', (_, thrown, want) => {
  expect(thrownOutcome(thrown, 50, {})).toEqual(want);
});
