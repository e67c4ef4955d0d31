import { FAILURES, OTHER_FAILURE, errorFor, exitCodeFor, isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { NativeSignal } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { EVERYWHERE, type TrialContext, type TrialRule } from '../rule.js';
import { strayReplies } from './stray-reply.js';

/** A success is a success and a failure the same failure, whichever surface tells it. */
export const sameStatus: TrialRule = {
  id: 'parity/same-status',
  severity: 'must',
  statement: 'What the caller is told, by status, exception, exit code or isError, is what the service answered; and every surface is answered the same.',
  source: 'contract-parity, failure table (surfaces/failure-table.ts): status ↔ exception ↔ exit code ↔ isError',
  repair: 'Map the status of the reply by the failure table: only a 2xx is a success.',
  backends: EVERYWHERE,
  check: (trial, context) => [...trial.observations.flatMap((observation) => told(context, observation)), ...strayReplies(trial, context, 'status')],
};

function told(context: TrialContext, observation: Observation): readonly Violation[] {
  const reply = replyOf(observation);
  const { surface, outcome } = observation;
  if (reply === undefined || (outcome.kind !== 'value' && outcome.kind !== 'problem' && outcome.kind !== 'refused')) return [];
  const success = isSuccess(reply.status);
  const about = { surface, pointer: '/outcome/status', blame: 'surface', cause: success ? 'success' : 'failure' } as const;
  const native = nativeDifference(reply.status, outcome.native);
  if ((outcome.kind === 'value') !== success) {
    const message = success ? `The service answered ${reply.status}, the caller was told of a failure.` : `The service answered ${reply.status}, the caller was told of a success.`;
    return [{ ...about, kind: success ? 'success-told-as-failure' : 'failure-told-as-success', message, expected: native?.expected ?? `${success ? 'a value' : 'a problem'} for ${reply.status}`, received: native?.received ?? outcome.kind }];
  }
  const status = outcome.kind === 'refused' || context.observes.get(surface)?.has('status') !== true ? undefined : outcome.status;
  if (status !== undefined && status !== reply.status) {
    return [{ ...about, kind: 'other-status', message: `The service answered ${reply.status}, the caller was told ${status}.`, expected: reply.status, received: status }];
  }
  return native === undefined ? [] : [{ ...about, kind: native.kind, message: `A reply of ${reply.status} is told by another ${native.word} than the failure table gives.`, expected: native.expected, received: native.received }];
}

interface NativeDifference {
  readonly kind: string;
  readonly word: string;
  readonly expected: string;
  readonly received: string;
}

function nativeDifference(status: number, native: NativeSignal | undefined): NativeDifference | undefined {
  if (native?.exitCode !== undefined && native.exitCode !== exitCodeFor(status)) {
    return { kind: 'other-exit-code', word: 'exit code', expected: `exit code ${exitCodeFor(status)} for ${status}`, received: `exit code ${native.exitCode}` };
  }
  // Only names of the table are held against it: an SDK of another house may call its exceptions as it likes.
  const known = native?.error !== undefined && (native.error === OTHER_FAILURE.error || FAILURES.some((row) => row.error === native.error));
  if (known && !isSuccess(status) && native.error !== errorFor(status)) {
    return { kind: 'other-error', word: 'exception', expected: `${errorFor(status)} for ${status}`, received: native.error ?? '' };
  }
  if (native?.isError !== undefined && native.isError === isSuccess(status)) {
    return { kind: 'other-is-error', word: 'isError', expected: `isError ${!isSuccess(status)} for ${status}`, received: `isError ${native.isError}` };
  }
  return undefined;
}
