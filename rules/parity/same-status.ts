import { STATUS_CODES } from 'node:http';
import {
  FAILURES,
  OTHER_FAILURE,
  TRANSPORT_FAILURE,
  errorFor,
  exitCodeFor,
  isSuccess,
} from '../../surfaces/failure-table.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { NativeSignal, Outcome } from '../../surfaces/outcome.js';
import { ownValue } from '../../contract/json/json.js';
import { isBodyKnown, isRedirected, replyJson } from '../reply.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialContext, type TrialRule, shows } from '../rule.js';
import { OMITTED } from '../values/omitted.js';
import { strayReplies } from './stray-reply.js';

/** Every surface reports a success as a success, and a failure as the same failure. */
export const sameStatus: TrialRule = {
  id: 'parity/same-status',
  severity: 'must',
  statement:
    'The status, exception, exit code or isError that a caller receives matches the reply of the service, and equal requests of all surfaces receive the same status.',
  source: 'contract-parity, failure table (docs/failures.md): status ↔ exception ↔ exit code ↔ isError',
  repair:
    'Map the status of the reply as the failure table states: only a 2xx is a success, and only a call that sent no request is a refusal.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => [
    ...trial.observations.flatMap((observation) => statusViolations(context, observation)),
    ...strayReplies(trial, context, 'status'),
  ],
};

/** The status with which the service answered; `no reply` if the call got no HTTP response. */
type Answer = number | 'no reply';

type ComparableOutcome = Extract<Outcome, { readonly kind: 'value' | 'events' | 'problem' | 'refused' }>;

type ProblemOutcome = Extract<Outcome, { readonly kind: 'problem' }>;

function isComparable(outcome: Outcome): outcome is ComparableOutcome {
  return Object.hasOwn(ENDINGS, outcome.kind);
}

const ENDINGS = { value: 'success', events: 'success', problem: 'failure', refused: 'refusal' } as const;

function statusViolations(context: TrialContext, { surface, outcome, exchanges }: Observation): readonly Violation[] {
  const last = exchanges.at(-1)?.response;
  if (last === undefined || !isComparable(outcome)) return [];
  const answer: Answer = last.kind === 'response' ? last.status : 'no reply';
  const success = answer !== 'no reply' && isSuccess(answer);
  const difference =
    kindDifference(answer, success, outcome) ??
    (isStatusOfDocument(last, outcome) ? undefined : statusDifference(context, surface, answer, outcome)) ??
    nativeDifference(answer, outcome.native) ??
    // A browser does not show the reply of a different host that does not permit this (Fetch §3.3, CORS).
    (isRedirected(exchanges.at(-2)) ? undefined : lostStatus(context, surface, last, outcome)) ??
    statusAsText(last, outcome);
  return difference === undefined
    ? []
    : [
        {
          ...difference,
          surface,
          pointer: '/outcome/status',
          blame: 'surface',
          cause: success ? 'success' : 'failure',
        },
      ];
}

type Difference = Pick<Violation, 'kind' | 'message' | 'expected' | 'received' | 'dependsOnReply'>;

function kindDifference(answer: Answer, success: boolean, outcome: ComparableOutcome): Difference | undefined {
  const wanted = success ? 'value' : 'problem';
  if (ENDINGS[outcome.kind] === ENDINGS[wanted]) return undefined;
  const native = nativeDifference(answer, outcome.native);
  return {
    kind: `${ENDINGS[wanted]}-reported-as-${ENDINGS[outcome.kind]}`,
    message: `${answerText(answer)}; the surface reports a ${ENDINGS[outcome.kind]}.`,
    expected: native?.expected ?? `a ${wanted} for ${answer}`,
    received: native?.received ?? outcome.kind,
    ...(success && { dependsOnReply: true }),
  };
}

function answerText(answer: Answer): string {
  return answer === 'no reply' ? 'The service sent no reply' : `The service answered ${answer}`;
}

function statusDifference(
  context: TrialContext,
  surface: string,
  answer: Answer,
  outcome: ComparableOutcome,
): Difference | undefined {
  // A surface may show the status of a failure, but not of a success.
  const isShown = outcome.kind === 'problem' || shows(context, surface, 'status');
  const status = outcome.kind === 'refused' || !isShown ? undefined : outcome.status;
  if (answer === 'no reply' || status === answer) return undefined;
  if (status === undefined) return undefined;
  return {
    kind: 'other-status',
    message: `The service answered ${answer}; the surface reports ${status}.`,
    expected: answer,
    received: status,
  };
}

