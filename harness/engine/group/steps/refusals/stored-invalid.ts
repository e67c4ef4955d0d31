import type { Expectation } from '../../../../../contract/case.js';
import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/**
 * Combines into one finding two violations: the service accepts an invalid value, and a reply contains the stored
 * value. The reply becomes evidence.
 */
export const STORED_INVALID_STEP: GroupingStep = {
  name: 'stored invalid value',
  joins:
    'An invalid value in a reply becomes evidence of the violation that the service accepted an invalid value. A service that stores an invalid value also returns it later, for example in a list. Both values must break the same keyword at members with the same name. The reply must answer a call that sent the accepted value, or a later read in the same sequence.',
  apply: (clusters) => {
    const taken = clusters.filter(
      ({ rule, smallest }) => rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted',
    );
    const causes = new Map(
      clusters
        .filter(({ rule, smallest }) => rule.id === responseBody.id && smallest.violation.blame === 'backend')
        .flatMap((reply) => {
          const cause = taken.find((accepted) => isStored(reply, accepted));
          return cause === undefined ? [] : [[reply, cause] as const];
        }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether the value in the reply breaks the same keyword as the invalid value that the service accepted, and may be
 * this value. The reply may answer the call that sent the value, or a later read in the same sequence. It may also
 * answer a raw request with an unusual encoding, which sends an invalid value of its own.
 */
export function isStored(reply: Cluster, accepted: Cluster): boolean {
  const { expect } = accepted.smallest.case;
  const isRaw = reply.smallest.case.raw?.fault === 'encoding' && sharesOperation(reply, accepted);
  return (
    isSameFault(expect, reply) &&
    (isRaw || isReadAfter(reply, accepted) || haveCommonTrial(accepted.shown, reply.shown))
  );
}

function sharesOperation({ operations: own }: Cluster, { operations }: Cluster): boolean {
  return [...own].some((operation) => operations.has(operation));
}

function isSameFault(expect: Expectation, { smallest: { violation } }: Cluster): boolean {
  return (
    expect.kind === 'rejected' &&
    expect.keyword === violation.kind &&
    lastToken(expect.pointer) === lastToken(violation.pointer)
  );
}

/**
 * Whether the wrong reply came after a call of the same sequence that sent the invalid value, which the service
 * accepted.
 */
function isReadAfter(reply: Cluster, { operations }: Cluster): boolean {
  const calls = reply.smallest.case.precedingCalls ?? [];
  return calls.some(({ operation, expect }) => operations.has(operation) && isSameFault(expect, reply));
}
