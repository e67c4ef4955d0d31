import type { Json } from '../../../../../contract/json/json.js';
import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { constraintOf, isDigits } from '../../constraint-of.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding a number and the same number as a string, if a service accepts both in place of a date or a
 * time.
 */
export const CONVERTED_FORMAT_STEP: GroupingStep = {
  name: 'converted format',
  joins:
    'A string of digits that breaks a format forms one finding with a number that the same operation accepts at the same place. The cause is that the service converts numbers, such as seconds since 1970, to values of the format.',
  apply: (clusters) => {
    const numbers = clusters.filter((cluster) => typeof acceptedValue(cluster) === 'number' && isOfType(cluster));
    const texts = clusters.filter((cluster) => isDigits(acceptedValue(cluster)) && isOfFormat(cluster));
    const causes = new Map(
      texts.flatMap((text) => {
        const cause = numbers.find((number) => placeOf(number) === placeOf(text));
        return cause === undefined ? [] : [[text, cause] as const];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** The invalid value that the service accepts. `undefined` for a violation of another kind. */
function acceptedValue({ rule, smallest: { case: made, violation } }: Cluster): Json | undefined {
  if (rule.id !== invalidRejected.id || violation.kind !== 'invalid-accepted') return undefined;
  return made.expect.kind === 'rejected' ? valueAt(made.input as unknown as Json, made.expect.pointer) : undefined;
}

function isOfType({ smallest }: Cluster): boolean {
  return constraintOf(smallest.case)?.startsWith('convertible type /body/') === true;
}

function isOfFormat({ smallest }: Cluster): boolean {
  return constraintOf(smallest.case)?.startsWith('format /body/') === true;
}

function placeOf({ smallest: { case: made } }: Cluster): string {
  return `${made.operation} ${made.expect.kind === 'rejected' ? made.expect.pointer : ''}`;
}
