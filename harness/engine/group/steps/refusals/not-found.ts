import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding a wrong status for an unknown id and other violations of the same operations. */
export const NOT_FOUND_STEP: GroupingStep = {
  name: 'not found',
  joins:
    'Each of three pairs of violations forms one finding. (1) An operation refuses unknown ids and valid calls with the same wrong status. (2) All operations that refuse invalid inputs with a wrong status also refuse valid calls with it: the service does not offer these operations. (3) An operation accepts an unknown id, and its replies to ids that may be unknown have invalid bodies.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const absent of clusters.filter(isAbsentOtherwise)) {
      for (const refused of clusters.filter(
        (cluster) => isValidRefused(cluster) && isAlike(cluster, absent) && !causes.has(cluster),
      )) {
        if (!refused.expectations.has('accepted')) causes.set(refused, absent);
        else if (!causes.has(absent) && [...absent.operations].every((operation) => refused.operations.has(operation)))
          causes.set(absent, refused);
      }
    }
    for (const invalid of clusters.filter(isInvalidOtherwise)) {
      const unserved = clusters.filter((cluster) => isValidRefused(cluster) && isAlike(cluster, invalid));
      const known = new Set(unserved.flatMap(({ operations }) => [...operations]));
      const [cause] = unserved;
      if (cause !== undefined && [...invalid.operations].every((operation) => known.has(operation)))
        causes.set(invalid, cause);
    }
    for (const accepted of clusters.filter(isAbsentAccepted))
      for (const body of clusters.filter((cluster) => isBodyOfUnknown(cluster, accepted))) causes.set(body, accepted);
    return absorbed(clusters, causes, joinCluster);
  },
};

function isAbsentOtherwise({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'absent-answered-otherwise';
}

function isInvalidOtherwise({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-answered-otherwise';
}

function isValidRefused({ rule, smallest }: Cluster): boolean {
  return rule.id === validAccepted.id && smallest.violation.kind === 'valid-refused';
}

function isAbsentAccepted({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'absent-accepted';
}

/**
 * Whether the service accepts unknown ids (`accepted`), and all invalid reply bodies of the same operations are replies
 * to ids that may be unknown.
 */
function isBodyOfUnknown({ rule, operations, expectations }: Cluster, accepted: Cluster): boolean {
  return (
    rule.id === responseBody.id &&
    !expectations.has('accepted') &&
    [...operations].every((operation) => accepted.operations.has(operation))
  );
}

function isAlike(refused: Cluster, absent: Cluster): boolean {
  return (
    refused.smallest.violation.received === absent.smallest.violation.received &&
    [...refused.operations].some((operation) => absent.operations.has(operation))
  );
}
