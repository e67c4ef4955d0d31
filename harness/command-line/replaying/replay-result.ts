import type { Violation } from '../../../rules/finding.js';
import type { FindingEntry } from '../../../reports/report.js';
import type { Counterexample } from '../../engine/minimise/counterexample.js';
import { rootFaults } from '../../engine/group/root-faults.js';
import type { Broken } from '../../engine/judge/judge.js';
import type { Replayed } from '../../engine/replay.js';

export interface ReplayResult {
  readonly exitCode: 0 | 1 | 2;
  /** The last line of the replay's output: the result. */
  readonly message: string;
}

/** States the result: the finding still occurs, a different rule is broken, or nothing could be verified. */
export function replayResult(example: Counterexample, { trial, judgement, unavailable }: Replayed): ReplayResult {
  const { broken } = judgement;
  const name = `${example.rule} (${example.kind})`;
  if (broken.some((each) => isOwn(example, each)))
    return { exitCode: 1, message: `The finding still occurs: ${name}.` };
  if (broken.length > 0) {
    const others = [
      ...new Set(
        rootFaults(broken).map(({ rule, violation }) => `${rule.id} (${violation.kind}) on ${violation.surface}`),
      ),
    ];
    return { exitCode: 1, message: `The finding does not occur: ${name}. Broken instead: ${others.join(', ')}.` };
  }
  const notRun = [
    ...[...unavailable.keys()].map((surface) => `${surface} could not run the case`),
    ...trial.observations.flatMap(({ surface, outcome }) =>
      outcome.kind === 'inexpressible' ? [`${surface} did not make the call: ${outcome.reason}`] : [],
    ),
  ];
  if (notRun.length > 0) return { exitCode: 2, message: `Not verified: ${notRun.join('; ')}.` };
  if (isTrialRule(example) && !judgement.coverage.some(({ verified }) => verified.includes(example.rule)))
    return {
      exitCode: 2,
      message: `Not verified: ${example.rule} does not apply to the observed calls. Replay the case on more surfaces with --surface.`,
    };
  return { exitCode: 0, message: `The finding no longer occurs: ${name}. No rule is broken.` };
}

/**
 * Returns true if a violation of the replay belongs to the replayed finding. A finding of the rule `state/calls-apart`
 * consists of violations of other rules that occur only after an earlier call of the session.
 */
function isOwn(example: Counterexample, { rule, violation }: Broken): boolean {
  return !isTrialRule(example) || (rule.id === example.rule && violation.kind === example.kind);
}

function isTrialRule({ rule, case: { precedingCalls } }: Counterexample): boolean {
  return !(rule === 'state/calls-apart' && precedingCalls !== undefined);
}

/** The violations of the replay in the form of findings of a report. */
export function replayEntries(
  example: Counterexample,
  { trial, context, judgement }: Replayed,
): readonly FindingEntry[] {
  return rootFaults(judgement.broken).map(({ rule, violation }) => ({
    kind: 'finding',
    disposition: 'open',
    finding: {
      id: example.finding,
      ...ofViolation(violation),
      rule: rule.id,
      severity: rule.severity,
      source: rule.source,
      repair: violation.repair ?? rule.repair,
      surfaces: [violation.surface],
      operations: [trial.operation.id],
      backends: [context.backend],
      occurrences: 1,
      evidence: [],
    },
  }));
}

function ofViolation({
  pointer,
  kind,
  message,
  expected,
  received,
  blame,
  location,
}: Violation): Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received' | 'blame' | 'location'> {
  return { pointer, kind, message, expected, received, blame, ...(location && { location }) };
}