/**
 * Whether the reported status is that of the problem document in the reply. A surface may report it even if the reply
 * has a different status, because the `status` of a problem document is advisory (RFC 9457 §3.1.2).
 */
function isStatusOfDocument(reply: WireResponse | FailedResponse, outcome: ComparableOutcome): boolean {
  const document = reply.kind === 'response' ? replyJson(reply) : undefined;
  return outcome.kind === 'problem' && outcome.status !== undefined && ownValue(document, 'status') === outcome.status;
}

function lostStatus(
  context: TrialContext,
  surface: string,
  reply: WireResponse | FailedResponse,
  outcome: ComparableOutcome,
): Difference | undefined {
  if (outcome.kind !== 'problem' || outcome.status !== undefined || reply.kind !== 'response') return undefined;
  // A browser does not show the status of a redirection to a page (Fetch §2.2.6, opaque-redirect filtered response).
  if (Math.floor(reply.status / 100) === 3) return undefined;
  const isLost = shows(context, surface, 'problem') && isErrorWithoutStatus(reply, outcome);
  if (!shows(context, surface, 'status') && !isLost) return undefined;
  return {
    kind: 'status-missing',
    message: `The service answered ${reply.status}; the surface reports a failure without a status.`,
    expected: reply.status,
    received: OMITTED,
  };
}

/**
 * The violation for a surface that reports a problem document of its own whose `status` is a text, such as `"502"`. The
 * reply has no problem document. The reported object counts as a problem document if it has `type` and `title` (RFC
 * 9457 §3.1).
 */
function statusAsText(reply: WireResponse | FailedResponse, outcome: ComparableOutcome): Difference | undefined {
  if (outcome.kind !== 'problem' || reply.kind !== 'response') return undefined;
  if (!isBodyKnown(reply) || replyJson(reply) !== undefined) return undefined;
  const [status, type, title] = ['status', 'type', 'title'].map((name) => ownValue(outcome.problem, name));
  if (status !== String(reply.status) || typeof type !== 'string' || typeof title !== 'string') return undefined;
  return {
    kind: 'status-as-text',
    message: `The surface reports a problem document whose status is the text ${reply.status}, not a number (RFC 9457 §3.1.2).`,
    expected: reply.status,
    received: status,
  };
}

/**
 * Whether an error result of a tool (`isError`) does not show the status of the reply. Only its content can show the
 * status: for a problem document, the content is that document; for any other reply, it must contain the status code or
 * its phrase (RFC 9110 §15).
 */
function isErrorWithoutStatus(reply: WireResponse, { native, problem }: ProblemOutcome): boolean {
  if (native?.isError !== true || !isBodyKnown(reply) || replyJson(reply) !== undefined) return false;
  const shown = JSON.stringify(problem) ?? '';
  const phrase = STATUS_CODES[reply.status];
  return (
    !shown.split(/\D+/).includes(String(reply.status)) &&
    (phrase === undefined || !shown.toLowerCase().includes(phrase.toLowerCase()))
  );
}

/**
 * The error names that are judged: those of the failure table. A third-party SDK may give any other name to its
 * exceptions.
 */
const KNOWN_ERRORS: ReadonlySet<string> = new Set([
  ...FAILURES.map((row) => row.error),
  OTHER_FAILURE.error,
  TRANSPORT_FAILURE.error,
]);

function nativeDifference(answer: Answer, native: NativeSignal | undefined): Difference | undefined {
  if (native === undefined) return undefined;
  const success = answer !== 'no reply' && isSuccess(answer);
  const exitCode = answer === 'no reply' ? TRANSPORT_FAILURE.exitCode : exitCodeFor(answer);
  if (native.exitCode !== undefined && native.exitCode !== exitCode) {
    return signal('other-exit-code', answer, `exit code ${exitCode}`, `exit code ${native.exitCode}`);
  }
  const error = answer === 'no reply' ? TRANSPORT_FAILURE.error : errorFor(answer);
  if (native.error !== undefined && !success && native.error !== error && KNOWN_ERRORS.has(native.error)) {
    return signal('other-error', answer, error, native.error);
  }
  if (native.isError !== undefined && native.isError === success) {
    return signal('other-is-error', answer, `isError ${!success}`, `isError ${native.isError}`);
  }
  return undefined;
}

function signal(kind: string, answer: Answer, expected: string, received: string): Difference {
  return {
    kind,
    message: `${answerText(answer)}; the surface reports ${received}, but the failure table expects ${expected}.`,
    expected: `${expected} for ${answer}`,
    received,
  };
}
