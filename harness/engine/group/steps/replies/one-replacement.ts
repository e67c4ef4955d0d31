import type { Json } from '../../../../../contract/json/json.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the places at which a surface replaces values by the same text, such as a dash. */
export const ONE_REPLACEMENT_STEP: GroupingStep = {
  name: 'one replacement',
  joins:
    'Values form one finding if one surface replaces the same number, boolean or null at several places by the same text, and this text is not the spelling of the value: for example a dash for 0. The same holds for texts that become one fixed text, such as `[redacted]`, if the texts differ or if there are three or more places. The cause is the formatter, and not the member.',
  apply: (clusters) => {
    const replaced = clusters.filter(isReplaced);
    const causes = new Map(
      replaced.flatMap((cluster, index): readonly (readonly [Cluster, Cluster])[] => {
        const cause = replaced.slice(0, index).find((one) => isOneReplacement(one, cluster, replaced));
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isReplaced({ smallest: { violation } }: Cluster): boolean {
  const { kind, blame, expected, received } = violation;
  if (blame !== 'surface' || typeof received !== 'string') return false;
  return kind === 'type-changed' ? isOtherText(expected, received) : kind === 'changed' && isFixed(expected, received);
}

/** Whether the text is always the same: it does not depend on the text that it replaces. */
function isFixed(value: Json, text: string): boolean {
  return typeof value === 'string' && text.trim() !== '' && !value.includes(text) && !text.includes(value);
}

/**
 * Whether the text replaces the scalar value, and is not just a spelling of it, such as `"1"` for 1. In many formats,
 * an empty text is a spelling of null.
 */
function isOtherText(value: Json, text: string): boolean {
  if (typeof value === 'object' ? value !== null : typeof value === 'string') return false;
  return text.trim() !== '' && text.toLowerCase() !== String(value) && !/\d/.test(text);
}

/**
 * If one text becomes the same fixed text at this number of places or more, this is a fault. At fewer places, it may be
 * a coincidence.
 */
const MANY = 3;

function isOneReplacement(one: Cluster, other: Cluster, replaced: readonly Cluster[]): boolean {
  const [a, b] = [one.smallest.violation, other.smallest.violation];
  return (
    one.rule === other.rule &&
    isRelated(one, other) &&
    a.kind === b.kind &&
    sameJson(a.received, b.received) &&
    (sameJson(a.expected, b.expected)
      ? a.kind !== 'changed' || replaced.filter((each) => isAlike(one, each)).length >= MANY
      : a.kind === 'changed')
  );
}

/** Whether one surface shows the same text in both clusters. */
function isAlike({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  return one.surface === other.surface && one.kind === other.kind && sameJson(one.received, other.received);
}
