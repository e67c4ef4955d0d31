import { contentType } from '../../../../../rules/conformance/service/content-type.js';
import { isSuccess } from '../../../../../surfaces/failure-table.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the replies that have the same wrong media type. */
export const ONE_LABEL_STEP: GroupingStep = {
  name: 'one label',
  joins:
    'Successful replies form one finding if they have the same undocumented media type, or if all of them lack a media type. Error replies form one finding in the same way. The cause is the function that sets the media type.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters.slice(0, index).find((other) => !causes.has(other) && isOneLabel(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOneLabel(one: Cluster, other: Cluster): boolean {
  const [a, b] = [one.smallest.violation, other.smallest.violation];
  return (
    one.rule.id === contentType.id &&
    one.rule === other.rule &&
    isRelated(one, other) &&
    a.received === b.received &&
    isSuccess(a.status ?? 0) === isSuccess(b.status ?? 0)
  );
}
