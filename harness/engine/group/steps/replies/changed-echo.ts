import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Makes a reply that breaks its schema evidence of a service that changes what was sent. */
export const CHANGED_ECHO_STEP: GroupingStep = {
  name: 'changed echo',
  joins:
    'A value that was sent is valid, so that a reply with an invalid value at its place follows from a service that changes the value. So does one in the reply to another call that changes a value at this place.',
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

/** Keywords that a list or an object breaks by the values in it. */
const OF_ELEMENTS: ReadonlySet<string> = new Set([
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'enum',
  'const',
]);

/**
 * Whether the value at the place, or below it, was also changed in each trial with the broken reply. In a sequence, an
 * earlier step changed it.
 */
function isWithin(reply: Cluster, echo: Cluster): boolean {
  const [broken, changed] = [reply.smallest.violation, echo.smallest.violation];
  const isAbove = OF_ELEMENTS.has(broken.kind) && changed.pointer.startsWith(`${broken.pointer}/`);
  const isPlace = (isAbove || `${broken.pointer}/`.startsWith(`${changed.pointer}/`)) && changed.kind !== 'missing';
  return (
    isPlace &&
    [...reply.calls].some(([lane, trials]) => (echo.shown.get(lane)?.shared(trials) ?? 0) > 0) &&
    [...reply.calls].every(([lane, trials]) =>
      trials.isWithin([echo.shown, reply.changed].flatMap((sets) => sets.get(lane) ?? [])),
    )
  );
}
