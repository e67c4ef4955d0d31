import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { filtered } from '../../../../../rules/state/lists/filtered.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { pageSize } from '../../../../../rules/state/lists/page-size.js';
import { pages } from '../../../../../rules/state/lists/pages.js';
import { partition } from '../../../../../rules/state/lists/partition.js';
import { removed } from '../../../../../rules/state/items/removed.js';
import { serialOrder } from '../../../../../rules/state/at-once/serial-order.js';
import { total } from '../../../../../rules/state/lists/total.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins violations of one list of a service. */
export const ONE_LIST_STEP: GroupingStep = {
  name: 'one list',
  joins:
    'Repeated, missing or reordered elements of one list form one finding with refused pages, at all page sizes and for concurrent calls, because one selection of elements is wrong. Missing matches join wrong matches of the same filter, and those of several filters join violations of one of them. They also join a list that lacks a created item without a filter. Wrong matches of all filters that occur only after the first page form one finding; if they are missing only on several pages, they join other losses of the list. A wrong total joins wrong elements or removed items that are still listed. A refused page joins a cursor that breaks its schema. A page that is too long joins a page beyond `maxItems`, and elements that the next page repeats.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const selecting = [...clusters.filter(isSelection), ...clusters.filter(isRefusedPage)];
    for (const [index, cluster] of selecting.entries()) {
      const cause = selecting
        .slice(0, index)
        .find((other) => !causes.has(other) && isOneOwner(other, cluster) && listOf(other) === listOf(cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const repeated of clusters.filter(isRepeated)) {
      const cause = clusters.find(
        (other) => isTooLongPage(other) && isOneOwner(other, repeated) && listOf(other) === listOf(repeated),
      );
      if (cause !== undefined && !causes.has(repeated)) causes.set(repeated, cause);
    }
    for (const unordered of clusters.filter(isUnordered)) {
      const cause = selecting.find((other) => isOneOwner(other, unordered) && listOf(other) === listOf(unordered));
      if (cause !== undefined) causes.set(unordered, cause);
    }
    const later = clusters.filter(isOnLaterPages);
    for (const [index, wrong] of later.entries()) {
      const cause =
        clusters.find((other) => !isOnLaterPages(other) && isOfItsFilters(other, wrong)) ??
        later.slice(0, index).find((other) => isOneOwner(other, wrong) && listOf(other) === listOf(wrong));
      if (cause !== undefined) causes.set(wrong, causes.get(cause) ?? cause);
    }
    for (const missing of clusters.filter(isMatchMissing)) {
      const cause =
        clusters.find((other) => isOfItsFilters(other, missing)) ??
        clusters.find((other) => isLost(other) && isOneOwner(other, missing) && listOf(other) === listOf(missing));
      if (cause !== undefined) causes.set(missing, cause);
    }
    for (const missing of clusters.filter((each) => isMissingOnPages(each) && !causes.has(each))) {
      const cause = [...clusters.filter(isMatchMissing), ...selecting].find((other) => isLossOf(other, missing));
      if (cause !== undefined) causes.set(missing, causes.get(cause) ?? cause);
    }
    for (const counted of clusters.filter(({ rule }) => rule.id === total.id)) {
      const cause = clusters.find(
        (other) =>
          (isSelection(other) || isStillListed(other)) &&
          isOneOwner(other, counted) &&
          listOf(other) === listOf(counted),
      );
      if (cause !== undefined) causes.set(counted, causes.get(cause) ?? cause);
    }
    for (const page of clusters.filter(isRefused)) {
      const cause = clusters.find(
        (other) => isWrongMember(other) && isOneOwner(other, page) && listOf(other) === listOf(page),
      );
      if (cause !== undefined) causes.set(page, cause);
    }
    for (const cluster of clusters.filter(isTooLong)) {
      const cause = clusters.find((other) => other.rule.id === pageSize.id && isLongPage(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const KINDS: ReadonlySet<string> = new Set(['not-listed', 'listed-twice']);

function isSelection({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === pages.id || rule.id === partition.id || (rule.id === listed.id && KINDS.has(violation.kind));
}

function isRepeated(cluster: Cluster): boolean {
  return isSelection(cluster) && REPEATED.has(cluster.smallest.violation.kind);
}

/** Whether concurrent creates change the list. Equal creates that are both accepted have another cause. */
function isUnordered({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === serialOrder.id && violation.kind === 'no-serial-order';
}

const REPEATED: ReadonlySet<string> = new Set(['element-repeated', 'listed-twice']);

/** Whether a page has more elements than requested: the next page then starts with its last elements. */
function isTooLongPage({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === pageSize.id && Number(violation.received) > Number(violation.expected);
}

function isStillListed({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === removed.id && violation.kind === 'still-listed';
}

/** Whether the service refuses a page to which an earlier page of the list leads. */
function isRefusedPage({ rule, smallest: { case: shown } }: Cluster): boolean {
  return rule.id === validAccepted.id && shown.sequence === true && shown.follow !== undefined;
}

/** Whether a list lacks a created item also without a filter. */
function isLost({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === listed.id && violation.kind === 'not-listed';
}

/** Whether only pages after the first one have elements that do not match. */
function isOnLaterPages({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind === 'not-matching-on-later-pages';
}

function isMatchMissing({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind.startsWith('match-missing');
}

/**
 * Whether a filter violation concerns one of the filters of the list that lacks matches: the same filter with wrong
 * matches, or fewer filters.
 */
function isOfItsFilters(other: Cluster, missing: Cluster): boolean {
  if (other.rule.id !== filtered.id || !isOneOwner(other, missing)) return false;
  const [one, all] = [filtersOf(other), filtersOf(missing)];
  return [...one].every((name) => all.has(name)) && (one.size < all.size || !isMatchMissing(other));
}

/** The operation and the members of its filters, as the cause of a violation names them. */
function filtersOf({ smallest: { violation } }: Cluster): ReadonlySet<string> {
  return new Set(violation.cause?.split(' '));
}

function isMissingOnPages({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind === 'match-missing-on-pages';
}

/**
 * Whether two clusters are the same loss of elements: the same filter loses matches on one page, or the pages lack or
 * repeat elements. A wrong order is not a loss.
 */
function isLossOf(loss: Cluster, missing: Cluster): boolean {
  const all = filtersOf(missing);
  const isLoss = isSelection(loss)
    ? LOSSES.has(loss.smallest.violation.kind)
    : !isMissingOnPages(loss) && [...filtersOf(loss)].every((name) => all.has(name));
  return isLoss && isOneOwner(loss, missing) && listOf(loss) === listOf(missing);
}

const LOSSES: ReadonlySet<string> = new Set(['element-repeated', 'elements-differ', 'not-listed', 'listed-twice']);

function isRefused({ rule, smallest }: Cluster): boolean {
  return rule.id === pages.id && smallest.violation.kind === 'page-refused';
}

/** Whether a member of a page that is not an element, such as the cursor, breaks its schema. */
function isWrongMember({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === responseBody.id && /^\/response\/body\/[^/]+$/.test(violation.pointer);
}

function isTooLong({ rule, smallest }: Cluster): boolean {
  return rule.id === responseBody.id && smallest.violation.kind === 'maxItems';
}

function isLongPage(page: Cluster, body: Cluster): boolean {
  return isOneOwner(page, body) && page.smallest.violation.pointer === body.smallest.violation.pointer;
}

function isOneOwner({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return ownerOf(one.violation) === ownerOf(other.violation);
}

function listOf({ smallest }: Cluster): string {
  return smallest.case.operation;
}
