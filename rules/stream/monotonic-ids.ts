import { statedMembers } from '../../contract/collections/reply-members.js';
import type { Contract } from '../../contract/contract.js';
import type { SchemaUri } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/**
 * In a stream whose event ids are numbers, each id is larger than the id before. A client can then resume the stream
 * after any event.
 */
export const monotonicIds: TrialRule = {
  id: 'stream/monotonic-ids',
  severity: 'must',
  statement:
    'If the contract allows only numbers as ids of events, every event has an id that is larger than both the id of the previous event and the Last-Event-ID of the request.',
  source:
    'the contract: the schema of an event (x-<prefix>-event) has numeric ids; WHATWG HTML §9.2.6: other ids are opaque texts, and need not grow',
  repair:
    'Number the events, write the number as `id` of each event, and start a stream after the event that Last-Event-ID names.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) => {
    const schema = streamOf(trial.operation)?.event;
    if (schema === undefined || !isNumbered(context.contract, schema)) return undefined;
    const streams = trial.observations.flatMap((observation) =>
      wireStreams(observation).map((stream) => ({ surface: observation.surface, stream })),
    );
    if (streams.every(({ stream }) => stream.events.length === 0)) return undefined;
    return streams.flatMap(({ surface, stream }) => firstFault(context, surface, stream));
  },
};

const numbered = new WeakMap<Contract, Map<SchemaUri, boolean>>();

/** Whether the schema of the events allows only numbers as ids. It is determined once for each schema. */
function isNumbered(contract: Contract, event: SchemaUri): boolean {
  const known = numbered.get(contract) ?? new Map<SchemaUri, boolean>();
  numbered.set(contract, known);
  const isKnown = known.get(event) ?? hasNumbers(contract, event);
  known.set(event, isKnown);
  return isKnown;
}

/** Whether the schemas of the id allow a number, and none of the other texts that services use as ids. */
function hasNumbers({ schemas }: Contract, event: SchemaUri): boolean {
  const stated = statedMembers(schemas, [event]).get('id') ?? [];
  const accepts = (id: string): boolean => stated.every((uri) => schemas.accepts(uri, id));
  return NUMBERS.some(accepts) && !OTHER_IDS.some(accepts);
}

const NUMBERS = ['1', '7', '42', '1000', '1700000000000'];
/**
 * Ids that are not numbers, as services use them: words, identifiers, log positions and hexadecimal texts of several
 * lengths.
 */
const OTHER_IDS = [
  'a',
  'id',
  'a1',
  '1-0',
  '1700000000000-0',
  'deadbeef',
  'event-1',
  'run_1:2',
  '0001aF',
  'MTIzNDU2',
  '00000000-0000-4000-8000-000000000000',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
];

/**
 * The first event whose id is missing or not larger than the one before. Later ids are not checked, because they would
 * be compared with a wrong number.
 */
function firstFault(context: TrialContext, surface: string, { after, events }: WireStream): readonly Violation[] {
  // A mock ignores the Last-Event-ID of the request, because it always sends its whole example.
  let last = context.backend === 'mock' ? 0 : (numberOf(after) ?? 0);
  for (const [index, { id }] of events.entries()) {
    const number = numberOf(id ?? '');
    const kind =
      id === undefined
        ? 'id-missing'
        : number === undefined
          ? 'id-not-numeric'
          : number <= last
            ? 'id-not-larger'
            : undefined;
    if (kind !== undefined) {
      const message = `Event ${index + 1} of the stream has ${id === undefined ? 'no id' : `the id ${JSON.stringify(id.slice(0, 40))}`} after ${last}.`;
      const about = { surface, pointer: '/response/events/id', blame: responder(context), cause: '' } as const;
      return [{ ...about, kind, message, expected: `a number larger than ${last}`, received: id ?? '(none)' }];
    }
    last = number ?? last;
  }
  return [];
}

function numberOf(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
