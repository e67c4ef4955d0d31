import { invalidRejected } from '../../rules/conformance/invalid-rejected.js';
import { validAccepted } from '../../rules/conformance/valid-accepted.js';
import { type Cluster, absorb } from './cluster.js';

/**
 * A valid call about something that need not exist, and one about what certainly does not, may be refused for one reason: the
 * service has another status than 404 for it. Where what does exist is refused as well, that is the fault, of both.
 */
export function gatherAbsent(clusters: readonly Cluster[]): readonly Cluster[] {
  const absorbed = new Set<Cluster>();
  for (const absent of clusters.filter(isAbsentOtherwise)) {
    const refused = clusters.find((cluster) => isValidRefused(cluster) && isAlike(cluster, absent));
    if (refused === undefined) continue;
    const [cause, other] = refused.promised.has('accepted') ? [refused, absent] : [absent, refused];
    absorb(cause, other);
    absorbed.add(other);
  }
  return clusters.filter((cluster) => !absorbed.has(cluster));
}

function isAbsentOtherwise({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'absent-answered-otherwise';
}

function isValidRefused({ rule, smallest }: Cluster): boolean {
  return rule.id === validAccepted.id && smallest.violation.kind === 'valid-refused';
}

function isAlike({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return one.case.operation === other.case.operation && one.violation.received === other.violation.received;
}
