import type { Json } from '../../../../../contract/json/json.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins places at which a surface replaces one value by the same text. */
export const ONE_REPLACEMENT_STEP: GroupingStep = {
  name: 'one replacement',
  joins:
    'Values form one finding if one surface replaces the same number, boolean or null at several places by the same text, and this text is not the spelling of the value: for example a dash for 0. The cause is the formatter, and not the member.',
  apply: (clusters) => {
    const replaced = clusters.filter(isReplaced);
    const causes = new Map(
      replaced.flatMap((cluster, index): readonly (readonly [Cluster, Cluster])[] => {
        const cause = replaced.slice(0, index).find((one) => isOneReplacement(one, cluster));
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isReplaced({ smallest: { violation } }: Cluster): boolean {
  const { kind, blame, expected, received } = violation;
  return (
    kind === 'type-changed' && blame === 'surface' && typeof received === 'string' && isOtherText(expected, received)
  );
}

/** Whether the text is not a spelling of the scalar value. An empty text is the spelling of null in many formats. */
function isOtherText(value: Json, text: string): boolean {
  if (typeof value === 'object' ? value !== null : typeof value === 'string') return false;
  return text.trim() !== '' && text.toLowerCase() !== String(value) && !/\d/.test(text);
}

function isOneReplacement(one: Cluster, other: Cluster): boolean {
  const [a, b] = [one.smallest.violation, other.smallest.violation];
  return (
    one.rule === other.rule &&
    isRelated(one, other) &&
    sameJson(a.expected, b.expected) &&
    sameJson(a.received, b.received)
  );
}
