import { isJsonObject } from '../../../../../contract/json/json.js';
import { lastToken, parentPointer, valueAt } from '../../../../../contract/json/json-pointer.js';
import { echo } from '../../../../../rules/state/echo.js';
import { conditionalRequests } from '../../../../../rules/state/items/conditional-requests.js';
import { itemTimes } from '../../../../../rules/state/items/item-times.js';
import { removed } from '../../../../../rules/state/absent/removed.js';
import { replaced } from '../../../../../rules/state/items/replaced.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { updated } from '../../../../../rules/state/items/updated.js';
import type { Violation } from '../../../../../rules/finding.js';
import { OMITTED } from '../../../../../rules/values/omitted.js';
import { valueRelations } from '../../../../../rules/values/value-relation.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of several replies that show the same fault: an item is changed or removed
 * wrongly.
 */
export const CHANGED_ITEM_STEP: GroupingStep = {
  name: 'changed item',
  joins:
    'Violations of items form one finding in thirteen situations. (1) A DELETE does not remove its item, so lists still contain the item, or other items are removed. (2) A PUT or PATCH changes another item, or stores nothing, or its reply contains nothing that it sets, so all its violations have the same cause. (3) A merge patch replaces objects in place of merging them, and a merge patch resets members. (4) One list is stored wrongly in several ways. (5) A change always removes the same member. (6) A member is wrong in the same way after a create and after a change, or both leave out empty values. (7) A member is missing because the service renames members, and its new name is the name of another member of the request. (8) A PUT or PATCH stores nothing, and its reply has an ETag that no later GET returns, or the time of the last change stays the same. (9) A PUT does not store a member, and does not reset it if the request omits it. (10) The ETag of an item differs from read to read, so a change with the ETag of the last read is refused. (11) A change loses the item, so a list lacks it, or the reply to a change shows another item, so it differs from the element of a list. (12) A change does not store a member, so it is missing from one item and has its earlier value in another. (13) A change does not store a member, and a merge patch does not remove this member.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters) {
      const cause = clusters.find((other) => other !== cluster && isRelated(other, cluster) && isCause(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isCause(cause: Cluster, effect: Cluster): boolean {
  const [one, other] = [cause.smallest.violation, effect.smallest.violation];
  if (effect.rule.id === removed.id && (other.kind === 'still-listed' || other.kind === 'other-removed'))
    return cause.rule === effect.rule && one.kind === 'still-there' && one.cause === other.cause;
  if (isOverwritten(cause, effect)) return true;
  if (effect.rule.id === conditionalRequests.id)
    return (
      (other.kind === 'etag-outdated' && isUnstored(cause) && isAfter(effect, one.cause)) ||
      (other.kind === 'current-refused' && cause.rule === effect.rule && one.kind === 'etag-outdated')
    );
  if (effect.rule.id === itemTimes.id)
    return other.kind === 'update-time-wrong' && isUnstored(cause) && isAfter(effect, one.cause);
  if (effect.rule.id === listed.id) return cause.rule.id === updated.id && isListedAfter(effect, one);
  if (effect.rule.id === replaced.id) return cause.rule.id === updated.id && isNotStored(one, other);
  if (effect.rule.id !== updated.id) return false;
  if (cause.rule === effect.rule && one.kind === 'not-stored')
    return one.cause === operationOf(other.cause) && other.kind !== 'other-changed';
  if (cause.rule === effect.rule && one.kind === 'other-changed')
    return one.cause === operationOf(other.cause) && !ONLY_OF_READS.has(other.kind);
  if (cause.rule === effect.rule && other.kind === 'kept-by-merge-patch' && one.kind === 'changed')
    return one.pointer === other.pointer && operationOf(one.cause) === other.cause && effect.places.size === 1;
  if (other.kind === 'not-stored' || other.kind === 'not-returned' || other.kind === 'other-changed') return false;
  if (cause.rule === effect.rule && one.kind === 'not-returned')
    return one.cause === operationOf(other.cause) && !ONLY_OF_READS.has(other.kind);
  if (cause.rule === effect.rule && other.kind === 'not-merged')
    return one.kind === 'reset-by-patch' && one.cause === other.cause;
  if (cause.rule === effect.rule)
    return isOneList(one, other) || isAlwaysOmitted(one, other) || isKeptElsewhere(one, other);
  // A service that omits empty values omits them in every member, so the members may differ.
  const isSame = one.kind === other.kind && (one.kind === EMPTY_OMITTED || memberOf(one) === memberOf(other));
  return (cause.rule.id === echo.id || cause.rule.id === stored.id) && isSame;
}

/**
 * Kinds of violations that only a later read of the item can show. So they do not follow from a wrong reply to the
 * change.
 */
const ONLY_OF_READS: ReadonlySet<string> = new Set(['not-found', 'reset-by-patch', 'kept-by-merge-patch']);

function isUnstored({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === updated.id && violation.kind === 'not-stored';
}

/**
 * Whether a list shows the same fault as the GET of an item or the reply to a change: the list lacks an item that a
 * change lost, or its element differs from a wrong reply to the change.
 */
function isListedAfter(list: Cluster, { kind, cause }: Violation): boolean {
  const { kind: shown } = list.smallest.violation;
  const isSame = (kind === 'not-found' && shown === 'not-listed') || (kind === 'not-returned' && shown === 'changed');
  return isSame && isAfter(list, operationOf(cause));
}

/** Whether the smallest case of a violation follows a call of an operation. */
function isAfter({ smallest }: Cluster, operation: string | undefined): boolean {
  return smallest.case.precedingCalls?.some((call) => call.operation === operation) === true;
}

/**
 * Whether two violations show that a PUT ignores a member. `kept`: if the request omits the member, the member keeps
 * its old value. `one`: if the request has the member, its value is not stored, or no member of the request is stored.
 */
function isNotStored(one: Violation, kept: Violation): boolean {
  const isMember = one.kind === 'not-stored' || one.pointer === kept.pointer;
  return isMember && operationOf(one.cause) === operationOf(kept.cause);
}

/**
 * Whether both violations concern one list that is stored wrongly. Which elements the service adds, loses or reorders
 * depends on the old list.
 */
function isOneList(one: Violation, other: Violation): boolean {
  const [a, b] = [LIST_KINDS.indexOf(one.kind), LIST_KINDS.indexOf(other.kind)];
  return a >= 0 && a < b && one.pointer === other.pointer && operationOf(one.cause) === operationOf(other.cause);
}

/**
 * Whether a change does not store a member: the member is missing from one item and has its earlier value in another.
 */
function isKeptElsewhere(one: Violation, other: Violation): boolean {
  return one.kind === 'changed' && other.kind === 'missing' && one.cause === other.cause;
}

/**
 * Whether both violations show that every change removes the member, whether the change omits the member, sets a value,
 * or sets an empty value.
 */
function isAlwaysOmitted(one: Violation, other: Violation): boolean {
  const [a, b] = [OMITTED_KINDS.indexOf(one.kind), OMITTED_KINDS.indexOf(other.kind)];
  const isOmitted = [one, other].every(({ received }) => received === OMITTED);
  const isOneMember = one.pointer === other.pointer && operationOf(one.cause) === operationOf(other.cause);
  return isOmitted && isOneMember && a >= 0 && a < b;
}

/** The kind of violation for an empty value, such as `[]`, that the service stores as an omitted member. */
const EMPTY_OMITTED = 'empty-became-omitted';

const OMITTED_KINDS: readonly string[] = ['missing', 'reset-by-patch', EMPTY_OMITTED, 'null-became-omitted'];

const LIST_KINDS: readonly string[] = ['elements-added', 'elements-missing', 'reordered'];

/** The operation in a cause. A cause is an operation, or an operation and a member. */
function operationOf(cause = ''): string {
  return cause.split(' ')[0] ?? '';
}

/** The name of the wrong member. For a renamed member, the name of the object that contains it. */
function memberOf({ kind, pointer }: Violation): string {
  return lastToken(kind === 'renamed' ? parentPointer(pointer) : pointer);
}

/** Whether a member is missing because its changed name equals the name of another member in the request. */
function isOverwritten(cause: Cluster, effect: Cluster): boolean {
  const [one, other] = [cause.smallest.violation, effect.smallest.violation];
  const parent = parentPointer(other.pointer);
  if (
    cause.rule !== effect.rule ||
    one.kind !== 'renamed' ||
    other.kind !== 'missing' ||
    parentPointer(one.pointer) !== parent
  )
    return false;
  const sent = valueAt(effect.smallest.case.input.body, parent.slice('/response/body'.length));
  const missing = lastToken(other.pointer);
  return Object.keys(isJsonObject(sent) ? sent : {}).some((name) =>
    valueRelations(missing, name).some((relation) =>
      cause.related.relations.some(({ name: known }) => known === relation.name),
    ),
  );
}
