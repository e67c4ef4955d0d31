import { stageOf } from '../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../rules/finding.js';

/** A violation and the rule that it breaks. */
export interface Fault {
  readonly rule: { readonly id: string };
  readonly violation: Violation;
}

interface Consequence {
  /** Why the second may follow from the first. */
  readonly because: string;
  readonly cause: (cause: Fault) => boolean;
  readonly effect: (effect: Fault, cause: Fault) => boolean;
}

/**
 * What may follow from what, on one surface or on the service behind it. A fault of the service never explains one of a surface: what
 * a caller saw is compared with the reply that came, whatever that was. Nor does a request explain what the caller saw of its reply.
 */
const CONSEQUENCES: readonly Consequence[] = [
  {
    because: 'a request that is not the case gets a refusal of its own (a success has to conform all the same)',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule, violation }) => violation.blame !== 'surface' && stageOf(rule.id) === 'reply' && !isSuccessful(violation),
  },
  {
    because: 'a call that went wrong before its gate, or was sent twice or elsewhere, has no request to compare',
    cause: ({ rule }) => ['parity/same-gate', 'conformance/one-exchange', 'parity/same-operation'].includes(rule.id),
    effect: ({ rule, violation }, cause) =>
      violation.blame === 'surface' && cause.rule.id !== rule.id && stageOf(rule.id) === 'request' && rule.id !== 'conformance/credentials-sent',
  },
  {
    because: 'an input that was changed on its way may break the schema as well',
    cause: ({ rule }) => rule.id === 'parity/same-request',
    effect: ({ rule }) => rule.id === 'conformance/request-valid',
  },
  {
    because: 'what goes wrong while the request is made may end the call',
    cause: ({ rule, violation }) => violation.blame === 'surface' && stageOf(rule.id) === 'request',
    effect: ({ rule }) => rule.id === 'conformance/outcome',
  },
  {
    because: 'a server error has a status, a type and a body that nobody documented',
    cause: ({ rule }) => rule.id === 'conformance/no-server-error',
    effect: ({ rule, violation }) => stageOf(rule.id) === 'reply' && violation.blame !== 'surface',
  },
  {
    because: 'an undocumented failure is not the failure that is expected either',
    cause: ({ rule, violation }) => rule.id === 'conformance/status-documented' && !isSuccessful(violation),
    effect: ({ rule, violation }) => EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccessful(violation),
  },
  {
    because: 'what should have been refused comes back in the reply',
    cause: ({ rule, violation }) => EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && isSuccessful(violation),
    effect: ({ rule }) => FORM.has(rule.id),
  },
  {
    because: 'a call that is refused by mistake is refused in the words of whoever refused it',
    cause: ({ rule, violation }) => EXPECTATIONS.has(rule.id) && violation.blame !== 'surface' && !isSuccessful(violation),
    effect: ({ rule, violation }) => (FORM.has(rule.id) && !isSuccessful(violation)) || rule.id === 'state/no-effect',
  },
  {
    because: 'a member that the reply lacks, or has with the wrong type, does not echo',
    cause: ({ rule }) => rule.id === 'conformance/response-body',
    effect: ({ rule, violation }, cause) => rule.id === 'state/echo' && isSameMember(cause.violation, violation),
  },
  {
    because: 'a stream that goes wrong early goes on wrong',
    cause: ({ rule }) => STREAM.includes(rule.id),
    effect: ({ rule }, cause) => STREAM.indexOf(rule.id) > STREAM.indexOf(cause.rule.id),
  },
  {
    because: 'a surface that does not resume lacks the events after the break, or begins anew for ever',
    cause: ({ rule, violation }) => rule.id === 'stream/resume' && violation.blame === 'surface',
    effect: ({ rule }) => ['parity/same-events', 'stream/parsed-alike', 'conformance/outcome'].includes(rule.id),
  },
  {
    because: 'a client that refuses a valid input states so in its own schema, or says that it cannot express it',
    cause: ({ rule, violation }) => rule.id === 'conformance/valid-accepted' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
  {
    because: 'a failure that is reported as a success has the form of neither',
    cause: ({ rule, violation }) => rule.id === 'parity/same-status' && violation.blame === 'surface',
    effect: ({ rule }) => rule.id === 'conformance/own-schemas',
  },
];

const EXPECTATIONS: ReadonlySet<string> = new Set([
  'conformance/valid-accepted',
  'conformance/invalid-rejected',
  'conformance/authentication-enforced',
]);

const FORM: ReadonlySet<string> = new Set(['conformance/content-type', 'conformance/response-headers', 'conformance/response-body']);

const STREAM: readonly string[] = ['stream/one-terminal', 'stream/monotonic-ids', 'stream/terminal-result'];

/** The kind of difference between the replies of two lanes: it has no cause of its own where one of them broke a rule. */
const STRAY = 'stray-reply';

/** Whether the effect may follow from the cause where both show in one trial. */
export function explains(cause: Fault, effect: Fault): boolean {
  if (cause.violation === effect.violation) return false;
  if (effect.violation.kind === STRAY) return isStrayCause(cause);
  return cause.violation.surface === effect.violation.surface && mayFollow(cause, effect);
}

/** Whether such an effect may follow from such a cause at all. */
export function mayFollow(cause: Fault, effect: Fault): boolean {
  return CONSEQUENCES.some((row) => row.cause(cause) && row.effect(effect, cause));
}

/** One lane's service deviates: what that breaks explains why it differs from the others, on whichever surface it was recorded. */
export function isStrayCause({ rule, violation }: Fault): boolean {
  return violation.kind !== STRAY && violation.blame !== 'surface' && (stageOf(rule.id) === 'reply' || stageOf(rule.id) === 'state');
}

export function isStray({ violation }: Fault): boolean {
  return violation.kind === STRAY;
}

function isSuccessful({ status }: Violation): boolean {
  return status !== undefined && status >= 200 && status < 400;
}

/** Whether the pointers lead to one member of the body; the body as a whole has all. */
function isSameMember(broken: Violation, echoed: Violation): boolean {
  return `${echoed.pointer}/`.startsWith(`${broken.pointer}/`) || `${broken.pointer}/`.startsWith(`${echoed.pointer}/`);
}
