import { documentsStatus } from '../../../contract/documented-responses.js';
import { hasCredentialInput } from '../../../contract/inputs/credential-inputs.js';
import { identifiersIn, namesCollection } from '../../../contract/inputs/identifiers.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAccepted, replyOf } from '../../reply.js';
import { isStatedDependence } from './problems/stated-dependence.js';
import { isStateRefusal } from './problems/state-refusal.js';
import { isStatedRule } from './problems/stated-rule.js';
import { rejectedMembers } from './problems/rejected-members.js';
import { statedMembers, statedReason } from './problems/stated-reason.js';
import { isPrecondition, isPreconditionValue } from '../../../contract/wire/request/preconditions.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import { isUncertain } from '../../../contract/inputs/uncertain-values.js';
import { namesOtherItem } from '../../../contract/collections/body/repeated-id.js';
import { mayMakeInvalid } from '../../../contract/collections/changes/partial-patch.js';
import { isSecured } from '../../../contract/wire/request/credentials.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

/** The service accepts input that the contract allows. */
export const validAccepted: TrialRule = {
  id: 'conformance/valid-accepted',
  severity: 'must',
  statement:
    'The service answers a valid case with a success, or with a documented redirection, conflict, lock, demand for payment or rate limit. A value of an unknown format may be refused. A merge patch may be refused if the item may lack a required member after the patch, or if its members together may then break a keyword such as `maxProperties` or `oneOf`. Some documented refusals are also permitted. A 400 or 422 is permitted if the reply states that an item to which the input refers does not exist. A 400, 403 or 422 to a change of an existing item is permitted if the contract states that this status may depend on the state of the item, and the reply is about the state. A 400 or 422 is permitted if the reply names a member that the input lacks, and the description of the operation makes this member depend on a member that the input has. A 400 or 422 is permitted if each member that the reply names has a rule that a description states and no schema can state, such as "must not be before the first day" or "must be the id of an employee". A 400, 409 or 422 is permitted if the identifiers in the body and in the path differ. A 428 is permitted if the request has no valid precondition, a 416 if the request has the header `Range`, and a 406 if the request accepts only one of the documented media types. A 404 is permitted if an identifier in the path, the query or the body may be unknown. A 401 or 403 is permitted if the credentials are part of the input.',
  source:
    'the contract: input that satisfies its parameters and schemas is valid; RFC 9110 §8.3.1 and §11.1: the names of media types and authentication schemes are case-insensitive; RFC 8259 §11',
  repair: 'Accept the input, or restrict the schema to what the service accepts.',
  backends: EVERYWHERE,
  reads: 'call',
  judgesCase: true,
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    if (kind !== 'accepted' && kind !== 'accepted-or-absent') return undefined;
    return trial.observations.flatMap((observation) => accepted(trial, context, observation));
  },
};

function accepted(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const reply = replyOf(observation);
  if (reply === undefined) {
    if (outcome.kind !== 'refused') return [];
    return [
      {
        surface,
        pointer: '/outcome',
        kind: `refused-by-${outcome.by}`,
        message: `The surface refused a valid input.`,
        expected: 'the request is sent',
        received: outcome.reason,
        blame: 'surface',
        cause: trial.operation.id,
      },
    ];
  }
  const isAbsent =
    reply.status === 404 && (trial.case.expect.kind === 'accepted-or-absent' || hasIdOfAnyKind(trial, context));
  if (
    // The reply of a script does not depend on the input.
    context.backend === 'scripted' ||
    isAccepted(trial.operation, reply.status) ||
    isAboutState(trial, reply.status) ||
    isAboutOtherItem(trial, context, reply.status) ||
    isAboutKey(trial, context, reply.status) ||
    isAboutEarlierCall(trial, context, reply.status) ||
    isAboutCredentials(trial, reply.status) ||
    isAboutValue(trial, context, reply) ||
    isAboutReference(trial, context, reply) ||
    isStateRefusal(context.contract, trial.operation, trial.case.input, reply) ||
    isStatedDependence(trial.operation, trial.case.input, reply) ||
    isStatedRule(context.contract, trial.operation, trial.case.input, reply) ||
    isAbsent ||
    reply.status >= 500
  )
    return [];
  const refused = refusedToken(trial, observation, reply.status);
  if (refused !== undefined) return [tokenViolation(trial, context, surface, reply.status, refused)];
  const { raw } = trial.case;
  const reason = statedReason(reply);
  const members = statedMembers(reply);
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'valid-refused',
      message: `The service answered ${reply.status} to a valid ${raw === undefined ? 'input' : `request ${raw.words}`}.`,
      expected: trial.operation.responses.map((spec) => spec.status).filter((status) => /^[23]/.test(status)),
      received: reply.status,
      blame: responder(context),
      cause:
        raw === undefined
          ? causeOf(trial.operation, reply)
          : [trial.operation.id, raw.words, reply.status, reason].join(' '),
      ...(reason !== undefined && { reason }),
      ...(members !== undefined && { members }),
      status: reply.status,
      location: trial.operation.location,
    },
  ];
}

