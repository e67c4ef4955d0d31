import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Joins two violations: a reply with a single item is invalid, and the element in a list differs from it. The list
 * becomes evidence.
 */
export const INVALID_ITEM_STEP: GroupingStep = {
  name: 'invalid item',
  joins:
    'If an item has an invalid value in a member, but the list shows the right value, the difference between the list and a GET of the item becomes evidence of the invalid value. The members must have the same name.',
  apply: (clusters) => {
    const invalid = clusters.filter(({ rule }) => rule.id === responseBody.id);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = effect.rule.id === listed.id ? invalid.find((other) => isOfItem(other, effect)) : undefined;
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether the invalid value is in the member that differs in the list, and the list does not return the invalid value.
 */
function isOfItem(invalid: Cluster, difference: Cluster): boolean {
  const [one, other] = [invalid.smallest.violation, difference.smallest.violation];
  return (
    ownerOf(one) === ownerOf(other) &&
    lastToken(one.pointer) === lastToken(other.pointer) &&
    [...difference.operations].every((operation) => !invalid.operations.has(operation))
  );
}
