import { anyElement, parentPointer, valueAt } from '../../../../../contract/json/json-pointer.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { UNKNOWN_MISSING } from '../../../../../rules/parity/shown-difference.js';
import { updated } from '../../../../../rules/state/items/updated.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveEqualTrials } from '../../trial-set.js';

/** If at least this number of members are missing from one object, they count as one fault. */
const MANY = 3;

/** Combines into one finding the violations of the same kind in several members of one object. */
export const ONE_OBJECT_STEP: GroupingStep = {
  name: 'members of one object',
  joins:
    'Violations of members of one object form one finding in seven situations. (1) Three or more members are missing, unexpected or null. (2) Two members are missing, unexpected or null in the same trials. (3) Omitted parameters are sent as the same word, such as `undefined`. (4) Several members break the same format in the same trials. (5) The strings of two members are exchanged in the same trials. (6) A merge patch stored null, and a reply to the same operation contains this null. (7) Requests set members to null, and replies to the same operation contain null in the same members. In a problem document, members that no schema names count too.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      if (causes.has(cluster)) continue;
      const later = clusters.slice(index + 1).filter((other) => !causes.has(other));
      const siblings = later.filter((other) => isSibling(cluster, other));
      if (!KINDS.has(siblingKind(cluster)) && !isNull(cluster)) {
        const other = siblings.find((one) => isExchanged(cluster, one) && haveEqualTrials(cluster.shown, one.shown));
        if (other !== undefined) causes.set(other, cluster);
        continue;
      }
      const together =
        siblings.length + 1 >= MANY && cluster.smallest.violation.kind !== 'format'
          ? siblings
          : siblings.filter(
              (other) =>
                isOneWord(cluster, other) ||
                (isOneFormat(cluster, other) && haveEqualTrials(cluster.shown, other.shown)),
            );
      for (const other of [...together, ...later.filter((one) => areNullsOfPatch(cluster, one))])
        causes.set(other, cluster);
      const merged = isNull(cluster) && clusters.find((other) => isStoredSo(cluster, other));
      if (merged) causes.set(cluster, merged);
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
    isRelated(one, other) &&
    one.rule === other.rule &&
    siblingKind(one) === siblingKind(other) &&
    isNull(one) === isNull(other) &&
    parentOf(a.pointer) === parentOf(b.pointer)
  );
}

/**
 * The kind of the violation. In a problem document, a lost member that no schema names counts as a lost member that a
 * schema names.
 */
function siblingKind({ smallest: { violation } }: Cluster): string {
  const isOfProblem = parentOf(violation.pointer) === '/outcome/problem';
  return isOfProblem && violation.kind === UNKNOWN_MISSING ? 'missing' : violation.kind;
}

/** Whether a member of the reply is null although its schema allows no null. */
function isNull({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === responseBody.id && violation.kind === 'type' && violation.received === null;
}

/**
 * Whether both nulls come from merge patches of one operation. In a merge patch, null removes a member (RFC 7396 §1),
 * so a service must not store it.
 */
function areNullsOfPatch(one: Cluster, other: Cluster): boolean {
  return isRelated(one, other) && isNullOfPatch(one) && isNullOfPatch(other) && operationOf(one) === operationOf(other);
}

function isNullOfPatch(cluster: Cluster): boolean {
  const { case: sent, violation } = cluster.smallest;
  const isSent = valueAt(sent.input.body, violation.pointer.slice('/response/body'.length)) === null;
  return isNull(cluster) && isSent;
}

function operationOf({ smallest }: Cluster): string {
  return smallest.case.operation;
}

/** Whether a merge patch of the same operation stored an object that contains the null. */
function isStoredSo({ smallest, operations }: Cluster, { rule, smallest: { violation } }: Cluster): boolean {
  const { pointer } = smallest.violation;
  const [operation = ''] = (violation.cause ?? '').split(' ');
  return (
    rule.id === updated.id &&
    violation.kind === 'not-merged' &&
    violation.blame === smallest.violation.blame &&
    [...operations].some((own) => own === operation) &&
    pointer.startsWith(`${violation.pointer}/`) &&
    valueAt(violation.received, pointer.slice(violation.pointer.length)) === null
  );
}

function isExchanged({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  const isText = typeof one.expected === 'string' && typeof one.received === 'string';
  return isText && one.expected === other.received && one.received === other.expected;
}

/** Whether the surface sends two omitted parameters as the same word, such as `undefined` or `None`. */
function isOneWord({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  const isWord = typeof one.received === 'string' && /^(?:undefined|none|null|nil|nan)$/i.test(one.received);
  return one.kind === 'unexpected' && isWord && one.received === other.received;
}

/** Whether both members break the same format. Members with different formats are usually written by different code. */
function isOneFormat({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return one.violation.kind !== 'format' || one.violation.expected === other.violation.expected;
}

function parentOf(pointer: string): string {
  return anyElement(parentPointer(pointer));
}
