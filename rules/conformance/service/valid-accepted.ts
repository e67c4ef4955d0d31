import type { RawChange } from '../../../contract/case.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import { identifiersIn } from '../../../contract/inputs/identifiers.js';
import type { Operation } from '../../../contract/operation.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAccepted, replyOf } from '../../reply.js';
import { acceptsAll } from '../../accepted-types.js';
import { withoutKeys } from './problems/named-places.js';
import { isPermittedRefusal } from './problems/permitted-refusal.js';
import { refusalCause } from './problems/refusal-cause.js';
import { refusedToken, tokenViolation } from './problems/refused-token.js';
import { statedMembers, statedReason } from './problems/replies/stated-reason.js';
import { isUnrouted } from './unrouted.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

/** The service accepts input that the contract allows. */
export const validAccepted: TrialRule = {
  id: 'conformance/valid-accepted',
  severity: 'must',
  statement:
    'The service answers a valid case with a success, or with a documented redirection, conflict, lock, demand for payment or rate limit. Other documented refusals are permitted in the cases below.',
  details: [
    'A value of an unknown format may be refused.',
    'A merge patch may be refused if the item may lack a required member after the patch, or if its members together may then break a keyword such as `maxProperties` or `oneOf`.',
    'A 400 or 422 is permitted if the reply states that an item to which the input refers does not exist.',
    'A 400, 404 or 422 is permitted if the description of a member shows that it refers to items by a key, as in "names of labels", and the reply names only such members, or none.',
    'A 400, 403 or 422 to a change of an existing item is permitted if the contract states that this status may depend on the state of the item, and the reply is about the state. For a read, the reply needs the error code that the contract states for this status.',
    'A 400 or 422 to a change is permitted if the reply states that another item has the same value, and the contract mentions duplicates.',
    'A 403 for an existing item is permitted if the contract states that only some callers may do this, such as the owner, an author or a member, and the reply is about the caller or states no reason.',
    'A 400 or 422 is permitted if the reply names a member that the input lacks, and the description of the operation makes this member depend on a member that the input has. It is also permitted if the description of the missing member requires it under a condition, as in "Not required for drafts".',
    'A 400 or 422 is permitted if the reply names a member or an argument that the input lacks, and a text requires it: "A message needs a `body` or at least one `media_url`", "At least one of `ids` or `name` must be supplied". It is also permitted if the reply names several given values, and the text states that a request has only one of them.',
    'A 400, 403 or 422 is permitted if the reply states that the item in the path does not exist, and a text of the contract gives this status to unknown items: "an id for which there is no resource gives 400".',
    'A 400 or 422 is permitted if it is about a made-up string whose form only the name of its member states: `cron`, `timezone` or `rrule`.',
    'A 400, 404 or 422 is permitted if, for each member that the reply names, a description states a rule that no schema can state, such as "must not be before the first day" or "must be the id of an employee". It may be a description of another operation, if a sentence states that the rules of that operation apply. For a member that the input lacks, it may be the description of a parameter in the input, such as a field mask. Another status is permitted only if the rule names it: "larger numbers may be refused with 403".',
    'A 400 or 422 is permitted if the reply has an error code that the description of the operation quotes, such as `FAILED_PRECONDITION`, unless the code stands for any invalid input, such as `INVALID_ARGUMENT`.',
    'A 400 or 422 is permitted if a value breaks a form that a description states, such as "must not start with a space", or if a value is empty after a stated change, such as "surrounding spaces are removed".',
    'A 404 of a list is permitted if a description states it, such as "a page after the last is 404".',
    'A 400 or 422 is permitted if the input has a checksum, and the reply states that the checksum does not match.',
    'A 400, 409 or 422 is permitted if the identifiers in the body and in the path differ.',
    'A 428 is permitted if the request has no valid precondition, a 416 if the request has the header `Range`, and a 406 if the request accepts only one of the documented media types.',
    'A 400, 403, 404, 409 or 422 is permitted if a body refers to an item that an earlier call of the sequence created, because the service may accept only items with certain values.',
    'A 404 or a documented 403 is permitted if an identifier in the path, the query or the body may be unknown.',
    'A redirection, a 404 or a 405 is permitted if a made-up value in the path contains a slash, because the router may have sent the reply.',
    'A 401 or 403 is permitted if the input contains credentials. An operation for credentials, such as `/token/refresh`, may also answer 400, 404 or 422 if the reply is about the credentials.',
    'A 403 is permitted if the reply states that a part of the service is not enabled, and a 400 or 422 if the operation only checks its input, such as `/validate`.',
  ],
  source:
    'the contract: input that satisfies its parameters and schemas is valid; RFC 9110 §8.3.1 and §11.1: the names of media types and authentication schemes are case-insensitive; §12.4.2 and §12.5.1: weights and ranges in `Accept`; RFC 8259 §7 and §11',
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
    (trial.case.expect.kind === 'accepted-or-absent' && isOfUnknown(trial.operation, reply.status)) ||
    (reply.status === 404 && hasIdOfAnyKind(trial, context));
  if (
    // The reply of a script does not depend on the input.
    context.backend === 'scripted' ||
    isAccepted(trial.operation, reply.status) ||
    isPermittedRefusal(trial, context, reply) ||
    isAbsent ||
    isUnrouted(trial, reply.status) ||
    reply.status >= 500
  )
    return [];
  const refused = refusedToken(trial, observation, reply.status);
  if (refused !== undefined) return [tokenViolation(trial, context, surface, reply.status, refused)];
  const { raw } = trial.case;
  const documented = documentsStatus(trial.operation, reply.status) ? ', which is documented,' : '';
  const placeOf = withoutKeys(context.contract.schemas, trial.operation, trial.case.input);
  const reason = statedReason(reply, placeOf);
  const members = statedMembers(reply, placeOf);
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'valid-refused',
      message: `The service answered ${reply.status}${documented} to a valid ${raw === undefined ? 'input' : `request ${raw.words}`}.`,
      expected: trial.operation.responses.map((spec) => spec.status).filter((status) => /^[23]/.test(status)),
      received: reply.status,
      blame: responder(context),
      cause:
        raw === undefined
          ? refusalCause(trial.operation, trial.case.input, reply, placeOf)
          : rawCause(trial, reply, raw),
      ...(reason !== undefined && { reason }),
      ...(members !== undefined && { members }),
      status: reply.status,
      location: trial.operation.location,
    },
  ];
}

