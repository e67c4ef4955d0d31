import type { Outcome } from '../../../../surfaces/outcome.js';

/**
 * The outcome of a call for which no request was sent. An error result of a tool that names no status is then a refusal
 * of the arguments: servers report invalid arguments in results, too, so that a model can correct them (MCP 2025-11-25,
 * Tools, Error Handling). Only the tap knows that nothing was sent, so the driver cannot decide this.
 */
export function unsentOutcome(outcome: Outcome): Outcome {
  if (outcome.kind !== 'problem' || outcome.native?.isError !== true || outcome.status !== undefined) return outcome;
  const { problem, native } = outcome;
  const reason = typeof problem === 'string' ? problem : (JSON.stringify(problem) ?? 'an error result without content');
  return { kind: 'refused', by: 'client', reason, native };
}
