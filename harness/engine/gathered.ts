import { gatherAbsent } from './absent.js';
import type { Cluster, Clusters } from './cluster.js';
import { gatherOmitted } from './omitted.js';
import { gatherUnvalidated } from './unvalidated.js';

/** What trials showed, each cause once. */
export function gathered(clusters: Clusters): readonly Cluster[] {
  return gatherUnvalidated(gatherAbsent(gatherOmitted(clusters.merged())), clusters.enforced);
}
