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
    'A wrong value within a member of an item is joined with the whole member, if another trial shows that all values of this member are wrong in the same way. In the first trial some values are equal by chance.',
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

function isWithin(part: Cluster, whole: Cluster): boolean {
  const [inner, outer] = [part.smallest.violation, whole.smallest.violation];
  return (
    part.rule === whole.rule &&
    ownerOf(inner) === ownerOf(outer) &&
    inner.kind === outer.kind &&
    outer.cause !== undefined &&
    inner.cause?.startsWith(`${outer.cause}/`) === true
  );
}
