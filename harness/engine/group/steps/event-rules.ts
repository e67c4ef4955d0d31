import { sameEvents } from '../../../../rules/parity/same-events.js';
import { parsedAlike } from '../../../../rules/stream/parsed-alike.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins faults in the events of a service with the same faults in scripted streams. */
export const EVENT_RULES_STEP: GroupingStep = {
  name: 'event rules',
  joins:
    'A surface that reports the events of a service wrongly also reports those of a scripted stream in the most common spelling wrongly, as the same parser reads both.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const parsed of clusters.filter(
      ({ rule, smallest }) => rule.id === parsedAlike.id && smallest.case.provenance.name === 'lf',
    )) {
      const cause = clusters.find(
        (other) =>
          other.rule.id === sameEvents.id &&
          isRelated(other, parsed) &&
          other.smallest.violation.kind === parsed.smallest.violation.kind,
      );
      if (cause !== undefined) causes.set(parsed, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};
