import type { Proof } from '../../../rules/proof.js';
import type { Cluster } from '../group/cluster.js';
import type { Reproduction } from './reproduce.js';

/** A fault, with the case that shows it. */
export interface Minimised {
  readonly cluster: Cluster;
  readonly reproduction: Reproduction;
  /** The traffic that shows the fault. Omitted if the fault did not occur again. */
  readonly proof?: Proof;
}
