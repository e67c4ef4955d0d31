import { anyElement } from '../../../contract/json/json-pointer.js';
import type { Case, Expectation } from '../../../contract/case.js';
import { documentsNotFound, identifiersIn } from '../../../contract/inputs/identifiers.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { brokenKeyword } from '../../../contract/inputs/input-violations.js';
import type { Contract } from '../../../contract/contract.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import { isIgnoredIfMalformed } from '../../../contract/wire/request/preconditions.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import { replyOf } from '../../reply.js';
import type { Violation } from '../../finding.js';
import { refusedBlanks } from './blank-accepted.js';
import { isOtherPage } from './content-type.js';
import { objectWithDropped } from './dropped-members.js';
import { namesInOtherCase } from './other-case.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule } from '../../rule.js';

/** The service rejects input that the contract does not allow. */
export const invalidRejected: TrialRule = {
  id: 'conformance/invalid-rejected',
  severity: 'must',
  statement:
    'The service answers an input that breaks one constraint with a 4xx for invalid input, and a well-formed but unknown identifier with 404.',
  details: [
    'A 404 is also permitted for an invalid identifier, unless the contract states that 422 takes precedence.',
    'If the contract states the order of refusals, 422 is the only refusal of an invalid input.',
    'A text of only spaces is invalid if a description refuses it.',
    'An invalid `Range` or `Prefer`, or an invalid date in a precondition, may be ignored.',
  ],
  source: 'the contract: parameters, schemas, documented failures and x-<prefix>-refusal-order; RFC 9110 §15.5',
  repair: 'Validate the input where the service receives it, or relax the schema to what the service accepts.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const { expect } = trial.case;
    if (expect.kind !== 'rejected' && expect.kind !== 'absent') return blankFaults(trial, context);
    return trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const kind =
        reply &&
        (expect.kind === 'rejected' ? wrongRejection(trial, context, reply.status) : wrongAbsence(reply.status));
      // A page of a website is a different fault: the operation did not receive the input.
      if (reply === undefined || kind === undefined || isOtherPage(trial.operation, reply)) return [];
      const shared = expect.kind === 'rejected' ? sharedKeyword(trial, context) : sharedItem(trial);
      const otherCase = kind === 'invalid-accepted' ? namesInOtherCase(trial, context, shared) : undefined;
      const about = expect.kind === 'rejected' ? rejection(expect, reply.status, otherCase?.[0]) : absence(trial.case);
      const droppedFrom = kind === 'invalid-accepted' ? objectWithDropped(trial, context, reply) : undefined;
      return [
        {
          surface: observation.surface,
          pointer: about.pointer,
          kind: otherCase === undefined ? kind : 'other-case-accepted',
          message: `The service answered ${reply.status} to ${about.what}.`,
          expected: about.wanted,
          received: reply.status,
          blame: 'backend',
          cause: kind.endsWith('-otherwise') ? `${kind} ${reply.status}` : `${trial.operation.id} ${about.place}`,
          ...(kind.endsWith('-otherwise') && { place: trial.operation.id }),
          ...(shared && { shared }),
          ...(droppedFrom !== undefined && { droppedFrom }),
          status: reply.status,
          location: trial.operation.location,
        },
      ];
    });
  },
};

/**
 * The violations for an input that is valid by its schema, but has a text of only spaces that a description refuses.
 * `undefined` for any other input. Only a success is a violation.
 */
function blankFaults(trial: Trial, { contract }: TrialContext): readonly Violation[] | undefined {
  const [blank] = trial.case.raw === undefined ? refusedBlanks(contract, trial) : [];
  if (blank === undefined) return undefined;
  const { pointer, sentence, uri } = blank;
  return trial.observations.flatMap((observation) => {
    const { status = 0 } = replyOf(observation) ?? {};
    if (!isSuccess(status) || status === 202) return [];
    return [
      {
        surface: observation.surface,
        pointer,
        kind: 'invalid-accepted',
        message: `The service answered ${status} to an invalid input (only spaces at ${pointer}).`,
        expected: `4xx: ${sentence.slice(0, LONGEST_SENTENCE)}`,
        received: status,
        blame: 'backend',
        cause: `${trial.operation.id} blank ${anyElement(pointer)}`,
        ...(uri !== '' && { shared: `${uri} blank` }),
        status,
        location: trial.operation.location,
      },
    ];
  });
}

