import { lastToken } from '../../../../contract/json/json-pointer.js';
import { stageOf } from '../../../../rules/catalogue/catalogue.js';
import { outcome } from '../../../../rules/conformance/surface/outcome.js';
import { unexpectedReply } from '../../../../rules/conformance/surface/unexpected-reply.js';
import { validAccepted } from '../../../../rules/conformance/service/valid-accepted.js';
import { sameRequest } from '../../../../rules/parity/same-request.js';
import { sameOperation } from '../../../../rules/parity/same-operation.js';
import type { Violation } from '../../../../rules/finding.js';
import { type Cluster, isRelated, joinCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed, hasOperationsOf } from '../step.js';

/**
 * Combines into one finding the violations of one surface that concern the same place of the input or of the outcome.
 */
export const SAME_PLACE_STEP: GroupingStep = {
  name: 'same place',
  joins:
    'If a surface sends wrong requests, violations at the same place of the input form one finding if they share an operation. A list with a wrong number of elements is the same place as a changed element of the list. Violations of one rule by one surface form one finding if they concern the same member of the outcome. Four kinds of violations by one surface form one finding at any place: equal crashes at replies, URLs that no operation has, changes of whole bodies, and refusals of bodies that the surface otherwise sends with a wrong media type.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters.slice(0, index).find((earlier) => !causes.has(earlier) && isSamePlace(earlier, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isSamePlace(a: Cluster, b: Cluster): boolean {
  const [one, other] = [a.smallest.violation, b.smallest.violation];
  if (one.blame !== 'surface') return false;
  if (isMislabelled(a, b)) return true;
  if (!isRelated(a, b)) return false;
  if (a.rule === b.rule && isSameMember(one, other)) return true;
  if (isOneBuilder(a, b) || isOneCrash(a, b) || isOneBodyWriter(a, b)) return true;
  if (placeOf(one) !== placeOf(other) && !isOneList(one, other) && !isOneList(other, one)) return false;
  const isPlace =
    stageOf(a.rule.id) === 'request'
      ? INPUT_PLACE.test(placeOf(one))
      : a.rule === b.rule && SHOWN_PLACE.test(placeOf(one));
  return isPlace && [...a.operations].some((operation) => b.operations.has(operation));
}

/**
 * Whether both clusters are requests to URLs that no operation has. If so, the cause is the code of the surface that
 * builds URLs.
 */
function isOneBuilder(a: Cluster, b: Cluster): boolean {
  const kinds = [a, b].map(({ smallest }) => smallest.violation.kind);
  return a.rule.id === sameOperation.id && a.rule === b.rule && kinds.every((kind) => kind === 'no-operation');
}

/**
 * Whether both clusters are the same crash: `a` after a reply that the contract allows, `b` after a reply that the
 * contract does not allow.
 */
function isOneCrash(a: Cluster, b: Cluster): boolean {
  const kinds = [a, b].map(({ smallest }) => smallest.violation.kind);
  const isCrash =
    a.rule.id === outcome.id && b.rule.id === unexpectedReply.id && kinds.every((kind) => kind === 'crash');
  return isCrash && a.smallest.violation.cause === b.smallest.violation.cause;
}

/**
 * Whether the surface changes the whole body in both clusters, and every operation of `b` is also in `a`. If so, the
 * cause is the code that writes bodies.
 */
function isOneBodyWriter(a: Cluster, b: Cluster): boolean {
  return a.rule.id === sameRequest.id && a.rule === b.rule && isWholeBody(a) && isWholeBody(b) && hasOperationsOf(a, b);
}

function isWholeBody({ smallest: { violation } }: Cluster): boolean {
  return violation.pointer === '/body' && (violation.kind === 'changed' || violation.kind === 'type-changed');
}

/**
 * Whether the surface sends bodies with a wrong media type (`a`), and refuses other bodies of the same operations
 * because it cannot write them in this media type (`b`).
 */
function isMislabelled(a: Cluster, b: Cluster): boolean {
  const [one, other] = [a.smallest.violation, b.smallest.violation];
  return (
    a.rule.id === sameRequest.id &&
    one.pointer === '/header/content-type' &&
    b.rule.id === validAccepted.id &&
    other.kind === 'refused-by-client' &&
    b.smallest.case.input.body !== undefined &&
    ownerOf(one) === ownerOf(other) &&
    hasOperationsOf(a, b)
  );
}

/** Whether both violations concern one member of the outcome, and only one of their replies has a documented schema. */
function isSameMember(one: Violation, other: Violation): boolean {
  // One decoder usually reads the problem documents of all operations.
  if (one.kind === other.kind && one.pointer === other.pointer && one.pointer.startsWith('/outcome/problem/'))
    return true;
  const isShown = [one, other].every(({ pointer }) => pointer.startsWith('/outcome/'));
  const isStated = [one, other].map(({ cause = '' }) => cause.includes('#'));
  return (
    isShown &&
    one.kind === other.kind &&
    isStated[0] !== isStated[1] &&
    lastToken(one.pointer) === lastToken(other.pointer)
  );
}

/**
 * Whether `list` shows that a list has missing or added elements, and `element` is a violation in an element of this
 * list.
 */
function isOneList(list: Violation, element: Violation): boolean {
  const isElement = placeOf(element).startsWith(`${placeOf(list)}/`);
  return isElement && (list.kind === 'elements-added' || list.kind === 'elements-missing');
}

const INPUT_PLACE = /^\/(?:path|query|header|cookie|body)\//;
/** Matches a member of the outcome, written as a pointer or as the address of a schema. */
const SHOWN_PLACE = /^\/outcome\/(?:value|problem)\/|#\//;

/**
 * The place at which violations of one surface count as one fault. If the cause of a violation is a place (such as
 * `/body/labels/*` for any key of a map), it is this place. Otherwise, it is the pointer.
 */
function placeOf({ cause, pointer }: Violation): string {
  return cause !== undefined && (INPUT_PLACE.test(cause) || SHOWN_PLACE.test(cause)) ? cause : pointer;
}
