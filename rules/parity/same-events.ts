import { type TrialRule } from '../rule.js';
import { toldEvents } from '../stream/told-events.js';

/** The caller is told the events that the service sent. */
export const sameEvents: TrialRule = {
  id: 'parity/same-events',
  severity: 'must',
  statement: 'The events that a caller sees are those that the service sent: all of them, once, in their order, with their ids and data.',
  source: 'the contract: the text/event-stream response of the operation; WHATWG HTML §9.2.6',
  repair: 'Deliver each dispatched event to the caller once, with its data unchanged.',
  backends: new Set(['reference', 'live', 'mock']),
  reads: 'outcome',
  check: toldEvents,
};
