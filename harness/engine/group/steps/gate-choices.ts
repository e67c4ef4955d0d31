import type { GateChoice } from '../../../../contract/case.js';
import { sameGate } from '../../../../rules/parity/same-gate.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins the faults of a gate that is open for several decisions. */
export const GATE_CHOICES_STEP: GroupingStep = {
  name: 'gate choices',
  joins:
    'A surface with the same fault for a denial and for a missing decision ignores its gate. The approval of another gate counts as a missing decision. A fault only for a denial stays separate.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters.filter(({ rule }) => rule.id === sameGate.id)) {
      const alike = clusters.filter((other) => isRelated(cluster, other) && kindOf(other) === kindOf(cluster));
      const choices = new Set([cluster, ...alike].map(choiceOf));
      const cause = alike.find((other) => isCause(choiceOf(other), choiceOf(cluster), choices));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isCause(cause: GateChoice, effect: GateChoice, choices: ReadonlySet<GateChoice>): boolean {
  if (effect === 'other') return cause === 'unanswered';
  return effect === 'unanswered' && cause === 'denied' && choices.has('denied');
}

function kindOf({ rule, smallest: { violation } }: Cluster): string {
  return `${rule.id} ${violation.kind}`;
}

function choiceOf({ smallest }: Cluster): GateChoice {
  return smallest.case.gate;
}
