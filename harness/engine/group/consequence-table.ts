import { IDENTIFIER } from '../../../contract/collections/list-choices.js';
import { anyElement, lastToken } from '../../../contract/json/json-pointer.js';
import { stageOf } from '../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../rules/finding.js';
import { isSuccess } from '../../../surfaces/failure-table.js';

/** A violation and the rule that it breaks. */
export interface Fault {
  readonly rule: { readonly id: string };
  readonly violation: Violation;
}

interface Consequence {
  /** Why the violation `effect` may follow from the violation `cause`. */
  readonly because: string;
  readonly cause: (cause: Fault) => boolean;
  readonly effect: (effect: Fault, cause: Fault) => boolean;
}

/**
 * Pairs of violations, of which the first may cause the second. Both occur on one surface, or in the service behind it.
 * If the second violation is a wrong report of a surface, the first is neither a fault of the service nor a wrong
 * request: the report is compared with the reply that the surface actually received.
 */
const CONSEQUENCES: readonly Consequence[] = [
  {
    because: 'the service may refuse a request that differs from the case (a success must still match the contract)',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule, violation }) =>
      violation.blame !== 'surface' && stageOf(rule.id) === 'reply' && !isSuccessful(violation),
  },
  {
    because:
      'if the request of the surface differs from the case, the service stores, repeats or lists different items',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule, violation }) => stageOf(rule.id) === 'state' && violation.blame !== 'surface',
  },
  {
    because:
      'if a call ignores its gate, is sent twice or goes to a different operation, its request cannot be compared',
    cause: ({ rule }) => ['parity/same-gate', 'conformance/one-exchange', 'parity/same-operation'].includes(rule.id),
    effect: ({ rule, violation }, cause) =>
      violation.blame === 'surface' &&
      cause.rule.id !== rule.id &&
      stageOf(rule.id) === 'request' &&
      rule.id !== 'conformance/credentials-sent',
  },
  {
    because: 'if a call ignores its gate, its caller receives an unexpected outcome',
    cause: ({ rule }) => rule.id === 'parity/same-gate',
    effect: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'outcome',
  },
  {
    because: 'if the surface changes an argument, the argument may also break its schema',
    cause: ({ rule }) => rule.id === 'parity/same-request',
    effect: ({ rule }) => rule.id === 'conformance/request-valid',
  },
  {
    because: 'if the surface changes an argument, it also sends the changed argument',
    cause: ({ rule }) => rule.id === 'parity/same-request',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'conformance/arguments-unchanged' && isArgument(violation, cause.violation),
  },
  {
    because:
      'a service may parse the rest of a truncated body as another request, and the surface may receive the reply to this request',
    cause: ({ rule, violation }) => rule.id === 'parity/same-request' && violation.kind === 'truncated',
    effect: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'outcome',
  },
  {
    because: 'if the surface builds the request wrongly, the call may also fail',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule }) => rule.id === 'conformance/outcome',
  },
  {
    because: 'a server error has an undocumented status, type and body',
    cause: ({ rule }) => rule.id === 'conformance/no-server-error',
    effect: ({ rule, violation }) => stageOf(rule.id) === 'reply' && violation.blame !== 'surface',
  },
  {
    because: 'an undocumented failure or redirection also differs from the expected reply',
    cause: ({ rule, violation }) => rule.id === 'conformance/status-documented' && !isSuccess(violation.status ?? 0),
    effect: ({ rule, violation }) =>
      EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccess(violation.status ?? 0),
  },
  {
    because: 'an undocumented success for an unknown id also differs from the expected 404',
    cause: ({ rule, violation }) => rule.id === 'conformance/status-documented' && isSuccessful(violation),
    effect: ({ rule, violation }) => rule.id === 'conformance/invalid-rejected' && violation.kind === 'absent-accepted',
  },
  {
    because: 'if the status of the reply is wrong, the `status` member of the problem document may differ from it',
    cause: ({ rule }) => rule.id === 'conformance/status-documented' || rule.id === 'conformance/malformed-refused',
    effect: ({ rule, violation }) => rule.id === 'conformance/problem-members' && violation.kind === 'status-differs',
  },
  {
    because:
      'if the service accepts a request that it should refuse, its reply may contain invalid values or have an undocumented status',
    cause: ({ rule, violation }) =>
      (EXPECTATIONS.has(rule.id) || rule.id === 'conformance/malformed-refused') &&
      violation.blame !== 'surface' &&
      isSuccessful(violation),
    effect: ({ rule }) => FORM.has(rule.id) || STREAM.includes(rule.id) || rule.id === 'conformance/status-documented',
  },
  {
    because: 'an Allow header that lacks methods of the path may also break its schema',
    cause: ({ rule, violation }) =>
      rule.id === 'conformance/malformed-refused' && violation.kind === 'allow-incomplete',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'conformance/response-headers' && violation.pointer === cause.violation.pointer,
  },
  {
    because: 'a refusal with a wrong status may also have a wrong media type, header or body',
    cause: ({ rule, violation }) =>
      EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccessful(violation),
    effect: ({ rule, violation }) => (FORM.has(rule.id) && !isSuccessful(violation)) || rule.id === 'state/no-effect',
  },
  {
    because:
      'if a member of the reply is missing or has a wrong type, it also differs from the value that the client sent',
    cause: ({ rule }) => rule.id === 'conformance/response-body',
    effect: ({ rule, violation }, cause) => OF_ITEMS.has(rule.id) && isSameMember(cause.violation, violation),
  },
  {
    because:
      'if the identifier in the reply to a create breaks its schema, a `Location` with this identifier leads nowhere',
    cause: ({ rule, violation }) =>
      rule.id === 'conformance/response-body' && IDENTIFIER.test(lastToken(violation.pointer)),
    effect: ({ rule }) => rule.id === 'state/location',
  },
  {
    because: 'if a member of a list element breaks the schema, the element also differs from the stored item',
    cause: ({ rule }) => rule.id === 'conformance/response-body',
    effect: ({ rule, violation }, cause) =>
      rule.id === 'state/listed' && anyElement(cause.violation.pointer) === anyElement(violation.pointer),
  },
  {
    because: 'if a list repeats or lacks elements at one page size, it may also repeat or lack them after a create',
    cause: ({ rule }) => LISTS.includes(rule.id),
    effect: ({ rule, violation }, cause) =>
      LISTS.indexOf(rule.id) > LISTS.indexOf(cause.rule.id) ||
      (rule.id === 'state/listed' && (violation.kind === 'not-listed' || violation.kind === 'listed-twice')),
  },
  {
    because: 'if a service mixes up the replies to concurrent calls, it may also mix up the stored items',
    cause: ({ rule }) => rule.id === 'state/replies-apart',
    effect: ({ rule }) => rule.id === 'state/serial-order',
  },
  {
    because: 'a fault early in a stream may cause faults later in the stream',
    cause: ({ rule }) => STREAM.includes(rule.id),
    effect: ({ rule }, cause) => STREAM.indexOf(rule.id) > STREAM.indexOf(cause.rule.id),
  },
  {
    because: 'if a surface does not resume a broken stream, it misses events, restarts endlessly or reports a failure',
    cause: ({ rule, violation }) => rule.id === 'stream/resume' && violation.blame === 'surface',
    effect: ({ rule, violation }) =>
      ['parity/same-events', 'stream/parsed-alike', 'conformance/outcome'].includes(rule.id) ||
      violation.kind === 'success-reported-as-failure',
  },
  {
    because: 'if a surface sends a request twice, it may exceed its time limit or report the second outcome',
    cause: ({ rule }) => rule.id === 'conformance/no-unsafe-repeat',
    effect: ({ rule }) => AFTER_FAULT.has(rule.id),
  },
  {
    because: 'if a surface handles a network fault wrongly, it may be unusable afterwards',
    cause: ({ rule }) => rule.id === 'conformance/fault-reported' || rule.id === 'conformance/fault-tolerated',
    effect: ({ rule }) => rule.id === 'conformance/recovers',
  },
  {
    because: 'if a client refuses a valid input, its own schema probably excludes the input',
    cause: ({ rule, violation }) => rule.id === 'conformance/valid-accepted' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
  {
    because: 'if the structured content of a tool result is wrong, it also differs from the text of the result',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' && ['parity/same-value', 'parity/same-rejection'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/result-text',
  },
  {
    because: 'a crash may print any part of the program, including credentials',
    cause: ({ rule, violation }) =>
      violation.kind === 'crash' && ['conformance/outcome', 'conformance/unexpected-reply'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/credentials-kept',
  },
  {
    because: 'if the surface adds credentials to a failure, the failure also differs from the reply',
    cause: ({ rule }) => rule.id === 'conformance/credentials-kept',
    effect: ({ rule }) => rule.id === 'parity/same-rejection',
  },
  {
    because: 'if a page interprets strings as HTML, it also shows a wrong value',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' &&
      ['parity/same-value', 'parity/same-rejection', 'parity/same-events', 'stream/parsed-alike'].includes(rule.id),
    effect: ({ rule }) => rule.id === 'conformance/shown-as-text',
  },
  {
    because: 'if the surface changes values of a result, the result may also break its schema',
    cause: ({ rule, violation }) =>
      violation.blame === 'surface' && ['parity/same-value', 'parity/same-rejection'].includes(rule.id),
    effect: ({ rule, violation }) =>
      rule.id === 'conformance/own-schemas' && violation.kind === 'refused-by-output-schema',
  },
  {
    because: 'if the surface reports a failure as a success, the result does not match the schema of a success',
    cause: ({ rule, violation }) => rule.id === 'parity/same-status' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
];

const EXPECTATIONS: ReadonlySet<string> = new Set([
  'conformance/valid-accepted',
  'conformance/invalid-rejected',
  'conformance/authentication-enforced',
]);

/** Rules that compare an item in a reply with the values that the client sent for it. */
const OF_ITEMS: ReadonlySet<string> = new Set(['state/echo', 'state/stored', 'state/updated']);

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
  'stream/event-order',
  'stream/event-subject',
  'stream/terminal-result',
  'stream/resumed-events',
  'stream/running-streams',
];

/**
 * The kind of violation for replies that differ between lanes (sessions of surfaces). If one of these replies also
 * breaks a rule, the broken rule explains the difference.
 */
const STRAY = 'stray-reply';

/** Whether the violation `effect` may follow from the violation `cause`, if both occur in the same trial. */
export function explains(cause: Fault, effect: Fault): boolean {
  if (cause.violation === effect.violation) return false;
  if (effect.violation.kind === STRAY) return isStrayCause(cause);
  return cause.violation.surface === effect.violation.surface && mayFollow(cause, effect);
}

/** Whether the table has a row by which `effect` may follow from `cause`. */
export function mayFollow(cause: Fault, effect: Fault): boolean {
  return CONSEQUENCES.some((row) => row.cause(cause) && row.effect(effect, cause));
}

/** Whether a violation of the service can explain why the replies of the service differ between lanes. */
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

/**
 * Whether the wrongly sent member is the changed argument or contains it. Only names are compared: the member's name
 * must occur in the pointer of the argument.
 */
function isArgument(changed: Violation, sent: Violation): boolean {
  const name = sent.pointer.split('/').findLast((token) => !/^\d+$/.test(token));
  return name !== undefined && changed.pointer.split('/').includes(name);
}

/** Whether the two pointers are equal, or one of the two values is a part of the other value. */
function isSameMember(broken: Violation, echoed: Violation): boolean {
  const [one, other] = [`${anyElement(broken.pointer)}/`, `${anyElement(echoed.pointer)}/`];
  return one.startsWith(other) || other.startsWith(one);
}
