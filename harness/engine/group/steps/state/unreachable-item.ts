import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { echo } from '../../../../../rules/state/echo.js';
import { location } from '../../../../../rules/state/location.js';
import { partition } from '../../../../../rules/state/lists/pages/partition.js';
import { repeated } from '../../../../../rules/state/repeated.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { isCovered } from '../../trial-set.js';

/**
 * Combines into one finding a created item that cannot be read, and the consequences of this, such as a list without
 * the item.
 */
export const UNREACHABLE_ITEM_STEP: GroupingStep = {
  name: 'unreachable item',
  joins:
    'A created item that is not found becomes evidence of a changed identifier in the reply to its create (`state/echo`). A `Location` that is not found, and a list without the item, become evidence of the missing item. If this list has other elements for another page size, the difference also becomes evidence. A 404 to a valid call becomes evidence in three situations: the item is also missing in each trial with this 404, or only calls with the identifier of such an item get the 404, or the call reads the item after a create with a chosen identifier. In the last situation, an idempotency key that the service does not recognise is evidence, too: the service forgets its items. A refusal that occurs only in sequences becomes evidence of an invalid identifier in the reply to the create.',
  apply: (clusters) => {
    const missing = clusters.filter(
      ({ rule, smallest }) => rule.id === stored.id && smallest.violation.kind === 'not-found',
    );
    const causes = new Map<Cluster, Cluster>();
    for (const item of missing) {
      const cause = clusters.find((reply) => reply.rule.id === echo.id && isOfIdentifier(reply, item));
      if (cause !== undefined) causes.set(item, cause);
    }
    for (const led of clusters.filter(
      ({ rule, smallest }) => rule.id === location.id && smallest.violation.kind === 'location-not-found',
    )) {
      const cause = missing.find((item) => createOf(item) === createOf(led));
      if (cause !== undefined) causes.set(led, cause);
    }
    for (const unlisted of clusters.filter(isNotListed)) {
      const cause = missing.find((item) => isCreateOf(item, unlisted));
      if (cause !== undefined) causes.set(unlisted, cause);
    }
    for (const pages of clusters.filter(hasOtherElements)) {
      const unlisted = clusters.find((list) => isNotListed(list) && causes.has(list) && isOfList(pages, list));
      const cause = unlisted && causes.get(unlisted);
      if (cause !== undefined) causes.set(pages, cause);
    }
    for (const refused of clusters.filter(isRefused)) {
      const cause = missing.find((item) => isOnlyThere(refused, item) || isOnlyOfItem(refused, item));
      if (cause !== undefined) causes.set(refused, cause);
      const forgotten = missing.find((item) => isReadAfterSetup(refused, item));
      if (forgotten === undefined) continue;
      for (const effect of [refused, ...clusters.filter((each) => isUnknownKey(each, forgotten))])
        causes.set(effect, forgotten);
    }
    for (const refused of clusters.filter(({ rule, calls }) => rule.id === validAccepted.id && calls.size === 0)) {
      const cause = clusters.find((reply) => reply.rule.id === responseBody.id && isOfIdentifier(reply, refused));
      if (cause !== undefined && !causes.has(refused)) causes.set(refused, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

function isNotListed({ rule, smallest }: Cluster): boolean {
  return rule.id === listed.id && smallest.violation.kind === 'not-listed';
}

function hasOtherElements({ rule, smallest }: Cluster): boolean {
  return rule.id === partition.id && smallest.violation.kind === 'elements-differ';
}

function isOfList(pages: Cluster, unlisted: Cluster): boolean {
  const isSameOwner = ownerOf(pages.smallest.violation) === ownerOf(unlisted.smallest.violation);
  return isSameOwner && [...pages.operations].every((operation) => unlisted.operations.has(operation));
}

function isRefused({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === validAccepted.id && violation.status === 404;
}

/**
 * Whether the violation is in an identifier in the reply to a create, and the path of the refused call contains this
 * identifier.
 */
function isOfIdentifier({ smallest, operations, related }: Cluster, { smallest: refused }: Cluster): boolean {
  const { feeds = [], precedingCalls = [] } = refused.case;
  return (
    ownerOf(smallest.violation) === ownerOf(refused.violation) &&
    feeds.some(({ in: part, pointer, step }) => {
      const create = precedingCalls.find(({ id }) => id === step)?.operation;
      return part === 'path' && create && operations.has(create) && related.pointers.has(`/response/body${pointer}`);
    })
  );
}

/** Whether every trial in which the service refuses the call also shows that the created item cannot be read. */
function isOnlyThere(refused: Cluster, { shown, smallest }: Cluster): boolean {
  return ownerOf(refused.smallest.violation) === ownerOf(smallest.violation) && isCovered(refused.shown, shown);
}

/**
 * Whether the call reads the missing item, and the harness created the item with a chosen identifier before the call.
 */
function isReadAfterSetup({ smallest: { case: made, violation } }: Cluster, item: Cluster): boolean {
  return (
    ownerOf(violation) === ownerOf(item.smallest.violation) &&
    item.operations.has(made.operation) &&
    made.setup?.some(({ operation }) => operation === item.smallest.violation.cause) === true
  );
}

/**
 * Whether the item was created with an idempotency key that an earlier, different create had sent, and the service
 * accepted this.
 */
function isUnknownKey({ rule, operations, smallest: { violation } }: Cluster, { smallest: item }: Cluster): boolean {
  return (
    rule.id === repeated.id &&
    violation.kind === 'conflict-accepted' &&
    ownerOf(violation) === ownerOf(item.violation) &&
    [...operations].some((operation) => operation === item.violation.cause)
  );
}

/**
 * Whether all calls that the service refuses are steps of sequences, and their paths contain an identifier that the
 * create returned.
 */
function isOnlyOfItem({ smallest: { case: made, violation }, calls }: Cluster, { smallest: item }: Cluster): boolean {
  const { feeds = [], within = [], precedingCalls = [] } = made;
  const steps = [...feeds.filter((feed) => feed.in === 'path'), ...within].map(({ step }) => step);
  return (
    calls.size === 0 &&
    ownerOf(violation) === ownerOf(item.violation) &&
    precedingCalls.some(({ id, operation }) => steps.includes(id) && operation === item.violation.cause)
  );
}

/** Whether one of the calls before the list created the missing item. */
function isCreateOf(missing: Cluster, unlisted: Cluster): boolean {
  const [one, other] = [missing.smallest.violation, unlisted.smallest.violation];
  const calls = unlisted.smallest.case.precedingCalls ?? [];
  return ownerOf(one) === ownerOf(other) && calls.some(({ operation }) => operation === one.cause);
}

/**
 * The owner of the violation, and the operation that creates the item. Violations about missing items and wrong
 * `Location` headers have this operation as their cause.
 */
function createOf({ smallest: { violation } }: Cluster): string {
  return `${ownerOf(violation)} ${violation.cause ?? ''}`;
}
