import { FAILURES, OTHER_FAILURE, TRANSPORT_CODES, TRANSPORT_FAILURE } from '../../../surfaces/failure-table.js';
import type { NativeSignal, Outcome } from '../../../surfaces/outcome.js';
import { crashFacts } from '../surface/outcome.js';
import { formatTests } from '../../../contract/formats/format-test.js';
import { ownValue } from '../../../contract/json/json.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialContext, type TrialRule, shows } from '../../rule.js';
import { replyOf } from '../../reply.js';
import { type Disturbed, eachDisturbed, outcomeWords } from './disturbed.js';

/** A surface reports a network fault as a failure. */
export const faultReported: TrialRule = {
  id: 'conformance/fault-reported',
  severity: 'must',
  statement:
    'A call that gets no complete reply, or a reply with truncated compressed content, ends in a failure within its time limit. Such a call never ends in a success or a refusal, and never crashes the surface. If errors have the codes of the failure table, a call that exceeds its time limit has the code `timeout`. A failure without a reply has no status, except 502 or 504.',
  details: [
    'If errors have the codes of the failure table, a call without a complete reply has one of them. If no reply arrived, the `type` of the problem is a URI reference.',
  ],
  source:
    'RFC 9112 §8: a client must treat an incomplete response as incomplete; RFC 1952 §2.3.1 (gzip: the content ends with its checksum and size); RFC 9457 §3.1.2: `status` is the code that the service generated; §3.1.1: `type` is a URI reference; contract-parity, failure table: a transport failure (docs/failures.md)',
  repair:
    'Catch every error of the connection, and report it as a transport failure. Apply the time limit to the whole call, not to each read.',
  backends: EVERYWHERE,
  reads: 'call',
  disturbed: 'only',
  check: (trial, context) =>
    eachDisturbed(
      trial,
      ({ effect }) => effect !== 'none',
      (disturbed) => {
        const difference = isTried(disturbed) ? differenceOf(disturbed, context) : undefined;
        return difference === undefined ? [] : [violation(disturbed, difference)];
      },
    ),
};

/**
 * Whether the fault really occurred in this call. For example, a reply with truncated compressed content is sent only
 * if the request accepts compression.
 */
function isTried({ fault, observation }: Disturbed): boolean {
  const reply = replyOf(observation);
  return (
    fault.effect !== 'unreadable' ||
    (reply !== undefined && headerValue(reply.headers, 'content-encoding') !== undefined)
  );
}

interface Difference {
  readonly kind: string;
  readonly expected: string;
  /** What the surface reported, for the message. Default: the outcome in a few words, such as `a timeout`. */
  readonly received?: string;
  readonly repair?: string;
}

function violation({ fault, observation }: Disturbed, difference: Difference): Violation {
  const { kind, expected, received = outcomeWords(observation.outcome), repair } = difference;
  const status = replyOf(observation)?.status;
  return {
    surface: observation.surface,
    pointer: '/outcome',
    kind,
    message: `The service ${fault.words}; the surface reports ${received}.`,
    expected,
    received,
    blame: 'surface',
    cause: fault.effect,
    ...(observation.outcome.kind === 'crash' && crashFacts(observation.outcome)),
    ...(observation.outcome.kind === 'crash' && status !== undefined && { status }),
    ...(repair !== undefined && { repair }),
  };
}

const FAILURE = 'a failure';

const CODES: ReadonlySet<string> = new Set(TRANSPORT_CODES);

/**
 * The violation for a surface that reports a timeout with a wrong error code. A reply that never ends can only be ended
 * by the time limit of the surface, so the code must be `timeout`. This is checked only if the surface uses the error
 * codes of the failure table.
 */
function codeDifference({ fault, observation: { outcome }, undisturbed }: Disturbed): Difference | undefined {
  const { error, code = '' } = nativeOf(outcome);
  const usual = nativeOf(undisturbed.refused);
  // A code is one word. If a failed connection has a code of the table, the surface uses these codes.
  const isUnknown = /\s/.test(code) || (code !== '' && !CODES.has(code) && CODES.has(usual.code ?? ''));
  if (isUnknown && error === TRANSPORT_FAILURE.error)
    return { kind: 'unknown-code', expected: `${error} with one of the codes ${TRANSPORT_CODES.join(', ')}` };
  const isWrong = fault.isEndless === true && error === TRANSPORT_FAILURE.error && CODES.has(code);
  return isWrong
    ? { kind: 'other-code', expected: `${TRANSPORT_FAILURE.error} with the code timeout`, repair: CODE_REPAIR }
    : undefined;
}

function nativeOf(outcome: Outcome | undefined): NativeSignal {
  return (outcome !== undefined && 'native' in outcome ? outcome.native : undefined) ?? {};
}

const CODE_REPAIR =
  'Report the end of the time limit with the code `timeout`. The error class for timeouts may be a subclass of the class for connections, and must then be caught first.';

