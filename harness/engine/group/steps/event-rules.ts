import { sameEvents } from '../../../../rules/parity/same-events.js';
import { parsedAlike } from '../../../../rules/stream/parsed-alike.js';
import { type Cluster, isAkin, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Events that are reported wrongly whatever the spelling of their stream. */
export const EVENT_RULES_STEP: GroupingStep = {
  name: 'event rules',
  joins:
    'A surface that reports the events of a service wrongly reports those of a scripted stream wrongly as well, in its most common spelling: the same parser reads both.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const parsed of clusters.filter(({ rule, smallest }) => rule.id === parsedAlike.id && smallest.case.provenance.name === 'plain')) {
      const cause = clusters.find(
        (other) => other.rule.id === sameEvents.id && isAkin(other, parsed) && other.smallest.violation.kind === parsed.smallest.violation.kind,
      );
      if (cause !== undefined) causes.set(parsed, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};
