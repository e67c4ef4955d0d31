import { expect, test } from 'vitest';
import type { Observable } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { faultReported } from './fault-reported.js';

const contract = await things();

function raised(error: string): Outcome {
  return { kind: 'crash', detail: 'closed', native: { error }, raised: true };
}

test.each<readonly [string, readonly Observable[], Outcome, readonly string[]]>([
  [
    'the surface exports the error class of the failure table, but raises a different class',
    ['transport-error'],
    raised('TypeError'),
    ['other-error'],
  ],
  [
    'the surface exports and raises the error class of the failure table',
    ['transport-error'],
    raised('TransportError'),
    [],
  ],
  ['the surface has its own error classes', [], raised('FetchError'), []],
])(
  'the service resets the connection, and the surface raises an error: %s (violations: $3)',
  (_, observes, outcome, want) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ outcome }], {
      provenance: { kind: 'fault', name: 'reset' },
    });
    const undisturbed = { before: { kind: 'value' }, requests: 1, after: { kind: 'value' }, refused: outcome } as const;
    const observations = trial.observations.map((observation) => ({ ...observation, undisturbed }));
    const shown = new Map(observations.map(({ surface }) => [surface, new Set(observes)] as const));
    const found = faultReported.check({ ...trial, observations }, contextOf(contract, { observes: shown }));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);

function withCode(code: string | undefined, error = 'TransportError'): Outcome {
  return { kind: 'crash', detail: 'failed', native: { error, ...(code !== undefined && { code }) }, raised: true };
}

const USUAL = { refused: withCode('connection') };

test.each<[string, string, Outcome, readonly string[], typeof USUAL?]>([
  ['the code is a sentence', 'reset', withCode('No reply arrived'), ['unknown-code']],
  ['the code of a problem is a sentence', 'reset', asProblem('No reply arrived'), ['unknown-code']],
  ['the class with a sentence is not in the failure table', 'reset', withCode('No reply', 'RequestError'), []],
  ['other codes of the surface are in the failure table', 'reset', withCode('conection'), ['unknown-code'], USUAL],
  ['the code states a failed connection', 'silence', withCode('connection'), ['other-code']],
  ['the code of a problem states a failed connection', 'endless-body', asProblem('connection'), ['other-code']],
  ['the surface reports a timeout', 'silence', { kind: 'timeout', afterMs: 1000 }, []],
  ['the error has no code', 'silence', withCode(undefined), []],
  ['the code is not in the failure table', 'silence', withCode('ETIMEDOUT'), []],
  ['the class is not in the failure table', 'silence', withCode('connection', 'RequestError'), []],
  ['the connection was reset', 'reset', withCode('connection'), []],
])(
  'the code of the error that a surface reports for a network fault: %s, after the fault `%s` (violations: $3)',
  (_, name, outcome, want, usual) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ outcome }], {
      provenance: { kind: 'fault', name },
    });
    const undisturbed = { before: { kind: 'value' }, requests: 1, after: { kind: 'value' }, ...usual } as const;
    const observations = trial.observations.map((observation) => ({ ...observation, undisturbed }));
    const found = faultReported.check({ ...trial, observations }, contextOf(contract));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);

test.each<readonly [string, Outcome, readonly string[]]>([
  ['the status of a server error', { kind: 'problem', status: 503 }, ['status-without-reply']],
  ['no status', { kind: 'problem' }, []],
  ['a type that is no URI reference', ofType('urn:a:No reply.'), ['malformed-type']],
  ['an error that is no problem document', { kind: 'problem', problem: { type: 'No reply' } }, []],
  ['a type that is a URI', ofType('urn:a:transport'), []],
  ['a type that is a relative reference', ofType('transport'), []],
  ['the number of no status', { kind: 'problem', status: 0 }, []],
  ['a status that gateways generate', { kind: 'problem', status: 504 }, []],
  ['a status that its exit code may stand for', { kind: 'problem', status: 500, native: { ownExitCode: 5 } }, []],
  [
    'a status in its document',
    { kind: 'problem', status: 500, problem: { status: 500 }, native: { ownExitCode: 5 } },
    ['status-without-reply'],
  ],
])('a call got no reply, and the surface reports a failure with %s (violations: $2)', (_, outcome, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ outcome, exchanges: [] }], {
    provenance: { kind: 'fault', name: 'reset' },
  });
  const undisturbed = { before: { kind: 'value' }, requests: 1, after: { kind: 'value' } } as const;
  const observations = trial.observations.map((observation) => ({ ...observation, undisturbed }));
  const found = faultReported.check({ ...trial, observations }, contextOf(contract));
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});

function asProblem(code: string): Outcome {
  return { kind: 'problem', native: { error: 'TransportError', code } };
}

function ofType(type: string): Outcome {
  return { kind: 'problem', problem: { type, title: 'No reply' } };
}
