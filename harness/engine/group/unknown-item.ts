import type { Trial } from '../../../rules/rule.js';
import type { Exchange } from '../../../surfaces/exchange.js';

/**
 * Whether the item in the path of a call may not exist in the service. This is so if the identifier was not taken from
 * a reply, or if an earlier step of the sequence removed the item or its parent.
 */
export function isMaybeUnknown({ case: { expect, sequence }, observations }: Trial, surface: string): boolean {
  if (sequence !== true) return expect.kind !== 'accepted';
  return observations
    .filter((observation) => observation.surface === surface)
    .every(({ exchanges, earlier = [] }) => {
      const removed = earlier.flatMap((step) => step.exchanges).filter(({ request }) => request.method === 'DELETE');
      return (
        exchanges.length > 0 && exchanges.every((exchange) => removed.some((removal) => isBelow(exchange, removal)))
      );
    });
}

/** Whether `one` has the path of `other`, or a path below it. */
function isBelow(one: Exchange, other: Exchange): boolean {
  return `${pathOf(one)}/`.startsWith(`${pathOf(other)}/`);
}

function pathOf({ request }: Exchange): string {
  return request.target.split('?', 1)[0] ?? '';
}
