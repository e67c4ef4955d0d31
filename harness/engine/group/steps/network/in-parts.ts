import { faultReported } from '../../../../../rules/conformance/network/fault-reported.js';
import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/** Combines into one finding the failures of one surface at replies that arrive in several parts. */
export const IN_PARTS_STEP: GroupingStep = {
  name: 'replies in parts',
  joins:
    'Failures of one surface at complete replies in chunks and at slow replies form one finding: the surface does not read replies to their end. Two more failures belong to this finding. A reply without its last chunk may lead to the same wrong error as a complete reply in chunks. A usual reply may lead to a crash with the same message, without its numbers, as a reply in parts.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const own of grouped(clusters, ({ smallest }) => ownerOf(smallest.violation)).values()) {
      for (const group of groupsOf(own.filter(isOfParts))) {
        const crash = own.find((other) => group.some((parts) => isSameCrash(other, parts)));
        const cut = own.filter((other) => group.some((parts) => isSameError(other, parts)));
        for (const [other, first] of toFirst([...(crash === undefined ? [] : [crash]), ...group, ...cut]))
          causes.set(other, first);
      }
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/**
 * The groups of failures with the same cause. If a surface fails both at replies in chunks and at slow replies, all its
 * failures have the same cause.
 */
function groupsOf(parts: readonly Cluster[]): readonly (readonly Cluster[])[] {
  const forms = new Set(parts.map(({ smallest }) => smallest.violation.cause));
  return forms.size > 1 ? [parts] : parts.map((each) => [each]);
}

/** The values of `cause` in violations at complete replies that arrive in several parts. */
const PARTS: ReadonlySet<string> = new Set(['chunked', 'slow']);

/**
 * Whether the surface fails at a complete reply in several parts. A timeout does not count: its cause is a short time
 * limit.
 */
function isOfParts({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === faultTolerated.id && violation.kind !== 'timeout' && PARTS.has(violation.cause ?? '');
}

function isSameError({ rule, smallest }: Cluster, parts: Cluster): boolean {
  const { violation } = parts.smallest;
  return (
    rule.id === faultReported.id &&
    smallest.case.provenance.name === 'cut-chunks' &&
    violation.cause === 'chunked' &&
    smallest.violation.received === violation.received
  );
}

/** Whether the surface crashes with the same message at a usual reply and at a reply in parts. */
function isSameCrash({ rule, smallest }: Cluster, parts: Cluster): boolean {
  const message = withoutNumbers(smallest.violation.received).replace(/^crash: /, '');
  return (
    rule.id === outcome.id &&
    smallest.violation.kind === 'crash' &&
    parts.smallest.violation.kind === 'crash' &&
    message !== '' &&
    withoutNumbers(parts.smallest.violation.received).endsWith(message)
  );
}

function withoutNumbers(received: unknown): string {
  return typeof received === 'string' ? received.replaceAll(/\d+/g, '#') : '';
}
