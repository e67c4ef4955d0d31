import { parentPointer } from '../../../../../contract/json/json-pointer.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { oneExchange } from '../../../../../rules/conformance/surface/one-exchange.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations that occur because a surface copies the members of a body into a new object.
 * Which violation occurs depends on the type of the body.
 */
export const REBUILT_BODY_STEP: GroupingStep = {
  name: 'rebuilt body',
  joins:
    'If a surface copies the members of a body into a new object, missing or added members form one finding with two other violations: wrong types and crashes for invalid bodies that are not objects. A missing member also forms one finding with a string or list that is sent as an object of its characters or elements. If the surface does not send a null body, this forms one finding with omitted nulls. If it sends null as a different value, this forms one finding with bodies of a wrong type.',
  apply: (clusters) => {
    const rebuilt = clusters.filter(isOfMember);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (isTextOfNull(effect)) {
          const text = clusters.find((other) => isOfWhole(other) && isOneCall(other, effect));
          return text === undefined ? [] : [[effect, text]];
        }
        const cause = rebuilt.find((other) => isCause(other, effect) && isOneCall(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isCause(rebuilt: Cluster, effect: Cluster): boolean {
  if (rebuilt === effect) return false;
  if (isOfOtherType(effect)) return true;
  const { kind, pointer } = rebuilt.smallest.violation;
  if (isNothingOfNull(effect)) return kind === 'null-became-omitted';
  return isCopied(effect) && kind === 'missing' && parentPointer(pointer) === effect.smallest.violation.pointer;
}

/** Whether the surface sends a request for every body except null. */
function isNothingOfNull({ rule, smallest: { violation, case: shown }, occurrences, operations }: Cluster): boolean {
  const isOnly = occurrences <= operations.size;
  return rule.id === oneExchange.id && violation.kind === 'nothing-sent' && shown.input.body === null && isOnly;
}

/** Whether a string or a list is sent as an object of its characters or elements. */
function isCopied({ rule, smallest: { violation } }: Cluster): boolean {
  const { kind, expected, received } = violation;
  return (
    rule.id === sameRequest.id &&
    kind === 'type-changed' &&
    (typeof expected === 'string' || Array.isArray(expected)) &&
    isJsonObject(received) &&
    sameJson(received, Object.assign({}, expected))
  );
}

function isOfMember({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && REBUILT.has(violation.kind) && violation.pointer.startsWith('/body/');
}

const REBUILT: ReadonlySet<string> = new Set([
  'missing',
  'unexpected',
  'empty-became-omitted',
  'null-became-omitted',
  'omitted-became-null',
]);

/** Whether a `null` body is sent as a different value. */
function isTextOfNull({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'null-became-value' && violation.pointer === '/body';
}

function isOfWhole({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'type-changed' && violation.pointer === '/body';
}

/** Whether a `null` body is sent inside an object, such as `{"value": null}`. */
function isWrapped({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'wrapped' && violation.pointer === '/body';
}

/**
 * Whether the fault occurs only for invalid inputs, the smallest of which has a body that is not an object. The body is
 * sent with a different type, or the call crashes.
 */
function isOfOtherType(cluster: Cluster): boolean {
  const { rule, smallest, expectations } = cluster;
  const { violation, case: shown } = smallest;
  const isCrash = rule.id === outcome.id && violation.kind === 'crash';
  const isInvalid = expectations.size === 1 && expectations.has('rejected');
  return (
    (isOfWhole(cluster) || isWrapped(cluster) || isCrash) &&
    isInvalid &&
    shown.input.body !== undefined &&
    !isJsonObject(shown.input.body)
  );
}

function isOneCall(one: Cluster, other: Cluster): boolean {
  return (
    ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation) &&
    [...other.operations].every((operation) => one.operations.has(operation))
  );
}