/**
 * Whether a service may answer with this status if an identifier names no item: 404, or 403 if the contract documents
 * it, because the service may hide which items exist (RFC 9110 §15.5.4).
 */
function isOfUnknown(operation: Operation, status: number): boolean {
  return status === 404 || (status === 403 && documentsStatus(operation, 403));
}

/**
 * The cause by which refusals of unusual but valid requests are grouped. A service that wrongly answers 406 cannot read
 * the header `Accept`, which is one fault of all operations. Any other refusal is a fault of its operation.
 */
function rawCause({ operation }: Trial, reply: WireResponse, raw: RawChange): string {
  const { status } = reply;
  if (status === 406 && acceptsAll(operation, raw.headers?.['accept'] ?? '')) return `${raw.fault} ${status}`;
  return [operation.id, raw.words, status, statedReason(reply)].join(' ');
}

/**
 * Whether the query or the body has an identifier whose name does not show to which kind of items it refers, such as
 * `maker.id`. A documented 404 may then mean that this item does not exist.
 */
function hasIdOfAnyKind({ operation, case: { input } }: Trial, { contract }: TrialContext): boolean {
  const { path: _, ...others } = input;
  return (
    documentsStatus(operation, 404) &&
    identifiersIn(contract, operation, others).some(({ isOfAnyKind }) => isOfAnyKind === true)
  );
}