/** The maximum length of a quoted sentence. */
const LONGEST_SENTENCE = 200;

/**
 * The address of the schema keyword that the input breaks, such as `api.yaml#/components/schemas/Limit/maximum`.
 * Operations for which the result is equal have one cause. Generated contracts often write the same parameter again in
 * each operation, at different addresses. For such a parameter, the result is its name and its schema.
 */
function sharedKeyword({ operation, case: { expect, input } }: Trial, { contract }: TrialContext): string | undefined {
  if (expect.kind !== 'rejected') return undefined;
  const address = brokenKeyword(contract, operation, input, expect);
  const [, place, name] = /^\/(query|header|cookie)\/([^/]+)/.exec(expect.pointer) ?? [];
  const parameter = operation.parameters.find((each) => each.in === place && each.name === name);
  if (parameter === undefined || address?.includes('#/paths/') !== true) return address;
  const stated = [...schemasInPlace(contract.schemas, parameter.schema).values()];
  return `${place} ${name} ${expect.keyword} ${canonicalJson(stated)}`;
}

/**
 * For a case with an unknown parent identifier: the path of the operation up to its last parameter. If several
 * operations below this path answer with a wrong status, they have one cause. For an unknown `user_id` in
 * `/users/{user_id}/orders/{id}/lines`, the result is `/users/{user_id}/orders/{id}`. `undefined` for any other case.
 */
function sharedItem({ operation: { path }, case: { expect, provenance } }: Trial): string | undefined {
  const name = expect.kind === 'absent' ? unknownName(provenance) : undefined;
  const end = path.lastIndexOf('}');
  const isParent = name !== undefined && path.slice(0, path.lastIndexOf('{')).includes(`{${name}}`);
  return isParent ? path.slice(0, end + 1) : undefined;
}

interface About {
  readonly pointer: string;
  readonly what: string;
  readonly wanted: string | number;
  readonly place: string;
}

function rejection(
  { keyword, pointer }: Extract<Expectation, { kind: 'rejected' }>,
  status: number,
  otherCase?: string,
): About {
  const broken = `${keyword} at ${pointer}`;
  return {
    pointer,
    what:
      otherCase === undefined
        ? `an invalid input (${broken})`
        : `an input with the known name of a member in another letter case, \`${otherCase}\` (${broken})`,
    wanted: `${invalidStatus(status)}, because ${pointer} breaks ${keyword}`,
    // Indexes are replaced by `*`. If a service validates only the first item, its fault at all other items is one
    // fault.
    place: `${keyword} ${anyElement(pointer)}`,
  };
}

/**
 * The statuses that the service should have sent for an invalid input, in words: `4xx`. If the service answered with a
 * wrong 4xx, such as 401: `4xx other than 401`.
 */
export function invalidStatus(received: number): string {
  return received >= 400 && received < 500 ? `4xx other than ${received}` : '4xx';
}

/**
 * Describes the unknown identifier in a case whose identifier belongs to no item. The name of such a case contains the
 * name of the parameter: `thing_id` in `absent-thing_id-0`.
 */
function absence({ provenance }: Case): About {
  const name = unknownName(provenance);
  const what = name === undefined ? 'an unknown identifier' : `an unknown identifier \`${name}\``;
  return { pointer: '/response/status', what, wanted: 404, place: 'absent' };
}

function unknownName({ name }: Case['provenance']): string | undefined {
  return /^(?:absent|near)-(.+)-\d+$/.exec(name)?.[1];
}

