import type { Observation } from '../../../surfaces/observation.js';
import { EVERYWHERE, type TrialRule, shows } from '../../rule.js';
import { wireEvents } from '../../stream/wire-events.js';
import { OTHER_OUTCOME, eachDisturbed, isSameOutcome, outcomeWords } from './disturbed.js';

/** A surface accepts every form of a complete reply. */
export const faultTolerated: TrialRule = {
  id: 'conformance/fault-tolerated',
  severity: 'must',
  statement:
    'A complete reply has the same outcome in every form of transfer: in chunks, compressed as permitted, slowly, late, after an interim response, with repeated headers, or after an idle time, whether the service closed the idle connection or not.',
  details: [
    'The outcome also stays the same if a stream lasts longer than the time limit of a call, if the connection of a stream stays open after its terminal event, or if the user repeats the call before it ends.',
  ],
  source:
    'RFC 9112 §7.1 (chunked), §9.3 (persistence); RFC 9110 §5.3 (repeated fields), §8.4 (codings), §15.2 (1xx); the contract: x-<prefix>-terminal-events of the text/event-stream content',
  repair:
    'Use an HTTP library that decodes transfer and content codings and skips interim responses. Request only codings that the library decodes. Open a new connection if the service closed the reused connection.',
  backends: EVERYWHERE,
  reads: 'call',
  disturbed: 'only',
  check: (trial, context) =>
    eachDisturbed(
      trial,
      ({ effect }) => effect === 'none',
      ({ fault, name, observation, undisturbed: { before } }) => {
        const { outcome, surface } = observation;
        // If the caller received all events, the outcomes differ because the call without the fault lost events. Other
        // phases report this.
        if (isSameOutcome(outcome, before) || hasAllEvents(observation)) return [];
        // A surface that returns a stream as one value may read it to the end of its body, and may apply its time limit
        // to the whole call.
        if ((fault.isLong === true || fault.isAfterEnd === true) && !shows(context, surface, 'events')) return [];
        const received = outcomeWords(outcome);
        return [
          {
            surface,
            pointer: '/outcome',
            kind: outcome.kind === before.kind ? OTHER_OUTCOME : outcome.kind,
            message: `The service ${fault.words}; the surface reports ${received} instead of ${outcomeWords(before)}.`,
            expected: outcomeWords(before),
            received,
            blame: 'surface',
            cause: CAUSES[name] ?? name,
            ...(fault.isIdle === true && { repair: IDLE_REPAIR }),
            ...(fault.isLong === true && { repair: LONG_REPAIR }),
            ...(fault.isAfterEnd === true && { repair: END_REPAIR }),
            ...(fault.isLate === true && { repair: LATE_REPAIR }),
            ...(fault.isRepeated === true && { repair: REPEATED_REPAIR }),
          },
        ];
      },
    ),
};

/** Whether the caller received exactly the events that the service sent. */
function hasAllEvents(observation: Observation): boolean {
  const { outcome } = observation;
  if (outcome.kind !== 'events') return false;
  const sent = wireEvents(observation);
  return (
    sent.length === outcome.events.length &&
    sent.every(({ event, data }, index) => {
      const reported = outcome.events[index];
      return reported?.event === event && reported.data === data;
    })
  );
}

const LONG_REPAIR =
  'For a stream, restart the time limit whenever data arrive. For any other reply, apply the time limit to the whole call.';

const END_REPAIR =
  'Report the end of a stream as soon as its terminal event has arrived, and close the connection: a server or a proxy may keep it open.';

const IDLE_REPAIR =
  'Start the time limit when a call begins, and not with the client or with the connection: make a new deadline, timer or `AbortSignal.timeout` for each call.';

const LATE_REPAIR =
  'Increase the time limit of the surface, or correct its unit: the limit must be longer than the calls of the service take.';

const REPEATED_REPAIR =
  'Cancel an earlier call when the user starts a new one, and ignore its reply: only the last call may change what the surface shows.';

/**
 * Maps the name of a network fault to the cause of its violations. Faults that delay a reply in different ways have the
 * same cause. Default: the name of the fault.
 */
const CAUSES: Readonly<Record<string, string>> = { 'slow-head': 'slow', trickle: 'slow' };
