import { lastToken, parentPointer } from '../../../../contract/json/json-pointer.js';
import { nameWords, singularsOf } from '../../../../contract/plain-name.js';
import { responseBody } from '../../../../rules/conformance/service/response-body.js';
import { type Cluster, isRelated, explainCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';
import { haveEqualTrials } from '../trial-set.js';

/**
 * Combines into one finding two violations: an object lacks a required member, and has an unknown member of a similar
 * name.
 */
export const RENAMED_MEMBERS_STEP: GroupingStep = {
  name: 'renamed members',
  joins:
    'If an object in the same replies lacks a required member, and has an unknown member with a word of its name, the two violations form one finding: the member has the wrong name.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((unknown): readonly (readonly [Cluster, Cluster])[] => {
        const missing = clusters.find((other) => isRenamed(other, unknown));
        return missing === undefined ? [] : [[unknown, missing]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

const CLOSED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function isRenamed(missing: Cluster, unknown: Cluster): boolean {
  const [one, other] = [missing.smallest.violation, unknown.smallest.violation];
  const [, name = ''] = /: "([^"]+)"$/.exec(String(other.expected)) ?? [];
  return (
    missing.rule.id === responseBody.id &&
    unknown.rule.id === responseBody.id &&
    isRelated(missing, unknown) &&
    one.kind === 'required' &&
    CLOSED.has(other.kind) &&
    isAlike(lastToken(one.pointer), name) &&
    [other.pointer, parentPointer(other.pointer)].includes(parentPointer(one.pointer)) &&
    haveEqualTrials(missing.shown, unknown.shown)
  );
}

/** Whether two names have a word in common, also in the plural: `comment_count` and `commentsCount`. */
function isAlike(one: string, other: string): boolean {
  const words = new Set(nameWords(one).flatMap(singularsOf));
  return nameWords(other).some((word) => singularsOf(word).some((each) => words.has(each)));
}
