import { coversStatus, documentsStatus } from '../../../../contract/documented-responses.js';
import { namesOtherItem } from '../../../../contract/collections/body/repeated-id.js';
import { mayMakeInvalid } from '../../../../contract/collections/changes/partial-patch.js';
import type { CaseInput } from '../../../../contract/case.js';
import { isDigestName } from '../../../../contract/inputs/body-digest.js';
import { hasCredentialInput } from '../../../../contract/inputs/credential-inputs.js';
import { issuedParameters } from '../../../../contract/inputs/link-expressions.js';
import { isUncertain } from '../../../../contract/inputs/uncertain-values.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import { pointerTokens } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { lastSegment } from '../../../../contract/path-relations.js';
import { isSecured } from '../../../../contract/wire/request/credentials.js';
import { isPrecondition, isPreconditionValue } from '../../../../contract/wire/request/preconditions.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import type { Trial, TrialContext } from '../../../rule.js';
import { acceptsAll } from '../../../accepted-types.js';
import { isAboutReference, isReference } from './absent-reference.js';
import { isCallerRefusal } from './caller-refusal.js';
import { isNamedForm } from './named-form.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { isStateRefusal, isStatedDuplicate } from './state-refusal.js';
import { isStatedAbsence } from './stated-absence.js';
import { isStatedComparison } from './stated-comparison.js';
import { isConditionallyRequired } from './stated-condition.js';
import { isStatedDependence } from './stated-dependence.js';
import { isStatedNeed } from './stated-need.js';
import { shownReason } from './replies/stated-reason.js';
import { isStatedRule } from './stated-rule.js';
import { ABOUT_CREDENTIALS, ABOUT_VALUE } from './refused-statuses.js';

/**
 * Whether a service may refuse a valid input with this reply, because its reason cannot be stated in a schema: the
 * stored state, the caller, or a rule that a text of the contract states.
 */
export function isPermittedRefusal(trial: Trial, context: TrialContext, reply: WireResponse): boolean {
  const { operation } = trial;
  const { input } = trial.case;
  return (
    isAboutState(trial, reply.status) ||
    isAboutOtherItem(trial, context, reply.status) ||
    isAboutKey(trial, context, reply.status) ||
    isAboutEarlierCall(trial, context, reply.status) ||
    isAboutReferredItem(trial, reply.status) ||
    isAboutCredentials(trial, reply) ||
    isAboutConfiguration(operation, reply) ||
    isJudgement(operation, reply.status) ||
    isAboutValue(trial, context, reply) ||
    isAboutReference(context.contract, operation, input, reply) ||
    isAboutDigest(operation, input, reply) ||
    isStateRefusal(context.contract, operation, input, reply) ||
    isStatedDuplicate(operation, reply) ||
    isCallerRefusal(context.contract, operation, input, reply) ||
    isStatedAbsence(context.contract, operation, reply) ||
    isStatedNeed(context.contract, operation, input, reply) ||
    isStatedDependence(operation, input, reply) ||
    isStatedComparison(operation, input, reply) ||
    isConditionallyRequired(context.contract, operation, input, reply) ||
    isNamedForm(context.contract, operation, input, reply) ||
    (isStatedRule(context.contract, operation, input, reply) && !isAboutIssued(trial, context, reply))
  );
}

/**
 * Whether a refusal is only about a cursor, such as `page_token`, that an earlier reply returned. A service must accept
 * such a cursor, even if a text states "any other value is 422". It may refuse the cursor if the contract states that
 * cursors become invalid before the last page is read.
 */
function isAboutIssued({ operation, case: { feeds = [] } }: Trial, { contract }: TrialContext, reply: WireResponse) {
  const issued = issuedParameters(contract, operation);
  const fed = new Set(feeds.flatMap(({ in: place, name }) => (place === 'query' && issued.has(name) ? [name] : [])));
  const places = rejectedMembers(reply);
  if (places.length === 0 || !places.every((place) => isReference(place, fed))) return false;
  return !ENDING_CURSOR.some((words) => words.test(JSON.stringify(contract.document)));
}

/** Match texts about cursors that become invalid: "A cursor expires after an hour", "stale page tokens are refused". */
const ENDING_CURSOR: readonly RegExp[] = [
  /\b(?:cursor|token|page)s?\b[^.]{0,150}\b(?:expir|invalidat|becomes? invalid|no longer|stale|outdated|lifetime|only until)/i,
  /\b(?:expir|invalidat|no longer|stale|outdated)\w*[^.]{0,150}\b(?:cursor|token|page)s?\b/i,
];

