import type { Exchange, FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import type { Outcome } from '../../../../surfaces/outcome.js';

/**
 * The outcome of a call with these exchanges. Tool servers report invalid arguments in error results, so that a model
 * can correct them (MCP 2025-11-25, Tools, Error Handling). So an error result without a status counts as a refusal of
 * the arguments if the surface sent no request. Only the tap records whether a request was sent, so the driver cannot
 * decide this.
 */
export function outcomeAfter(outcome: Outcome, exchanges: readonly Exchange[]): Outcome {
  if (exchanges.length > 0) return outcome;
  if (outcome.kind !== 'problem' || outcome.native?.isError !== true || outcome.status !== undefined) return outcome;
  const { problem, native } = outcome;
  const reason = typeof problem === 'string' ? problem : (JSON.stringify(problem) ?? 'an error result without content');
  return { kind: 'refused', by: 'client', reason, native };
}

/**
 * The outcome of a case whose setup call failed. The finding about the failure belongs to the operation of the setup
 * call, not to this case.
 */
export function setupFailed(reply: WireResponse | FailedResponse): Outcome {
  const answer = reply.kind === 'failed' ? reply.reason : `status ${reply.status}`;
  return { kind: 'inexpressible', reason: `a setup call of the case failed: ${answer}` };
}
