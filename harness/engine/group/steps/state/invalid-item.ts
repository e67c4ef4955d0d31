import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { defaultValue } from '../../../../../rules/state/default-value.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { isCovered } from '../../trial-set.js';

/**
 * Combines two violations into one finding. The first: a reply with a single item has an invalid value. The second: the
 * element in a list differs from this item, or a member of the item does not have its default. The second becomes
 * evidence.
 */
export const INVALID_ITEM_STEP: GroupingStep = {
  name: 'invalid item',
  joins:
    'If an item has an invalid value in a member, but the list shows the right value, the difference between the list and a GET of the item becomes evidence of the invalid value. The members must have the same name. A wrong default is evidence of an invalid value if each reply with it has the invalid value in this member.',
  apply: (clusters) => {
    const invalid = clusters.filter(({ rule }) => rule.id === responseBody.id);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const isEffect = EFFECTS.get(effect.rule.id);
        const cause = isEffect && invalid.find((other) => isEffect(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether both violations concern a member with the same name, and the lists that differ do not return the invalid
 * value.
 */
function isOfItem(invalid: Cluster, difference: Cluster): boolean {
  const [one, other] = [invalid.smallest.violation, difference.smallest.violation];
  return (
    ownerOf(one) === ownerOf(other) &&
    lastToken(one.pointer) === lastToken(other.pointer) &&
    [...difference.operations].every((operation) => !invalid.operations.has(operation))
  );
}

/** Whether all replies with a wrong default also have an invalid value in the member with this default. */
function isOfDefault(invalid: Cluster, preset: Cluster): boolean {
  const [one, other] = [invalid.smallest.violation, preset.smallest.violation];
  return ownerOf(one) === ownerOf(other) && one.pointer === other.pointer && isCovered(preset.shown, invalid.shown);
}

/**
 * The rules whose violations may be a consequence of an invalid item, each with a function that decides whether a
 * violation is such a consequence.
 */
const EFFECTS: ReadonlyMap<string, (invalid: Cluster, effect: Cluster) => boolean> = new Map([
  [listed.id, isOfItem],
  [defaultValue.id, isOfDefault],
]);
