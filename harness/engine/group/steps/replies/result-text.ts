import { resultText } from '../../../../../rules/conformance/surface/result-text.js';
import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/**
 * A text that differs from the structured content of its tool result is no finding of its own if the structured content
 * is wrong. It becomes evidence of that finding.
 */
export const RESULT_TEXT_STEP: GroupingStep = {
  name: 'text of wrong results',
  joins:
    'If a tool server returns a wrong value or a wrong problem as structured content, the text of the result differs from it. The difference becomes evidence of the wrong value if at least one result shows both. In other results, a tolerance may permit the wrong value, such as an omitted null.',
  apply: (clusters) => {
    const wrong = clusters.filter(({ rule }) => rule.id === sameValue.id || rule.id === sameRejection.id);
    const causes = new Map<Cluster, Cluster>();
    for (const effect of clusters.filter(({ rule }) => rule.id === resultText.id)) {
      const cause = wrong.find((one) => hasOwnerOf(one, effect) && haveCommonTrial(one.shown, effect.shown));
      if (cause !== undefined) causes.set(effect, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

function hasOwnerOf(one: Cluster, other: Cluster): boolean {
  return ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation);
}
