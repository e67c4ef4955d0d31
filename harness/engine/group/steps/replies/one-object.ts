import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { anyElement } from '../../related-places.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** The minimum number of missing members of one object that are one fault. */
const MANY = 3;

/** Joins members of one object that are missing, or added, together. */
export const ONE_OBJECT_STEP: GroupingStep = {
  name: 'members of one object',
  joins:
    'Members of one object that are missing (or unexpected) in exactly the same trials have one cause, the code that builds the object. So do three or more such members in any trials, and members that break the same format in the same trials.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      if (causes.has(cluster) || !KINDS.has(cluster.smallest.violation.kind)) continue;
      const siblings = clusters.slice(index + 1).filter((other) => !causes.has(other) && isSibling(cluster, other));
      const together =
        siblings.length + 1 >= MANY && cluster.smallest.violation.kind !== 'format'
          ? siblings
          : siblings.filter((other) => isOneFormat(cluster, other) && showsTogether(cluster, other));
      for (const other of together) causes.set(other, cluster);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const KINDS: ReadonlySet<string> = new Set([
  'missing',
  'required',
  'unexpected',
  'additionalProperties',
  'unevaluatedProperties',
  'format',
]);

function isSibling(one: Cluster, other: Cluster): boolean {
  const [a, b] = [one.smallest.violation, other.smallest.violation];
  return (
    isRelated(one, other) && one.rule === other.rule && a.kind === b.kind && parentOf(a.pointer) === parentOf(b.pointer)
  );
}

/** Members with different formats are written by different code. */
function isOneFormat({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return one.violation.kind !== 'format' || one.violation.expected === other.violation.expected;
}

function parentOf(pointer: string): string {
  return anyElement(pointer.slice(0, pointer.lastIndexOf('/')));
}

function showsTogether(one: Cluster, other: Cluster): boolean {
  return (
    one.shown.size === other.shown.size &&
    [...one.shown].every(([lane, trials]) => {
      const others = other.shown.get(lane);
      return others !== undefined && others.size === trials.size && trials.isWithin([others]);
    })
  );
}
