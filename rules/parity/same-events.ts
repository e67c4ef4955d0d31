import { type TrialRule } from '../rule.js';
import { eventDifferences } from '../stream/event-differences.js';

/** The caller receives the events that the service sent. */
export const sameEvents: TrialRule = {
  id: 'parity/same-events',
  severity: 'must',
  statement:
    'A caller receives every event of the service once, in order, with the same id and data. A value that the surface parsed from the data equals the data.',
  source: 'the contract: the text/event-stream response of the operation; WHATWG HTML §9.2.6',
  repair: 'Deliver each dispatched event to the caller once, and do not change its data.',
  backends: new Set(['reference', 'live', 'mock']),
  reads: 'outcome',
  check: eventDifferences,
};
