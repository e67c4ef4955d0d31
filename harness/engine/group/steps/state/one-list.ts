import { ISSUED } from '../../../../../contract/case.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { bounded } from '../../../../../rules/state/lists/bounded.js';
import { defaultPage } from '../../../../../rules/state/lists/pages/default-page.js';
import { filtered } from '../../../../../rules/state/lists/filtered.js';
import { hasMore } from '../../../../../rules/state/lists/pages/has-more.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { ordered } from '../../../../../rules/state/lists/ordered.js';
import { pageSize } from '../../../../../rules/state/lists/pages/page-size.js';
import { pages } from '../../../../../rules/state/lists/pages/pages.js';
import { partition } from '../../../../../rules/state/lists/pages/partition.js';
import { removed } from '../../../../../rules/state/absent/removed.js';
import { serialOrder } from '../../../../../rules/state/at-once/serial-order.js';
import { total } from '../../../../../rules/state/lists/total.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the violations of one list of a service, such as missing and repeated elements. */
export const ONE_LIST_STEP: GroupingStep = {
  name: 'one list',
  joins:
    'Violations of one list form one finding in fifteen situations, because one fault of the list causes them. (1) Elements are repeated, missing or reordered, or pages are refused, at several page sizes or in concurrent calls: the service selects the elements wrongly. (2) A filter has missing matches, and also wrong matches. (3) Two filters together have missing matches, and one of them by itself has missing or wrong matches. (4) A filter has missing matches, and the list without a filter lacks a created item. (5) A filter has missing matches only if the list has several pages, and the list also loses other elements. (6) Several filters have wrong matches only after the first page. (7) The total is wrong, and the list also has wrong elements, wrong matches or removed items. (8) A page states wrongly whether there is a next page, and elements are wrong or pages are refused. (9) A link to the next page loses the page size, so elements are lost or repeated. (10) A cursor breaks its schema, so a page is refused. (11) The service ignores the cursor: it accepts a cursor that it did not issue, and repeats elements. (12) A list is not sorted as requested, so only sorted pages lose elements. (13) A page is longer than requested, so it exceeds `maxItems`, or the next page repeats its last elements. (14) A list with a bound lacks elements, and its pages lose or repeat elements. (15) Pages lose or repeat elements after the first one, so they differ from the list without the default of a filter.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const selecting = [...clusters.filter(isSelection), ...clusters.filter(isRefusedPage)];
    for (const [index, cluster] of selecting.entries()) {
      const cause = selecting
        .slice(0, index)
        .find((other) => !causes.has(other) && isOneOwner(other, cluster) && listOf(other) === listOf(cluster));
      if (cause !== undefined) causes.set(cluster, cause);
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
    for (const { effect, cause } of CONSEQUENCES)
      for (const cluster of clusters.filter((each) => effect(each) && !causes.has(each))) {
        const found = clusters.find(
          (other) => cause(other) && isOneOwner(other, cluster) && listOf(other) === listOf(cluster),
        );
        if (found !== undefined) causes.set(cluster, causes.get(found) ?? found);
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

/** Pairs of violations of one list. The first is the cause of the second. */
const CONSEQUENCES: readonly {
  readonly effect: (cluster: Cluster) => boolean;
  readonly cause: (cluster: Cluster) => boolean;
}[] = [
  { effect: isRepeated, cause: isTooLongPage },
  { effect: isUnordered, cause: (other) => isSelection(other) || isRefusedPage(other) },
  {
    effect: ({ rule }) => rule.id === total.id,
    cause: (other) => isSelection(other) || isStillListed(other) || other.rule.id === filtered.id,
  },
  { effect: ({ rule }) => rule.id === hasMore.id, cause: (other) => isSelection(other) || isRefusedPage(other) },
  { effect: isLoss, cause: isSizeLost },
  { effect: isBoundMissing, cause: isLoss },
  { effect: isOtherOnPages, cause: isLoss },
  { effect: isUnissuedAccepted, cause: isRepeated },
  { effect: isSortedLoss, cause: ({ rule }) => rule.id === ordered.id },
];

const KINDS: ReadonlySet<string> = new Set(['not-listed', 'listed-twice']);

function isSelection({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === pages.id || rule.id === partition.id || (rule.id === listed.id && KINDS.has(violation.kind));
}

function isRepeated(cluster: Cluster): boolean {
  return isSelection(cluster) && REPEATED.has(cluster.smallest.violation.kind);
}

/** Whether pages lose or repeat elements. */
function isLoss(cluster: Cluster): boolean {
  return isSelection(cluster) && LOSSES.has(cluster.smallest.violation.kind);
}

/**
 * Whether a list with the default of a filter differs from the list without it only after the first element, and was
 * read in several pages: its call also has an argument for paging.
 */
function isOtherOnPages({ rule, smallest: { case: shown, violation } }: Cluster): boolean {
  const { cause = '', expected, received } = violation;
  const isPaged = Object.keys(shown.input.query ?? {}).some((name) => !cause.includes(`\`${name}\``));
  const [one, other] = [expected, received].map((keys) => (Array.isArray(keys) ? keys[0] : undefined));
  return rule.id === defaultPage.id && isPaged && one !== undefined && one === other;
}

/** Whether a list with a bound lacks elements within the bound. */
function isBoundMissing({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === bounded.id && violation.received === 'no element';
}

/**
 * Whether the pages of a list lose or repeat elements only if the list is sorted. The cause of such a violation
 * contains the parameter that sorts the list.
 */
function isSortedLoss({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === partition.id && violation.cause?.includes(' ') === true;
}

/**
 * Whether a link to the next page lacks the page size. The linked page then has a different size, so the same page
 * number means different elements.
 */
function isSizeLost({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === pageSize.id && violation.kind === 'size-lost-in-link';
}

/**
 * Whether concurrent create calls lead to a list that is impossible in any order of these calls. If the service accepts
 * two equal items, this is a different violation.
 */
function isUnordered({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === serialOrder.id && violation.kind === 'no-serial-order';
}

const REPEATED: ReadonlySet<string> = new Set(['element-repeated', 'listed-twice']);

/** Whether a page has more elements than requested. The next page then repeats the last elements of this page. */
function isTooLongPage({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === pageSize.id && Number(violation.received) > Number(violation.expected);
}

function isStillListed({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === removed.id && violation.kind === 'still-listed';
}

/** Whether the service refuses a page although a link or cursor of an earlier page leads to it. */
function isRefusedPage({ rule, smallest: { case: shown } }: Cluster): boolean {
  return rule.id === validAccepted.id && shown.sequence === true && shown.follow !== undefined;
}

/** Whether a list lacks a created item, even without a filter. */
function isLost({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === listed.id && violation.kind === 'not-listed';
}

/** Whether elements that do not match occur only on later pages, not on the first page. */
function isOnLaterPages({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind === 'not-matching-on-later-pages';
}

function isMatchMissing({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind.startsWith('match-missing');
}

/**
 * Whether the filter violation `other` explains `missing`, a violation in which a list lacks elements that match its
 * filters. All filters of `other` must also be filters of `missing`. In addition, `other` must have fewer filters, or
 * must not be about missing elements.
 */
function isOfItsFilters(other: Cluster, missing: Cluster): boolean {
  if (other.rule.id !== filtered.id || !isOneOwner(other, missing)) return false;
  const [one, all] = [filtersOf(other), filtersOf(missing)];
  return [...one].every((name) => all.has(name)) && (one.size < all.size || !isMatchMissing(other));
}

/**
 * The words in the cause of a filter violation: the id of the operation, and the names of the members by which the list
 * is filtered.
 */
function filtersOf({ smallest: { violation } }: Cluster): ReadonlySet<string> {
  return new Set(violation.cause?.split(' '));
}

function isMissingOnPages({ rule, smallest }: Cluster): boolean {
  return rule.id === filtered.id && smallest.violation.kind === 'match-missing-on-pages';
}

/**
 * Whether both clusters show that a list loses the same elements. `loss` is a filter that loses matching elements even
 * on a single page, or pages that lose or repeat elements. A wrong order is not a loss.
 */
function isLossOf(loss: Cluster, missing: Cluster): boolean {
  const all = filtersOf(missing);
  const isSameLoss = isSelection(loss)
    ? isLoss(loss)
    : !isMissingOnPages(loss) && [...filtersOf(loss)].every((name) => all.has(name));
  return isSameLoss && isOneOwner(loss, missing) && listOf(loss) === listOf(missing);
}

const LOSSES: ReadonlySet<string> = new Set(['element-repeated', 'elements-differ', 'not-listed', 'listed-twice']);

function isRefused({ rule, smallest }: Cluster): boolean {
  return rule.id === pages.id && smallest.violation.kind === 'page-refused';
}

/** Whether a member of the page itself, such as the cursor, breaks its schema. Elements of the page do not count. */
function isWrongMember({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === responseBody.id && /^\/response\/body\/[^/]+$/.test(violation.pointer);
}

/** Whether the service accepts a cursor that it did not issue, although the contract requires a refusal. */
function isUnissuedAccepted({ rule, smallest: { case: shown } }: Cluster): boolean {
  return rule.id === invalidRejected.id && shown.expect.kind === 'rejected' && shown.expect.keyword === ISSUED;
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