function differenceOf(disturbed: Disturbed, context: TrialContext): Difference | undefined {
  const { outcome } = disturbed.observation;
  const other = codeDifference(disturbed);
  if (other !== undefined) return other;
  switch (outcome.kind) {
    case 'value':
      return { kind: 'failure-reported-as-success', expected: FAILURE };
    case 'events':
      return disturbed.fault.effect === 'early-end'
        ? undefined
        : { kind: 'failure-reported-as-success', expected: FAILURE };
    case 'refused':
    case 'inexpressible':
      return { kind: 'failure-reported-as-refusal', expected: FAILURE };
    case 'timeout':
      return timeoutDifference(disturbed, outcome);
    case 'crash':
      return crashDifference(disturbed, outcome, context);
    case 'problem':
      return problemDifference(disturbed, outcome, context);
    default:
      return outcome satisfies never;
  }
}

/**
 * The violation for a call that ended in a timeout. A timeout is correct if the surface itself ended the call, and
 * either the reply never ends or the surface sent several requests.
 */
function timeoutDifference({ fault, observation }: Disturbed, outcome: Extract<Outcome, { kind: 'timeout' }>) {
  const isOwn = outcome.forced !== true && (fault.isEndless === true || observation.exchanges.length > 1);
  return isOwn ? undefined : { kind: 'timeout', expected: 'a failure within the time limit of the call' };
}

/**
 * The violation for a call that ended in a crash. Most errors that a caller can catch are correct reports of a failure.
 * A surface that uses the failure table must raise the table's error for a failed connection.
 */
function crashDifference(
  { fault, observation, undisturbed }: Disturbed,
  outcome: Extract<Outcome, { kind: 'crash' }>,
  context: TrialContext,
): Difference | undefined {
  if (outcome.raised !== true) return { kind: 'crash', expected: FAILURE };
  const isUsed =
    nativeOf(undisturbed.refused).error === TRANSPORT_FAILURE.error ||
    shows(context, observation.surface, 'transport-error');
  return isUsed && fault.effect === 'no-reply' && outcome.native?.error !== TRANSPORT_FAILURE.error
    ? { kind: 'other-error', expected: TRANSPORT_FAILURE.error }
    : undefined;
}

function problemDifference(
  { fault, observation }: Disturbed,
  outcome: Extract<Outcome, { kind: 'problem' }>,
  context: TrialContext,
): Difference | undefined {
  if (fault.effect === 'no-reply')
    return nativeDifference(outcome.native) ?? inventedStatus(observation, outcome) ?? ownType(outcome);
  const status = replyOf(observation)?.status;
  const isOther = status !== undefined && outcome.status !== undefined && outcome.status !== status;
  return fault.effect === 'refused' && isOther && shows(context, observation.surface, 'status')
    ? { kind: 'other-status', expected: `status ${status}` }
    : undefined;
}

/**
 * The violation for a surface that reports a status, although no reply had this status. 502 and 504 are permitted,
 * because a gateway generates them by itself (RFC 9110 §15.6.3, §15.6.5).
 */
function inventedStatus(
  { exchanges }: Disturbed['observation'],
  { native, problem, status: shown }: Extract<Outcome, { kind: 'problem' }>,
): Difference | undefined {
  // The exit code of a program may stand for a status and for failed connections.
  const status = native?.ownExitCode === undefined ? shown : ownValue(problem, 'status');
  if (typeof status !== 'number' || status < 100 || status > 599 || status === 502 || status === 504) return undefined;
  const isReceived = exchanges.some(({ response }) => response.kind === 'response' && response.status === status);
  return isReceived
    ? undefined
    : {
        kind: 'status-without-reply',
        expected: 'a failure without a status',
        received: `a failure with the status ${status}`,
        repair: STATUS_REPAIR,
      };
}

const isUriReference = formatTests().get('uri-reference');

/** The violation for a problem document of the surface whose `type` is not a URI reference. It also has a `title`. */
function ownType({ problem }: Extract<Outcome, { kind: 'problem' }>): Difference | undefined {
  const [type, title] = [ownValue(problem, 'type'), ownValue(problem, 'title')];
  if (typeof type !== 'string' || typeof title !== 'string' || isUriReference?.(type) !== false) return undefined;
  return {
    kind: 'malformed-type',
    expected: 'a problem whose `type` is a URI reference (RFC 9457 §3.1.1)',
    received: `a problem with the type ${JSON.stringify(type.slice(0, 200))}`,
    repair: 'Write a URI reference into `type`, and the words for people into `title`.',
  };
}

const STATUS_REPAIR =
  'Report a failed connection without a status. `status` is the code that the service generated (RFC 9457 §3.1.2).';

const KNOWN_ERRORS: ReadonlySet<string> = new Set([...FAILURES.map(({ error }) => error), OTHER_FAILURE.error]);

function nativeDifference(native: NativeSignal = {}): Difference | undefined {
  if (native.exitCode !== undefined && native.exitCode !== TRANSPORT_FAILURE.exitCode)
    return { kind: 'other-exit-code', expected: `exit code ${TRANSPORT_FAILURE.exitCode}` };
  return native.error !== undefined && KNOWN_ERRORS.has(native.error)
    ? { kind: 'other-error', expected: TRANSPORT_FAILURE.error }
    : undefined;
}