/**
 * Whether a documented refusal depends on the stored state or the time instead of the input. 409, 410, 412 and 423
 * depend on the state, 402 depends on a payment, and 429 depends on the time (RFC 9110 §15.5.3, §15.5.10, §15.5.11,
 * §15.5.13, RFC 4918 §11.3, RFC 6585 §4). 428 is permitted because a service may require a precondition that the
 * contract leaves optional (RFC 6585 §3). 416 depends on the length of the stored content (RFC 9110 §15.5.17).
 */
function isAboutState({ operation, case: { input, raw, feeds = [] } }: Trial, status: number): boolean {
  // For a change, a range such as `4XX` or `default` may document a conflict. For a read, the contract must document
  // the exact status.
  const isDocumented = isSafeMethod(operation.method) ? documentsStatus : coversStatus;
  if (!isDocumented(operation, status)) return false;
  const given: readonly (readonly [name: string, value?: unknown])[] = [
    ...Object.entries({ ...input.header, ...raw?.headers }),
    ...feeds.map(({ name }) => [name] as const),
  ];
  // The item may have no representation that the request accepts, only another documented one (RFC 9110 §15.5.7).
  if (status === 406) return raw?.fault === 'accept' && !acceptsAll(operation, raw.headers?.['accept'] ?? '');
  // The escaped body is several times as long as the body of the case (RFC 9110 §15.5.14).
  if (status === 413) return raw?.fault === 'encoding' && raw.body !== undefined;
  if (status === 416) return given.some(([name]) => name.toLowerCase() === 'range');
  // A service may ignore a header whose value HTTP does not allow. The request then has no precondition.
  const isValid = (name: string, value: unknown): boolean =>
    typeof value !== 'string' || isPreconditionValue(name, value);
  if (status === 428) return !given.some(([name, value]) => isPrecondition(name) && isValid(name, value));
  return ABOUT_STATE.has(status);
}

const ABOUT_STATE: ReadonlySet<number> = new Set([402, 409, 410, 412, 423, 429]);

/** Statuses with which a service refuses a body whose identifier differs from the identifier in the path. */
const ABOUT_OTHER_ITEM: ReadonlySet<number> = new Set([400, 409, 422]);

/** Whether the identifiers in the body and in the path differ. No schema can state that both must be equal. */
function isAboutOtherItem({ operation, case: { input } }: Trial, { contract }: TrialContext, status: number): boolean {
  return ABOUT_OTHER_ITEM.has(status) && namesOtherItem(contract, operation, input);
}

/**
 * Whether a refusal may be about the idempotency key. A service that keeps its state between calls may refuse a key
 * that an earlier call used with a different input (draft-ietf-httpapi-idempotency-key-header §2.7).
 */
function isAboutKey({ case: { input } }: Trial, { isolated }: TrialContext, status: number): boolean {
  const hasKey = Object.keys(input.header ?? {}).some((name) => /^(?:x-)?idempotency-key$/i.test(name));
  return hasKey && !isolated && (status === 409 || status === 422);
}

/**
 * Whether a documented refusal may be about the item to which the body refers. The sequence created this item, so it
 * exists. The service may still refuse the item because of its values. It may also refuse other values of the body that
 * do not suit the item, such as a quantity of 1.5 of a product that is sold in whole units.
 */
function isAboutReferredItem({ operation, case: { feeds = [], within = [] } }: Trial, status: number): boolean {
  const ofPath = new Set([...feeds, ...within].flatMap(({ in: place, step }) => (place === 'path' ? [step] : [])));
  const isReferred = feeds.some(({ in: place, step }) => place === 'body' && !ofPath.has(step));
  return isReferred && ABOUT_REFERRED.has(status) && coversStatus(operation, status);
}

const ABOUT_REFERRED: ReadonlySet<number> = new Set([...ABOUT_VALUE, 403, 404, 409]);

/**
 * Whether a 409 may be caused by an earlier call and not by the unusual form of this request. The request has the input
 * of an ordinary call, so a service that keeps its state between calls may already have stored the same values.
 */
function isAboutEarlierCall({ case: { raw } }: Trial, { isolated }: TrialContext, status: number): boolean {
  return raw !== undefined && !isolated && status === 409;
}

/**
 * Whether a refusal may be about a value that the harness generated. If the schema does not fully describe the
 * permitted values, the service may refuse the generated one. A service may also refuse a patch that makes the stored
 * item invalid, because the harness does not know all values of the item.
 */