/** Whether the body has an identifier that may name an item of a kind for which it is not known. */
function hasIdOfAnyKind({ operation, case: { input } }: Trial, { contract }: TrialContext): boolean {
  const { path: _, ...others } = input;
  return (
    documentsStatus(operation, 404) &&
    identifiersIn(contract, operation, others).some(({ isOfAnyKind }) => isOfAnyKind === true)
  );
}

/** Statuses that refuse credentials (RFC 9110 §15.5.2, §15.5.4). */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403]);

/**
 * Whether a refusal may concern credentials in the input. For example, the input of a login has a made-up password,
 * which the service refuses.
 */
function isAboutCredentials({ operation, case: { input } }: Trial, status: number): boolean {
  const isPermitted = ABOUT_CREDENTIALS.has(status) && documentsStatus(operation, status) && !isSecured(operation);
  return isPermitted && hasCredentialInput(operation, input);
}

interface RefusedToken {
  readonly kind: string;
  readonly cause: string;
  /** Why the service refuses the accepted token, after `The service answered 401 to the accepted token`. */
  readonly words: string;
  readonly expected: string;
}

/** RFC 9110 §11.1: the name of an authentication scheme is case-insensitive. */
const SCHEME_REFUSED: RefusedToken = {
  kind: 'scheme-case-refused',
  cause: 'scheme-case',
  words: 'because the name of its scheme was in capitals',
  expected: 'the same reply as to `Bearer`: RFC 9110 §11.1, the name of a scheme is case-insensitive',
};

const LOCKED_OUT: RefusedToken = {
  kind: 'locked-out',
  cause: 'locked-out',
  words: 'after calls with a wrong token',
  expected: 'a reply to a call with the accepted token: earlier calls with a wrong token do not block this token',
};

/** The fault if a reply refuses the accepted token, because of its scheme or of earlier calls. `undefined` if there is none. */
function refusedToken(
  { case: { token } }: Trial,
  { earlier = [] }: Observation,
  status: number,
): RefusedToken | undefined {
  if (!ABOUT_CREDENTIALS.has(status)) return undefined;
  if (token === 'scheme-case') return SCHEME_REFUSED;
  return earlier.at(-1)?.case.token === 'wrong' ? LOCKED_OUT : undefined;
}

function tokenViolation(
  trial: Trial,
  context: TrialContext,
  surface: string,
  status: number,
  { words, ...refused }: RefusedToken,
): Violation {
  return {
    ...refused,
    surface,
    pointer: '/request/header/authorization',
    message: `The service answered ${status} to the accepted token ${words}.`,
    received: status,
    blame: responder(context),
    place: trial.operation.id,
    status,
  };
}

/**
 * The cause of a refusal. All refusals of the token have the same cause. Routing failures have one cause for each path
 * and status. Any other refusals of an operation have the same cause if they have the same status and name the same
 * members.
 */
function causeOf(operation: Operation, reply: WireResponse): string {
  if (reply.status === 401 && isSecured(operation)) return 'unauthenticated';
  return ROUTING.has(reply.status)
    ? `${operation.path} ${reply.status}`
    : [operation.id, reply.status, ...rejectedMembers(reply)].join(' ');
}

/**
 * Statuses of a request that was not routed to an operation: not found, method not allowed, not implemented (RFC 9110
 * §15.5.5, §15.5.6, §15.6.2).
 */
const ROUTING: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Whether a documented refusal depends on the stored state or the time instead of the input. 409, 410, 412 and 423
 * depend on the state, 402 depends on a payment, and 429 depends on the time (RFC 9110 §15.5.3, §15.5.10, §15.5.11,
 * §15.5.13, RFC 4918 §11.3, RFC 6585 §4). 428 is permitted because a service may require a precondition that the
 * contract leaves optional (RFC 6585 §3). 416 depends on the length of the stored content (RFC 9110 §15.5.17).
 */
