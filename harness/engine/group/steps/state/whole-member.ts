import { defaultValue } from '../../../../../rules/state/default-value.js';
import { echo } from '../../../../../rules/state/echo.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { updated } from '../../../../../rules/state/items/updated.js';
import { isDerived } from '../../../../../rules/state/evidence/member-places.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding two violations of one member: the whole member is replaced, and a part of the member is
 * wrong.
 */
export const WHOLE_MEMBER_STEP: GroupingStep = {
  name: 'whole member',
  joins:
    'If one trial shows that a whole member is replaced, another trial may show only a wrong part of it, or a wrong number of its elements, because its other values are equal by chance. These violations form one finding. Wrong values in the elements of a list form one finding with elements that the same change wrongly added to the list.',
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

/** Rules whose violations have the same cause if they have the same operation and the same member. */
const OF_ITEMS: ReadonlySet<string> = new Set([echo.id, defaultValue.id, stored.id, updated.id, listed.id]);

/** The kind of violation for a member whose whole value is replaced. */
const REPLACED = 'changed';

/**
 * Whether the violation `part` follows from the violation `whole` of a member. If `whole` replaces the member, `part`
 * is a place inside the member or the wrong number of its elements. If `whole` adds elements to a list, see
 * `isAppended`.
 */
function isWithin(part: Cluster, whole: Cluster): boolean {
  const [inner, outer] = [part.smallest.violation, whole.smallest.violation];
  if (part.rule !== whole.rule || ownerOf(inner) !== ownerOf(outer)) return false;
  if (outer.kind !== REPLACED) return isAppended(part, whole);
  if (outer.cause === undefined || inner.cause === undefined) return false;
  return outer.cause === inner.cause ? LENGTHS.has(inner.kind) : inner.cause.startsWith(`${outer.cause}/`);
}

/**
 * Whether `whole` is a list to which a change added elements, and `part` is a wrong value in an element of this list.
 * The list may nevertheless have the right length, if the service limits the length of the list.
 */
function isAppended(part: Cluster, whole: Cluster): boolean {
  const [inner, outer] = [part.smallest.violation, whole.smallest.violation];
  const isOfList = outer.cause !== undefined && inner.cause?.startsWith(`${outer.cause}/`) === true;
  return whole.rule.id === updated.id && outer.kind === 'elements-added' && isOfList && !isDerived(inner);
}

const LENGTHS: ReadonlySet<string> = new Set(['elements-missing', 'elements-added', 'reordered']);
