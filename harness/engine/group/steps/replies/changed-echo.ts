import { anyElement } from '../../../../../contract/json/json-pointer.js';
import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/**
 * Combines into one finding two violations: the service changes values of requests, and a reply breaks its schema
 * because of this. The broken reply becomes evidence.
 */
export const CHANGED_ECHO_STEP: GroupingStep = {
  name: 'changed echo',
  joins:
    'An invalid value in a reply becomes evidence of the violation that the service changed a value of the request (`state/echo`). The change must be at the same place or above it. Every call with the invalid value must show such a change.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.filter(isBrokenReply).flatMap((reply) => {
        const cause = clusters.find((other) => other.rule.id === 'state/echo' && isWithin(reply, other));
        return cause === undefined ? [] : [[reply, cause] as const];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isBrokenReply({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === 'conformance/response-body' && violation.blame === 'backend';
}

/** Keywords that a list or an object can break because one of its values is wrong. */
const OF_ELEMENTS: ReadonlySet<string> = new Set([
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'enum',
  'const',
]);

/**
 * Whether every call with the broken reply shows that the service changed a value at the broken place, inside it or
 * above it. Steps of sequences are ignored, because an earlier step may have changed the value.
 */
function isWithin(reply: Cluster, echo: Cluster): boolean {
  const [broken, changed] = [reply.smallest.violation, echo.smallest.violation];
  const pointer = anyElement(broken.pointer);
  const isAt = (place: string): boolean =>
    `${pointer}/`.startsWith(`${anyElement(place)}/`) ||
    (OF_ELEMENTS.has(broken.kind) && anyElement(place).startsWith(`${pointer}/`));
  return (
    changed.kind !== 'missing' &&
    [...echo.related.pointers, ...echo.places].some(isAt) &&
    haveCommonTrial(reply.calls, echo.shown) &&
    [...reply.calls].every(([lane, trials]) =>
      trials.isWithin([echo.shown, reply.changed].flatMap((sets) => sets.get(lane) ?? [])),
    )
  );
}