function isAboutState({ operation, case: { input, raw, feeds = [] } }: Trial, status: number): boolean {
  if (!documentsStatus(operation, status)) return false;
  const given: readonly (readonly [name: string, value?: unknown])[] = [
    ...Object.entries({ ...input.header, ...raw?.headers }),
    ...feeds.map(({ name }) => [name] as const),
  ];
  // An item may have only another one of the documented representations (RFC 9110 §15.5.7).
  if (status === 406) return raw?.fault === 'accept';
  if (status === 416) return given.some(([name]) => name.toLowerCase() === 'range');
  // A service may ignore a header whose value HTTP does not allow. The request then has no precondition.
  const isValid = (name: string, value: unknown): boolean =>
    typeof value !== 'string' || isPreconditionValue(name, value);
  if (status === 428) return !given.some(([name, value]) => isPrecondition(name) && isValid(name, value));
  return ABOUT_STATE.has(status);
}

const ABOUT_STATE: ReadonlySet<number> = new Set([402, 409, 410, 412, 423, 429]);

/** Statuses with which a service refuses a body that identifies a different item from the path. */
const ABOUT_OTHER_ITEM: ReadonlySet<number> = new Set([400, 409, 422]);

/** Whether the identifiers in the body and in the path differ. No schema can state that both must be equal. */
function isAboutOtherItem({ operation, case: { input } }: Trial, { contract }: TrialContext, status: number): boolean {
  return ABOUT_OTHER_ITEM.has(status) && namesOtherItem(contract, operation, input);
}

/**
 * Whether a refusal may concern the idempotency key. A service that keeps its state may refuse a key that an earlier
 * call used with a different input (draft-ietf-httpapi-idempotency-key-header §2.7).
 */
function isAboutKey({ case: { input } }: Trial, { isolated }: TrialContext, status: number): boolean {
  const hasKey = Object.keys(input.header ?? {}).some((name) => /^(?:x-)?idempotency-key$/i.test(name));
  return hasKey && !isolated && (status === 409 || status === 422);
}

/**
 * Whether a conflict may concern an earlier call. A raw request has the input of an ordinary call, which a service that
 * keeps its state may have stored. The form of the request is then not the cause.
 */
function isAboutEarlierCall({ case: { raw } }: Trial, { isolated }: TrialContext, status: number): boolean {
  return raw !== undefined && !isolated && status === 409;
}

/** The statuses 400 and 422 (RFC 9110 §15.5.1, §15.5.21), with which a service may refuse a value. */
const ABOUT_VALUE: ReadonlySet<number> = new Set([400, 422]);

/**
 * Whether a refusal may concern a value that the harness made up. The schemas do not state which of the generated
 * values the service accepts. A patch may also make the item invalid: the harness does not know the members of the
 * item.
 */
function isAboutValue({ operation, case: made }: Trial, { contract }: TrialContext, reply: WireResponse): boolean {
  if (!ABOUT_VALUE.has(reply.status) || made.provenance.kind === 'example') return false;
  if (isUncertain(contract, operation, made.input)) return true;
  const places = mayMakeInvalid(contract, operation, made.input);
  return places.length > 0 && !isElsewhere(reply, places);
}

/** Whether a refusal names only members that are not in the objects at these places of the body. */
function isElsewhere(reply: WireResponse, places: readonly string[]): boolean {
  const members = rejectedMembers(reply).map((name) => name.split(/[/.[\]]/));
  const tops = places.map((place) => pointerTokens(place)[0]);
  return members.length > 0 && members.every((names) => tops.every((top) => top !== undefined && !names.includes(top)));
}

/**
 * Whether a documented refusal states that the input refers to an item that does not exist, such as `product_id` in the
 * body of an order. Identifiers in the input may be made up.
 */
function isAboutReference(
  { operation, case: { input } }: Trial,
  { contract }: TrialContext,
  reply: WireResponse,
): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !documentsStatus(operation, reply.status)) return false;
  if (!ABSENCE.test(statedReason(reply) ?? '')) return false;
  const { path: _, ...rest } = input;
  const given = [...Object.keys(rest.query ?? {}), ...(isJsonObject(rest.body) ? Object.keys(rest.body) : [])];
  const names = new Set([
    ...identifiersIn(contract, operation, rest).map(({ name }) => name),
    ...given.filter((name) => namesCollection(contract, operation, name)),
  ]);
  const members = rejectedMembers(reply).map(
    (place) =>
      place
        .replace(/(?:[/.]\*)+$/, '')
        .split(/[/.]/)
        .at(-1) ?? '',
  );
  return names.size > 0 && members.every((name) => names.has(name));
}

/** Matches the texts in which services state that an item does not exist. */
const ABSENCE = /not (?:be )?found|(?:not|n't) exist|no such|unknown|foreign key/i;
