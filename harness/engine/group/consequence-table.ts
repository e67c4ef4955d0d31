import { anyElement } from '../../../contract/json/json-pointer.js';
import { stageOf } from '../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../rules/finding.js';
import { isSuccess } from '../../../surfaces/failure-table.js';

/** A violation and the rule that it breaks. */
export interface Fault {
  readonly rule: { readonly id: string };
  readonly violation: Violation;
}

interface Consequence {
  /** The reason why the effect may follow from the cause. */
  readonly because: string;
  readonly cause: (cause: Fault) => boolean;
  readonly effect: (effect: Fault, cause: Fault) => boolean;
}

/**
 * Pairs of violations on one surface, or on the service behind it, in which the first violation may cause the second. A
 * fault of the service never explains a fault of a surface, because the outcome is compared with the actual reply. A
 * wrong request does not explain how the surface reported the reply.
 */
const CONSEQUENCES: readonly Consequence[] = [
  {
    because: 'a request that differs from the case may be refused (a success must still conform)',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule, violation }) =>
      violation.blame !== 'surface' && stageOf(rule.id) === 'reply' && !isSuccessful(violation),
  },
  {
    because: 'a request that lost its difference from an earlier request gets the reply to the earlier request',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule, violation }) => rule.id === 'state/repeated' && violation.blame !== 'surface',
  },
  {
    because:
      'a call that ignored its gate, was sent twice, or was sent to a different operation has no request to compare',
    cause: ({ rule }) => ['parity/same-gate', 'conformance/one-exchange', 'parity/same-operation'].includes(rule.id),
    effect: ({ rule, violation }, cause) =>
      violation.blame === 'surface' &&
      cause.rule.id !== rule.id &&
      stageOf(rule.id) === 'request' &&
      rule.id !== 'conformance/credentials-sent',
  },
  {
    because: 'a call that ignored its gate has an outcome that its caller does not expect',
    cause: ({ rule }) => rule.id === 'parity/same-gate',
    effect: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'outcome',
  },
  {
    because: 'a changed input may break the schema as well',
    cause: ({ rule }) => rule.id === 'parity/same-request',
    effect: ({ rule }) => rule.id === 'conformance/request-valid',
  },
  {
    because: 'a call that changes an argument sends the changed argument',
    cause: ({ rule }) => rule.id === 'parity/same-request',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'conformance/arguments-unchanged' && isArgument(violation, cause.violation),
  },
  {
    because:
      'a service parses the rest of a truncated body as another request, and the surface may receive the reply to this request',
    cause: ({ rule, violation }) => rule.id === 'parity/same-request' && violation.kind === 'truncated',
    effect: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'outcome',
  },
  {
    because: 'a fault in making the request may end the call',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule }) => rule.id === 'conformance/outcome',
  },
  {
    because: 'a server error has an undocumented status, type and body',
    cause: ({ rule }) => rule.id === 'conformance/no-server-error',
    effect: ({ rule, violation }) => stageOf(rule.id) === 'reply' && violation.blame !== 'surface',
  },
  {
    because: 'an undocumented failure or redirection is not the expected reply',
    cause: ({ rule, violation }) => rule.id === 'conformance/status-documented' && !isSuccess(violation.status ?? 0),
    effect: ({ rule, violation }) =>
      EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccess(violation.status ?? 0),
  },
  {
    because: 'an undocumented success in place of a 404 is not the expected 404',
    cause: ({ rule, violation }) => rule.id === 'conformance/status-documented' && isSuccessful(violation),
    effect: ({ rule, violation }) => rule.id === 'conformance/invalid-rejected' && violation.kind === 'absent-accepted',
  },
  {
    because: 'a problem document has a different status from the undocumented status of its reply',
    cause: ({ rule }) => rule.id === 'conformance/status-documented' || rule.id === 'conformance/malformed-refused',
    effect: ({ rule, violation }) => rule.id === 'conformance/problem-members' && violation.kind === 'status-differs',
  },
  {
    because:
      'a success in place of a refusal contains the values that should have been refused, or has a status of its own',
    cause: ({ rule, violation }) =>
      (EXPECTATIONS.has(rule.id) || rule.id === 'conformance/malformed-refused') &&
      violation.blame !== 'surface' &&
      isSuccessful(violation),
    effect: ({ rule }) => FORM.has(rule.id) || STREAM.includes(rule.id) || rule.id === 'conformance/status-documented',
  },
  {
    because: 'an Allow that lacks the methods of the path may also break its schema',
    cause: ({ rule, violation }) =>
      rule.id === 'conformance/malformed-refused' && violation.kind === 'allow-incomplete',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'conformance/response-headers' && violation.pointer === cause.violation.pointer,
  },
  {
    because: 'a wrong refusal may have any form',
    cause: ({ rule, violation }) =>
      EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccessful(violation),
    effect: ({ rule, violation }) => (FORM.has(rule.id) && !isSuccessful(violation)) || rule.id === 'state/no-effect',
  },
  {
    because: 'a member that is missing in the reply, or has the wrong type, cannot be echoed',
    cause: ({ rule }) => rule.id === 'conformance/response-body',
    effect: ({ rule, violation }, cause) => rule.id === 'state/echo' && isSameMember(cause.violation, violation),
  },
  {
    because: 'a list element with a member that breaks the schema also differs from the stored item',
    cause: ({ rule }) => rule.id === 'conformance/response-body',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'state/listed' && anyElement(cause.violation.pointer) === anyElement(violation.pointer),
  },
  {
    because: 'a list that repeats or lacks elements for one page size also does so after an item was created',
    cause: ({ rule }) => LISTS.includes(rule.id),
    effect: ({ rule, violation }, cause) =>
      LISTS.indexOf(rule.id) > LISTS.indexOf(cause.rule.id) ||
      (rule.id === 'state/listed' && (violation.kind === 'not-listed' || violation.kind === 'listed-twice')),
  },
  {
    because: 'concurrent calls whose replies are mixed up may also store mixed-up items',
    cause: ({ rule }) => rule.id === 'state/replies-apart',
    effect: ({ rule }) => rule.id === 'state/serial-order',
  },
  {
    because: 'an early fault in a stream causes later ones',
    cause: ({ rule }) => STREAM.includes(rule.id),
    effect: ({ rule }, cause) => STREAM.indexOf(rule.id) > STREAM.indexOf(cause.rule.id),
  },
  {
    because:
      'a surface that does not resume lacks the events after the break, restarts endlessly, or reports a failure',
    cause: ({ rule, violation }) => rule.id === 'stream/resume' && violation.blame === 'surface',
    effect: ({ rule, violation }) =>
      ['parity/same-events', 'stream/parsed-alike', 'conformance/outcome'].includes(rule.id) ||
      violation.kind === 'success-reported-as-failure',
  },
  {
    because: 'a surface that sends a request again may exceed its time, or report the outcome of the second request',
    cause: ({ rule }) => rule.id === 'conformance/no-unsafe-repeat',
    effect: ({ rule }) => AFTER_FAULT.has(rule.id),
  },
  {
    because: 'a call that a network fault ended in a wrong way may leave the surface unusable',
    cause: ({ rule }) => rule.id === 'conformance/fault-reported' || rule.id === 'conformance/fault-tolerated',
    effect: ({ rule }) => rule.id === 'conformance/recovers',
  },
  {
    because: 'a client that refuses a valid input also has a schema that excludes the input',
    cause: ({ rule, violation }) => rule.id === 'conformance/valid-accepted' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
  {
    because: 'structured content that differs from the reply differs from the text that repeats the reply',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' && ['parity/same-value', 'parity/same-rejection'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/result-text',
  },
  {
    because: 'the message of a crash may show any part of the program, credentials too',
    cause: ({ rule, violation }) =>
      violation.kind === 'crash' && ['conformance/outcome', 'conformance/unexpected-reply'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/credentials-kept',
  },
  {
    because: 'a failure to which the surface adds credentials differs from the reply',
    cause: ({ rule }) => rule.id === 'conformance/credentials-kept',
    effect: ({ rule }) => rule.id === 'parity/same-rejection',
  },
  {
    because: 'a page that reads the strings of a value as HTML shows a different value',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' &&
      ['parity/same-value', 'parity/same-rejection', 'parity/same-events', 'stream/parsed-alike'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/shown-as-text',
  },
  {
    because: 'a result whose values are changed may break the schema of the result',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' && ['parity/same-value', 'parity/same-rejection'].includes(rule.id),
    effect: ({ rule, violation }) =>
      rule.id === 'conformance/own-schemas' && violation.kind === 'refused-by-output-schema',
  },
  {
    because: 'a failure that is reported as a success does not match the schema of a success',
    cause: ({ rule, violation }) => rule.id === 'parity/same-status' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
];

const EXPECTATIONS: ReadonlySet<string> = new Set([
  'conformance/valid-accepted',
  'conformance/invalid-rejected',
  'conformance/authentication-enforced',
]);

const AFTER_FAULT: ReadonlySet<string> = new Set([
  'conformance/retry-after',
  'conformance/fault-reported',
  'conformance/fault-tolerated',
  'conformance/recovers',
]);

const FORM: ReadonlySet<string> = new Set([
  'conformance/content-type',
  'conformance/response-headers',
  'conformance/response-body',
  'conformance/problem-members',
]);

const LISTS: readonly string[] = ['state/pages', 'state/partition'];

const STREAM: readonly string[] = [
  'stream/one-terminal',
  'stream/monotonic-ids',
  'stream/event-schema',
  'stream/terminal-result',
  'stream/resumed-events',
];

/**
 * The kind of violation for replies that differ between two lanes. If one of the two replies broke a rule, the
 * difference follows from the broken rule.
 */
const STRAY = 'stray-reply';

/** Whether the effect may follow from the cause, if both occur in one trial. */
export function explains(cause: Fault, effect: Fault): boolean {
  if (cause.violation === effect.violation) return false;
  if (effect.violation.kind === STRAY) return isStrayCause(cause);
  return cause.violation.surface === effect.violation.surface && mayFollow(cause, effect);
}

/** Whether a row of the table allows the effect to follow from the cause. */
export function mayFollow(cause: Fault, effect: Fault): boolean {
  return CONSEQUENCES.some((row) => row.cause(cause) && row.effect(effect, cause));
}

/** Whether a fault of the service on one lane explains why its replies differ from the replies on other lanes. */
export function isStrayCause({ rule, violation }: Fault): boolean {
  return (
    violation.kind !== STRAY &&
    violation.blame !== 'surface' &&
    (stageOf(rule.id) === 'reply' || stageOf(rule.id) === 'state')
  );
}

export function isStray({ violation }: Pick<Fault, 'violation'>): boolean {
  return violation.kind === STRAY;
}

function isSuccessful({ status }: Violation): boolean {
  return status !== undefined && status >= 200 && status < 400;
}

/** Whether the changed argument is the member that is sent wrongly, or contains it. */
function isArgument(changed: Violation, sent: Violation): boolean {
  const name = sent.pointer.split('/').findLast((token) => !/^\d+$/.test(token));
  return name !== undefined && changed.pointer.split('/').includes(name);
}

/** Whether two pointers are equal, or one leads to a part of the other. */
function isSameMember(broken: Violation, echoed: Violation): boolean {
  const [one, other] = [`${anyElement(broken.pointer)}/`, `${anyElement(echoed.pointer)}/`];
  return one.startsWith(other) || other.startsWith(one);
}
