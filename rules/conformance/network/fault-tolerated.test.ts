import { expect, test } from 'vitest';
import type { Observable } from '../../../surfaces/driver.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { faultTolerated } from './fault-tolerated.js';

const contract = await things();
const EVENTS: Outcome = { kind: 'events', events: [{ id: '1', event: 'done', data: '{}' }] };
const TIMEOUT: Outcome = { kind: 'timeout', afterMs: 1000 };

test.each<readonly [string, Outcome, Outcome, Observable, readonly string[]]>([
  ['the surface reads the stream to its end', EVENTS, EVENTS, 'events', []],
  ['the surface stops reading events at the time limit of the call', EVENTS, TIMEOUT, 'events', ['timeout']],
  [
    'the surface returns the stream as one value, and reaches its time limit',
    { kind: 'value', value: '' },
    TIMEOUT,
    'value',
    [],
  ],
])('judges a call with a long stream: %s → $4', (_, before, outcome, observes, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ outcome }], {
    provenance: { kind: 'fault', name: 'long-stream' },
  });
  const undisturbed = { before, requests: 1, after: before };
  const observations = trial.observations.map((observation) => ({ ...observation, undisturbed }));
  const shown = new Map(observations.map(({ surface }) => [surface, new Set([observes])] as const));
  const found = faultTolerated.check({ ...trial, observations }, contextOf(contract, { observes: shown }));
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});