/**
 * Whether the invalid value of the case is in a header that HTTP permits a service to ignore if the value is malformed,
 * such as `Range`.
 */
function isIgnoredHeader(expect: Expectation): boolean {
  const [, name = ''] = (expect.kind === 'rejected' && /^\/header\/([^/]+)/.exec(expect.pointer)) || [];
  return isIgnoredIfMalformed(name);
}

/**
 * The kind of the violation if the service answered an invalid input with a wrong status; `undefined` if the status is
 * correct. Two of the 4xx are special:
 * - 401 is always wrong, because it is about the token.
 * - 404 is about an identifier. It is correct only if the request has an identifier that may be unknown, and if the
 *   contract does not state that the service refuses invalid input before unknown identifiers.
 */
function wrongRejection(trial: Trial, { contract }: TrialContext, status: number): string | undefined {
  if (isSuccess(status)) return isIgnoredHeader(trial.case.expect) ? undefined : 'invalid-accepted';
  if (status === 404) {
    const isPermitted = mayBeUnknown(trial, contract) && !isInvalidFirst(trial, contract);
    return isPermitted ? undefined : 'invalid-answered-otherwise';
  }
  return status < 400 || status === 401 || isAnotherRefusal(trial, contract, status)
    ? 'invalid-answered-otherwise'
    : undefined;
}

/**
 * Whether a status is wrong for an invalid input, because it has a different meaning from 422 in the order of refusals
 * that the contract states, such as 400, 404, 422. The operation must document 422. There are two exceptions:
 * - 413 is never wrong: a body with a value that is too long may also be too large.
 * - If the body is missing, no status is wrong: an empty body is not JSON, so the service may also answer 400.
 */
function isAnotherRefusal(trial: Trial, contract: Contract, status: number): boolean {
  const { refusalOrder = [] } = contract;
  if (status === 422 || status === 413 || !refusalOrder.includes(status) || !refusalOrder.includes(422)) return false;
  if (isAboutItem(trial, refusalOrder, status)) return false;
  const {
    operation,
    case: { input },
  } = trial;
  return documentsStatus(operation, 422) && (operation.requestBody === undefined || input.body !== undefined);
}

/**
 * Statuses for refusals because of the state of an item: 409 conflict, 412 precondition failed, 423 locked, and 428
 * precondition required.
 */
const OF_STATE: ReadonlySet<number> = new Set([409, 412, 423, 428]);

/**
 * Whether a status may be about the state of an item that the sequence created, and the contract's order of refusals
 * has this status before 422.
 */
function isAboutItem({ case: { feeds } }: Trial, order: readonly number[], status: number): boolean {
  return feeds !== undefined && OF_STATE.has(status) && order.indexOf(status) < order.indexOf(422);
}

/**
 * Whether the contract's order of refusals has 422 (invalid input) before 404 (unknown identifier), and the operation
 * documents 422.
 */
function isInvalidFirst({ operation }: Trial, { refusalOrder = [] }: Contract): boolean {
  const [invalid, unknown] = [refusalOrder.indexOf(422), refusalOrder.indexOf(404)];
  return invalid >= 0 && invalid < unknown && documentsStatus(operation, 422);
}

function mayBeUnknown({ operation, case: { input } }: Trial, contract: Contract): boolean {
  if (operation.parameters.some((parameter) => parameter.in === 'path')) return true;
  return documentsNotFound(operation) && identifiersIn(contract, operation, input).length > 0;
}

/**
 * The kind of the violation if the service answered a request with an unknown identifier with a status other than 404.
 * `undefined` for 404, and for a 5xx, which `conformance/no-server-error` reports.
 */
function wrongAbsence(status: number): string | undefined {
  if (status === 404 || status >= 500) return undefined;
  return isSuccess(status) ? 'absent-accepted' : 'absent-answered-otherwise';
}
