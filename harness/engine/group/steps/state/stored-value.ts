import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { defaultValue } from '../../../../../rules/state/default-value.js';
import { echo } from '../../../../../rules/state/echo.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { ownMembers } from '../../../../../rules/state/items/own-members.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { OMITTED } from '../../../../../rules/values/omitted.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { isStray } from '../../consequence-table.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding a wrongly stored value and the replies that contain the wrong value. */
export const STORED_VALUE_STEP: GroupingStep = {
  name: 'stored value',
  joins:
    'Violations of stored values form one finding in eight situations. (1) The stored value and the value in the reply to the create are wrong in the same way. (2) Only some instances of the service return the stored value wrongly, so their replies differ. (3) An omitted member gets a wrong default, and a sent value is changed into this default. (4) A create of several items has the same wrong default as a create of one item. (5) A create of several items does not return all of them, and returns wrong values. (6) A member has the value of an earlier request, so replies on different surfaces differ. (7) A stored member is wrong, and members with the same name are wrong in replies and lists of sequences only. (8) An object is stored without its members, and replies contain the empty object or lack its members.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const changes = clusters.filter(({ rule }) => rule.id === stored.id);
    const replies = clusters.filter(({ rule }) => rule.id === echo.id || rule.id === defaultValue.id);
    for (const change of changes) {
      const cause =
        replies.find((reply) => causeOf(reply) === causeOf(change)) ??
        clusters.find((other) => isOtherInstance(other, change));
      if (cause !== undefined) causes.set(change, cause);
    }
    for (const omitted of replies.filter(({ rule }) => rule.id === defaultValue.id)) {
      const cause = replies.find((reply) => isSameChange(reply, omitted));
      if (cause !== undefined) causes.set(omitted, cause);
    }
    for (const reply of replies) {
      const cause = replies.find((other) => isOfLostItems(other, reply) || isOfSingle(other, reply));
      if (cause !== undefined && !causes.has(reply)) causes.set(reply, causes.get(cause) ?? cause);
    }
    for (const stray of clusters.filter(({ smallest }) => isStray(smallest))) {
      const cause = clusters.find((other) => other.rule.id === ownMembers.id && isOneMember(stray, other));
      if (cause !== undefined) causes.set(stray, cause);
    }
    for (const cluster of clusters) {
      const cause = changes.find(
        (change) => (isEffect(cluster) && isSameMember(change, cluster)) || isOfEmptied(change, cluster),
      );
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

const EFFECTS: ReadonlySet<string> = new Set([responseBody.id, listed.id]);

/**
 * Whether the violation occurs only in sequences. If it also occurred in a single call, this call would be its smallest
 * case.
 */
function isEffect({ rule, smallest }: Cluster): boolean {
  return EFFECTS.has(rule.id) && smallest.case.sequence === true;
}

/**
 * Whether one create operation for several items loses some of the items, and also returns wrong values for the others.
 */
function isOfLostItems({ smallest: lost }: Cluster, { smallest: wrong }: Cluster): boolean {
  const [one, other] = [lost.violation, wrong.violation];
  const isLost = one.kind === 'elements-missing' && one.cause === `${lost.case.operation} items`;
  return isLost && lost.case.operation === wrong.case.operation && other.pointer.startsWith(`${one.pointer}/*/`);
}

/** Whether a create operation for one item and a create operation for several items set the same wrong default. */
function isOfSingle(single: Cluster, several: Cluster): boolean {
  const [one, other] = [single.smallest.violation, several.smallest.violation];
  return (
    single.rule.id === defaultValue.id &&
    several.rule === single.rule &&
    other.pointer.includes('/*/') &&
    !one.pointer.includes('/*/') &&
    isSameMember(single, several) &&
    sameJson(one.expected, other.expected) &&
    sameJson(one.received, other.received)
  );
}

/**
 * Whether the service stores the same wrong value in a member in two situations: if the request has the member, and if
 * the request omits it.
 */
function isSameChange({ rule, smallest: { violation: one }, operations }: Cluster, omitted: Cluster): boolean {
  const other = omitted.smallest.violation;
  return (
    rule.id === echo.id &&
    ownerOf(one) === ownerOf(other) &&
    one.pointer === other.pointer &&
    sameJson(one.expected, other.expected) &&
    sameJson(one.received, other.received) &&
    [...omitted.operations].every((operation) => operations.has(operation))
  );
}

/**
 * Whether `effect` follows from `change`, which stores an empty object in place of an object with members. `effect` is
 * a reply with the empty object, or a lost member of the object.
 */
function isOfEmptied(change: Cluster, effect: Cluster): boolean {
  const [one, other] = [change.smallest.violation, effect.smallest.violation];
  if (change === effect || !isEmptyObject(one.received)) return false;
  const isLost =
    effect.rule === change.rule && other.received === OMITTED && other.pointer.startsWith(`${one.pointer}/`);
  return (
    ownerOf(one) === ownerOf(other) &&
    (isLost || (EFFECTS.has(effect.rule.id) && isSameMember(change, effect) && isEmptyObject(other.received)))
  );
}

function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function isSameMember(change: Cluster, effect: Cluster): boolean {
  const [one, other] = [change.smallest.violation, effect.smallest.violation];
  return ownerOf(one) === ownerOf(other) && lastToken(one.pointer) === lastToken(other.pointer);
}

/** Whether replies differ between lanes because only some instances of the service change the member. */
function isOtherInstance(stray: Cluster, change: Cluster): boolean {
  const isOnItsSurfaces = [...change.surfaces].every((surface) => stray.surfaces.has(surface));
  return isStray(stray.smallest) && isOnItsSurfaces && isOneMember(stray, change);
}

/**
 * Whether the difference between lanes (sessions) concerns the same member as the violation `other`, in replies to the
 * same operations.
 */
function isOneMember(stray: Cluster, other: Cluster): boolean {
  const [one, two] = [stray.smallest.violation, other.smallest.violation];
  return (
    ownerOf(one) === ownerOf(two) &&
    one.pointer === two.pointer &&
    [...stray.operations].every((operation) => other.operations.has(operation))
  );
}

/**
 * The operation and the member in the cause of the violation. The rules about replies to creates and the rules about
 * stored values write this cause in the same form.
 */
function causeOf({ smallest: { violation } }: Cluster): string {
  return `${ownerOf(violation)} ${violation.cause ?? violation.pointer}`;
}
