import { describe, expect, test } from 'vitest';
import { EVENT_STREAM, type StreamEvent } from '../../../contract/wire/event-stream.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import type { Observable } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { faultTolerated } from './fault-tolerated.js';

const contract = await things();
const EVENTS: Outcome = { kind: 'events', events: [{ id: '1', event: 'done', data: '{}' }] };
const TIMEOUT: Outcome = { kind: 'timeout', afterMs: 1000 };

describe.each(['long-stream', 'kept-after-end'])('the network fault %s', (name) => {
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
  ])('a call reads a stream during this network fault: %s (violations: $4)', (_, before, outcome, observes, want) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ outcome }], {
      provenance: { kind: 'fault', name },
    });
    const undisturbed = { before, requests: 1, after: before };
    const observations = trial.observations.map((observation) => ({ ...observation, undisturbed }));
    const shown = new Map(observations.map(({ surface }) => [surface, new Set([observes])] as const));
    const found = faultTolerated.check({ ...trial, observations }, contextOf(contract, { observes: shown }));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  });
});

const STREAM = [['content-type', EVENT_STREAM]] as const;
const SENT = 'id: 1\nevent: begun\ndata: {}\n\nid: 2\nevent: done\ndata: {}\n\n';
const BEGUN: StreamEvent = { id: '1', event: 'begun', data: '{}' };
const DONE: StreamEvent = { id: '2', event: 'done', data: '{}' };

test.each<readonly [string, readonly StreamEvent[], readonly string[]]>([
  ['the caller received all events, and without the fault only the first', [BEGUN, DONE], []],
  ['the caller received all events, without their ids', [{ event: 'begun', data: '{}' }, DONE], []],
  ['the caller received only the last event, and without the fault only the first', [DONE], ['other-outcome']],
  ['the caller received an event twice', [BEGUN, BEGUN], ['other-outcome']],
])(
  'a call with a network fault is compared with the sent events and with the same call without the fault: %s (violations: $2)',
  (_, reported, want) => {
    const response = { kind: 'response', status: 200, headers: STREAM, body: Buffer.from(SENT) } as const;
    const request = { method: 'GET', target: '/', headers: [], body: NO_BODY };
    const outcome: Outcome = { kind: 'events', events: reported };
    const given = [{ outcome, exchanges: [{ request, response }] }];
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, given, {
      provenance: { kind: 'fault', name: 'long-stream' },
    });
    const before: Outcome = { kind: 'events', events: [BEGUN] };
    const observations = trial.observations.map((each) => ({
      ...each,
      undisturbed: { before, requests: 1, after: before },
    }));
    const observes = new Map(observations.map(({ surface }) => [surface, new Set<Observable>(['events'])] as const));
    const found = faultTolerated.check({ ...trial, observations }, contextOf(contract, { observes }));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);
