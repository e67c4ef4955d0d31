import { Random } from '../../../cases/scalars/random.js';

/** The number of lanes whose calls run concurrently. */
export const LANES = 3;
/** The number of random orders, besides the one in which the calls overlap most. */
const DRAWN = 3;

/**
 * Orders of the events of concurrent calls, as lane numbers. In the first, the lanes take turns, in alternating
 * direction: all requests arrive before the first body ends, and all bodies end before the first reply.
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

/** One order of the events of all lanes; each is equally likely. */
function merged(lanes: number, events: number, random: Random): number[] {
  const left = Array.from({ length: lanes }, (_, lane) => Array.from({ length: events }, () => lane)).flat();
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}
