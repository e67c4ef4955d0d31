import { isJsonObject } from '../../../../contract/json/json.js';
import { outcome } from '../../../../rules/conformance/surface/outcome.js';
import { sameRequest } from '../../../../rules/parity/same-request.js';
import { type Cluster, joinCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins what a surface that makes a body anew does with bodies of different types. */
export const REBUILT_BODY_STEP: GroupingStep = {
  name: 'rebuilt body',
  joins:
    'A surface that copies the members it knows into a new body loses or adds members, sends an object in place of another type, and may fail for a body without members. One that sends a whole body as text does so with null, too.',
  apply: (clusters) => {
    const rebuilt = clusters.filter(isOfMember);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (isTextOfNull(effect)) {
          const text = clusters.find((other) => isOfWhole(other) && isOneCall(other, effect));
          return text === undefined ? [] : [[effect, text]];
        }
        if (!isOfOtherType(effect)) return [];
        const cause = rebuilt.find((other) => other !== effect && isOneCall(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

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

/** `null` is sent as a value. */
function isTextOfNull({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'null-became-value' && violation.pointer === '/body';
}

function isOfWhole({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'type-changed' && violation.pointer === '/body';
}

/** A different type of the whole body, or a crash, and only for invalid bodies that are no objects. */
function isOfOtherType(cluster: Cluster): boolean {
  const { rule, smallest, expectations } = cluster;
  const { violation, case: shown } = smallest;
  const isCrash = rule.id === outcome.id && violation.kind === 'crash';
  const isInvalid = expectations.size === 1 && expectations.has('rejected');
  return (
    (isOfWhole(cluster) || isCrash) && isInvalid && shown.input.body !== undefined && !isJsonObject(shown.input.body)
  );
}

function isOneCall(one: Cluster, other: Cluster): boolean {
  return (
    ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation) &&
    [...other.operations].every((operation) => one.operations.has(operation))
  );
}
