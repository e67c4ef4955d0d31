import { defaultValue } from '../../../../../rules/state/default-value.js';
import { echo } from '../../../../../rules/state/echo.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { updated } from '../../../../../rules/state/items/updated.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins places within a member with the whole member. */
export const WHOLE_MEMBER_STEP: GroupingStep = {
  name: 'whole member',
  joins:
    'A wrong part of a member, or a wrong number of its elements, forms one finding with the whole member if another trial shows that the whole member is replaced. Only a part differs in the first trial because the other values are equal by chance.',
  apply: (clusters) => {
    const members = clusters.filter(({ rule }) => OF_ITEMS.has(rule.id));
    const causes = new Map(
      members.flatMap((part) => {
        const whole = members.find((other) => isWithin(part, other));
        return whole === undefined ? [] : [[part, whole] as const];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** The rules whose causes are an operation and a member. */
const OF_ITEMS: ReadonlySet<string> = new Set([echo.id, defaultValue.id, stored.id, updated.id, listed.id]);

/** The kind of a whole member with other values. */
const REPLACED = 'changed';

/** Whether `whole` is a member with other values, and `part` is within this member or is its wrong number of elements. */
function isWithin(part: Cluster, whole: Cluster): boolean {
  const [inner, outer] = [part.smallest.violation, whole.smallest.violation];
  if (part.rule !== whole.rule || ownerOf(inner) !== ownerOf(outer) || outer.kind !== REPLACED) return false;
  if (outer.cause === undefined || inner.cause === undefined) return false;
  return outer.cause === inner.cause ? LENGTHS.has(inner.kind) : inner.cause.startsWith(`${outer.cause}/`);
}

const LENGTHS: ReadonlySet<string> = new Set(['elements-missing', 'elements-added', 'reordered']);