function isAboutValue({ operation, case: made }: Trial, { contract }: TrialContext, reply: WireResponse): boolean {
  if (!ABOUT_VALUE.has(reply.status) || made.provenance.kind === 'example') return false;
  if (isUncertain(contract, operation, made.input)) return true;
  const places = mayMakeInvalid(contract, operation, made.input);
  return places.length > 0 && !isElsewhere(reply, places);
}

/**
 * Whether a refusal names members, and all of them are outside of the given objects of the body. `places`: pointers to
 * these objects.
 */
function isElsewhere(reply: WireResponse, places: readonly string[]): boolean {
  const members = rejectedMembers(reply).map((name) => name.split(/[/.[\]]/));
  const tops = places.map((place) => pointerTokens(place)[0]);
  return members.length > 0 && members.every((names) => tops.every((top) => top !== undefined && !names.includes(top)));
}

/** Matches texts about a checksum. */
const OF_DIGEST = /checksum|digest|\b(?:hash(?:es)?|sha-?\d+|md5|crc-?\d+c?)\b/i;
const OTHER_DIGEST = /mis-?match|\b(?:not? match\w*|differ\w*|wrong|incorrect|not have|not equal|corrupt\w*)\b/i;

/**
 * Whether a documented refusal is about a checksum in the input, such as `sha256`. The harness cannot compute the
 * checksum, because it does not know the bytes of the file.
 */
function isAboutDigest(
  operation: Operation,
  { header = {}, query = {}, body }: CaseInput,
  reply: WireResponse,
): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !coversStatus(operation, reply.status)) return false;
  const given = [header, query, isJsonObject(body) ? body : {}].flatMap((each) => Object.keys(each));
  const reason = shownReason(reply);
  return given.some(isDigestName) && OF_DIGEST.test(reason) && OTHER_DIGEST.test(reason);
}

/** Further statuses with which services refuse a token that was made up. */
const ABOUT_TOKENS: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);
/** Matches paths of operations whose input is a credential: `/token/refresh`, `/auth/verify`, `/login`. */
const OF_CREDENTIALS =
  /(?:^|[/_-])(?:o?auth|tokens?|login|sign-?in|sessions?|passwords?|invit(?:es?|ations?))(?=$|[/:_-])/i;
const CREDENTIAL_WORDS =
  /\b(?:tokens?|credentials?|passwords?|codes?|secrets?|signatures?|sessions?|invitations?|log-?in)\b/i;

/**
 * Whether a documented refusal may be about credentials in the input. For example, a login has a password that the
 * harness made up, and the service refuses it. If the operation requires the token, or if the status is neither 401 nor
 * 403, two more conditions must hold: the path is one for credentials, such as `/token/refresh`, and the reply is about
 * credentials.
 */
function isAboutCredentials({ operation, case: { input } }: Trial, reply: WireResponse): boolean {
  if (!coversStatus(operation, reply.status) || !hasCredentialInput(operation, input)) return false;
  if (ABOUT_CREDENTIALS.has(reply.status) && !isSecured(operation)) return true;
  return (
    ABOUT_TOKENS.has(reply.status) &&
    operation.method === 'post' &&
    OF_CREDENTIALS.test(operation.path) &&
    CREDENTIAL_WORDS.test(shownReason(reply))
  );
}

/** Matches texts about a part of the service that its operator must first enable. */
const SWITCHED_OFF =
  /\b(?:not|n't|to be|must be|be|is|are) (?:enabled|configured|activated)\b|\b(?:is|are|been) disabled\b/i;

/**
 * Whether a documented 403 (RFC 9110 §15.5.4) is about the configuration of the service and not about the input, as in
 * "requires authentication to be enabled".
 */
function isAboutConfiguration(operation: Operation, reply: WireResponse): boolean {
  return reply.status === 403 && documentsStatus(operation, 403) && SWITCHED_OFF.test(shownReason(reply));
}

/** Matches the last segment of a path whose operation only checks its input, such as `/storages/validate`. */
const JUDGES = /^(?:validat(?:e|ion)|verify|verification|check|lint)$/i;

/**
 * Whether an operation only checks its input, such as `/storages/validate`. A documented 400 or 422 is then its result
 * and not a refusal.
 */
function isJudgement(operation: Operation, status: number): boolean {
  const { method, path } = operation;
  return (
    ABOUT_VALUE.has(status) && documentsStatus(operation, status) && method === 'post' && JUDGES.test(lastSegment(path))
  );
}
