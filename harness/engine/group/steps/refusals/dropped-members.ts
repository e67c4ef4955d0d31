import { pointerTokens, joinPointer } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { echo } from '../../../../../rules/state/echo.js';
import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * If a service drops members of valid inputs, invalid values of these members that it accepts are no findings of their
 * own. They become evidence of the finding about the dropped members.
 */
export const DROPPED_MEMBERS_STEP: GroupingStep = {
  name: 'dropped members',
  joins:
    'A service may drop members of an object. An invalid input that it accepts then becomes evidence of the dropped members, if the reply shows that members of the same object were dropped and the rest of the input is valid. A validator does not see dropped members, so it checks neither their values nor their number.',
  apply: (clusters) => {
    const dropping = clusters.filter(isDropping);
    const causes = new Map(
      clusters.filter(isExplained).flatMap((accepted) => {
        const cause = dropping.find((other) => isOneObject(other, accepted));
        return cause === undefined ? [] : [[accepted, cause] as const];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/** Whether the reply to a valid create lacks a member that the request has. */
function isDropping({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === echo.id && violation.kind === 'missing';
}

/** Whether a dropped member explains the accepted input. A service that ignores unknown members has another fault. */
function isExplained({ rule, smallest: { violation, case: shown } }: Cluster): boolean {
  const { expect } = shown;
  const isUnknown = expect.kind === 'rejected' && UNKNOWN.has(expect.keyword);
  return rule.id === invalidRejected.id && violation.droppedFrom !== undefined && !isUnknown;
}

const UNKNOWN: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames']);

function isOneObject({ operations, smallest: { violation } }: Cluster, accepted: Cluster): boolean {
  const [, , ...tokens] = pointerTokens(violation.pointer);
  const object = joinPointer('', ...tokens.slice(0, -1));
  return (
    operations.has(accepted.smallest.case.operation) &&
    tokens.length > 1 &&
    object === accepted.smallest.violation.droppedFrom
  );
}
