import type { CaseInput } from '../../../../../contract/case.js';
import { Random } from '../../../../cases/scalars/random.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import type { ItemSteps } from './item-steps.js';

/** The number of lanes that make concurrent calls. */
const LANES = 3;
/**
 * The number of scheduled events of one lane. Each request has three events: its arrival, the end of its body, and its
 * reply.
 */
const EVENTS = 8;
/** The number of scheduled events of a lane with one request. */
const EVENTS_OF_CALL = 3;
/** The number of random orders of the events, in addition to the order in which the calls overlap most. */
const DRAWN = 3;

/**
 * Sequences of concurrent calls that create different items. If the service may refuse an item that equals another one,
 * there are also sequences of concurrent calls that create equal items.
 */
export function itemsAtOnce(
  items: ItemSteps,
  name: readonly (string | number)[],
  isUnique: boolean,
): readonly PlannedSequence[] {
  return [...differentItemsAtOnce(items, name, isUnique), ...(isUnique ? equalItemsAtOnce(items, name) : [])];
}

/**
 * Sequences in which several lanes create and read different items concurrently. Afterwards, all items are read and
 * listed.
 */
function differentItemsAtOnce(
  { collection: { create, list, read }, creates, addRead, addWalk }: ItemSteps,
  name: readonly (string | number)[],
  isUnique: boolean,
): readonly PlannedSequence[] {
  const inputs = [...new Map(creates.map((made) => [JSON.stringify(made.input), made])).values()];
  const lanes = Math.min(LANES, inputs.length);
  if (create === undefined || (list === undefined && read === undefined) || lanes < 2) return [];
  return schedulesAtOnce(lanes, EVENTS, [...name, 'at-once']).map((schedule, index) => {
    const steps = new Steps(`at-once-${index}`);
    const made = Array.from({ length: lanes }, (_, lane) => {
      const first = steps.add(create, inputs[lane] as { readonly input: CaseInput }, { lane });
      addRead(steps, first, { lane });
      const more = isUnique ? undefined : inputs[lanes + lane];
      return more === undefined ? [first] : [first, steps.add(create, more, { lane })];
    });
    for (const step of made.flat()) addRead(steps, step);
    addWalk(steps);
    return steps.sequenceAtOnce(schedule);
  });
}

/**
 * Sequences in which two lanes create equal items concurrently. The service may refuse one of the two items.
 * Afterwards, the first item and the list are read.
 */
function equalItemsAtOnce(
  { collection: { create, list, read }, creates: [made], addRead, addWalk }: ItemSteps,
  name: readonly (string | number)[],
): readonly PlannedSequence[] {
  if (create === undefined || made === undefined || (list === undefined && read === undefined)) return [];
  return schedulesAtOnce(2, EVENTS_OF_CALL, [...name, 'equal-at-once']).map((schedule, index) => {
    const steps = new Steps(`equal-at-once-${index}`);
    const [first = ''] = [0, 1].map((lane) => steps.add(create, made, { lane }));
    addRead(steps, first);
    addWalk(steps);
    return steps.sequenceAtOnce(schedule);
  });
}

/**
 * Makes orders for the events of concurrent calls. An order is a list of lane numbers. In the first order, the calls
 * overlap most: all requests arrive before the first body ends, and all bodies end before the first reply. The other
 * orders are random.
 */
export function schedulesAtOnce(
  lanes: number,
  events: number,
  name: readonly (string | number)[],
): readonly number[][] {
  const inTurn = Array.from({ length: lanes }, (_, lane) => lane);
  const turns = Array.from({ length: events }, (_, turn) => (turn % 2 === 0 ? inTurn : inTurn.toReversed()));
  const drawn = Array.from({ length: DRAWN }, (_, index) => merged(lanes, events, Random.of(...name, index)));
  return [turns.flat(), ...drawn];
}

/** A random order of the events of all lanes. All orders are equally likely. */
function merged(lanes: number, events: number, random: Random): number[] {
  const left = Array.from({ length: lanes }, (_, lane) => Array.from({ length: events }, () => lane)).flat();
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}
