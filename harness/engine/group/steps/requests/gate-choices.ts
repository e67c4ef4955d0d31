import { gateDecisionName } from '../../../../../rules/parity/gate-decisions.js';
import { stageOf } from '../../../../../rules/catalogue/catalogue.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { sameGate } from '../../../../../rules/parity/same-gate.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { CLIENT_EXIT } from '../../../../../surfaces/failure-table.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed, hasOperationsOf } from '../../step.js';

/**
 * Combines into one finding the gate violations of one surface that occur for several gate decisions. A gate asks for
 * an approval before a call; a decision is for example a denial, or no answer.
 */
export const GATE_CHOICES_STEP: GroupingStep = {
  name: 'gate choices',
  joins:
    'Gate violations of one surface form one finding in seven situations. (1) Several decisions have violations of the same kind. The finding shows the violation for the simplest decision: a denial is simpler than a missing decision, and a missing decision is simpler than an approval of another gate. The default way to pass a decision is simpler than a flag or a variable. (2) The surface accepts the approval of another gate, so the operation has further gate violations. (3) The surface takes its answer from standard input that is not a terminal, and an unanswered gate counts as denied. (4) Outcomes are wrong only in gate cases. (5) Calls are refused before the gate, and valid calls are refused as well. (6) Approvals in a list with other gates are ignored, and a denial in such a list is reported wrongly. (7) The surface changes the letter case of arguments, and accepts the name of a gate in another letter case.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters.filter(({ rule }) => rule.id === sameGate.id)) {
      const cause = causeOf(cluster, clusters);
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const [other, own] of otherGates(clusters)) causes.set(other, own);
    for (const effect of clusters.filter(isDeniedByEmptyInput)) {
      const cause = clusters.find((other) => isApprovedByInput(other) && isRelated(other, effect));
      if (cause !== undefined) causes.set(effect, cause);
    }
    for (const effect of clusters.filter(isOtherCaseAccepted)) {
      const cause = clusters.find(
        (other) => isCaseChanged(other) && isRelated(other, effect) && isShared(other, effect),
      );
      if (cause !== undefined) causes.set(effect, cause);
    }
    for (const effect of clusters.filter(isOfGateCases)) {
      const cause = clusters.find((other) => other.rule.id === sameGate.id && isOneSurface(other, effect));
      if (cause !== undefined) causes.set(effect, cause);
    }
    for (const effect of clusters.filter(isRefusedOtherwise)) {
      const refused = clusters.filter((other) => isRefusedByClient(other) && isOneSurface(other, effect));
      const all = new Set(refused.flatMap(({ operations }) => [...operations]));
      const [cause] = refused;
      if (cause !== undefined && [...effect.operations].every((operation) => all.has(operation)))
        causes.set(effect, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/**
 * Finds surfaces that look up the decision of a wrong gate: they ignore the approval of the operation's own gate, and
 * accept the approval of another gate. Pairs every other gate violation of the operation with its cause, which is the
 * ignored approval.
 */
function otherGates(clusters: readonly Cluster[]): readonly (readonly [Cluster, Cluster])[] {
  const faults = clusters.filter(({ rule }) => rule.id === sameGate.id);
  return faults.filter(isApprovalIgnored).flatMap((own) => {
    const others = faults.filter((other) => other !== own && isRelated(own, other) && hasOperationsOf(own, other));
    return others.some(isOtherAccepted) ? others.map((other) => [other, own] as const) : [];
  });
}

function isApprovalIgnored({ smallest }: Cluster): boolean {
  return smallest.violation.kind === 'approval-ignored' && gateDecisionName(smallest.case) === 'approved';
}

/** Whether the surface sends the request although only the gate of another operation was approved. */
function isOtherAccepted({ smallest }: Cluster): boolean {
  return smallest.violation.kind === 'request-before-approval' && gateDecisionName(smallest.case).startsWith('other');
}

/**
 * Whether the surface sends the request because standard input contains an approval, although standard input is not a
 * terminal.
 */
function isApprovedByInput({ rule, smallest }: Cluster): boolean {
  return (
    rule.id === sameGate.id &&
    smallest.violation.kind === 'request-before-approval' &&
    gateDecisionName(smallest.case) === 'unanswered/piped-answer'
  );
}

/** Whether the surface treats a gate without an answer as denied. It may read an empty standard input as a denial. */
function isDeniedByEmptyInput({ rule, smallest }: Cluster): boolean {
  return (
    rule.id === sameGate.id &&
    smallest.violation.kind === 'other-exit-code' &&
    smallest.violation.received === CLIENT_EXIT.gateDenied &&
    smallest.case.gate === 'unanswered'
  );
}

function isOtherCaseAccepted({ rule, smallest }: Cluster): boolean {
  return (
    rule.id === sameGate.id &&
    smallest.violation.kind === 'request-before-approval' &&
    gateDecisionName(smallest.case) === 'other/other-case'
  );
}

/** Whether the surface changes the letter case of texts in its requests. */
function isCaseChanged({ rule, related: { relations } }: Cluster): boolean {
  return rule.id === sameRequest.id && relations.some(({ name }) => name === 'lower-case' || name === 'upper-case');
}

function isShared({ operations }: Cluster, other: Cluster): boolean {
  return [...operations].some((operation) => other.operations.has(operation));
}

/** Whether the surface refuses the call for a reason other than its gate. */
function isRefusedOtherwise({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameGate.id && violation.kind === 'refusal-not-reported' && violation.received === 'refused';
}

function isRefusedByClient({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === validAccepted.id && violation.kind === 'refused-by-client';
}

/**
 * Whether the outcome is wrong only in gate cases. In a gate case, the caller approves or denies the call, for example
 * in a flag or a variable.
 */
function isOfGateCases({ rule, smallest }: Cluster): boolean {
  return stageOf(rule.id) === 'outcome' && smallest.case.provenance.kind === 'gate';
}

function isOneSurface({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return one.violation.surface === other.violation.surface && other.violation.blame === 'surface';
}

/**
 * For each gate decision (such as `denied`), other decisions whose violations may explain its violation, the most
 * likely one first. No decision explains itself, not even through other decisions.
 */
export const CAUSES: Readonly<Record<string, readonly string[]>> = {
  unanswered: ['denied'],
  'unanswered/ci': ['unanswered'],
  'unanswered/piped-answer': ['unanswered'],
  'unanswered/empty': ['unanswered'],
  'unanswered/blank': ['unanswered', 'unanswered/empty', 'other', 'other/variable'],
  other: ['unanswered'],
  'other/variable': ['unanswered', 'other'],
  'other/prefix': ['unanswered', 'other'],
  'other/extension': ['unanswered', 'other', 'other/prefix'],
  'other/wildcard': ['unanswered', 'other'],
  'other/other-case': ['unanswered', 'other'],
  'other/other-separator': ['unanswered', 'other'],
  'other/operation': ['unanswered', 'other', 'other/prefix', 'other/other-separator'],
  'denied/flag': ['denied'],
  'denied/list': ['denied', 'denied/flag', 'approved/list'],
  'denied/flag-over-variable': ['denied/flag', 'denied'],
  'denied/variable-over-flag': ['denied', 'denied/flag', 'denied/flag-over-variable'],
  'denied/variable-beside-flag': ['denied', 'denied/variable-over-flag', 'denied/flag-over-variable'],
  'denied/flag-beside-variable': [
    'denied/flag',
    'denied/flag-over-variable',
    'denied/variable-over-flag',
    'denied/variable-beside-flag',
    'denied',
  ],
  'denied/terminal': ['unanswered', 'denied'],
  'denied/terminal-end': ['unanswered', 'denied/terminal'],
  'denied/terminal-empty': ['unanswered', 'denied/terminal', 'denied/terminal-end'],
  'denied/terminal-word': ['unanswered', 'denied/terminal', 'denied/terminal-end', 'denied/terminal-empty'],
  'denied/terminal-late': ['unanswered', 'denied/terminal'],
  'unanswered/terminal-unseen': ['unanswered', 'denied/terminal', 'denied/terminal-end'],
  'approved/variable': ['approved'],
  'approved/list': ['approved', 'approved/variable'],
  'approved/beside-denial': ['approved'],
  'approved/beside-flag': ['approved', 'approved/variable'],
  'approved/terminal': ['approved'],
  'approved/terminal-piped': ['approved', 'approved/terminal'],
};

/**
 * Gate decisions whose violations may have a cause of a different kind. For example, if the surface does not read a
 * denial, an approval may override the denial, or the denial may have no effect.
 */
const CONTRADICTIONS: ReadonlySet<string> = new Set([
  'denied/flag-over-variable',
  'denied/variable-over-flag',
  'denied/variable-beside-flag',
  'denied/flag-beside-variable',
]);

function causeOf(cluster: Cluster, clusters: readonly Cluster[]): Cluster | undefined {
  const decision = gateDecisionName(cluster.smallest.case);
  const isAlike = (other: Cluster): boolean =>
    CONTRADICTIONS.has(decision) ||
    other.smallest.violation.kind === cluster.smallest.violation.kind ||
    (decision === 'denied/list' && gateDecisionName(other.smallest.case) === 'approved/list');
  const others = clusters.filter(
    (other) => other.rule.id === sameGate.id && isRelated(cluster, other) && isAlike(other),
  );
  return (CAUSES[decision] ?? [])
    .map((cause) => others.find(({ smallest }) => gateDecisionName(smallest.case) === cause))
    .find((cause) => cause !== undefined);
}
