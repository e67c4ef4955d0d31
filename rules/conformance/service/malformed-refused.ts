import type { RawChange } from '../../../contract/case.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import { joinedHeader } from '../../../contract/wire/message.js';
import { documentedResponse, replyOf } from '../../reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

/**
 * The service refuses malformed requests, such as a request with a body that is not JSON. The harness sends these
 * requests directly, without a surface.
 */
export const malformedRefused: TrialRule = {
  id: 'conformance/malformed-refused',
  severity: 'must',
  statement:
    'The service answers a malformed request with a 4xx: a request whose body is not JSON, or whose media type or method the contract does not have.',
  details: [
    'If the contract states the order of refusals, the service sends exactly the stated refusal.',
    'An unknown query parameter is refused, if the contract states it, as in "unknown query parameters are refused with 400".',
    'A body that is too large is refused with and without a `Content-Length`. A body of usual size is not refused with 413 because it has no `Content-Length`.',
    'The `Allow` of a 405 lists the methods that the contract has at the path.',
  ],
  source:
    'RFC 8259 §2; RFC 9110 §15.5.1, §15.5.6 (a 405 has an `Allow` header with the methods of the resource), §15.5.16; the contract: documented failures, x-<prefix>-refusal-order; RFC 9110 §15.5.14 and RFC 9112 §6.3: the length of a body in chunks is known at its end',
  repair:
    'Refuse the request before the operation runs, with the documented failure. Count the bytes of a body while it is read, whether its length is announced or not.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const { expect, raw } = trial.case;
    if (raw === undefined) return undefined;
    if (expect.kind !== 'refused' && expect.kind !== 'answered') return undefined;
    return trial.observations.flatMap((observation) => judged(trial, context, observation));
  },
};

function judged(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { raw, expect } = trial.case;
  const reply = replyOf(observation);
  if (raw === undefined || reply === undefined || reply.status >= 500) return [];
  const { status } = reply;
  const about = {
    surface: observation.surface,
    blame: responder(context),
    place: trial.operation.id,
    status,
    location: trial.operation.location,
  } as const;
  const wanted = expect.kind === 'refused' ? (expect.status ?? '4xx') : undefined;
  if (wanted !== undefined && !isRefusal(status, wanted)) {
    const kind = status < 400 ? 'malformed-accepted' : 'malformed-answered-otherwise';
    const message = `The service answered ${status} to a request ${raw.words}.`;
    return [
      { ...about, pointer: '/response/status', kind, message, expected: wanted, received: status, cause: raw.fault },
    ];
  }
  const ofChunks = chunksFault(observation, raw, status);
  if (ofChunks !== undefined)
    return [{ ...about, pointer: '/response/status', ...ofChunks, received: status, cause: raw.fault }];
  if (status !== 405) return [];
  const isAllowDocumented = documentedResponse(trial.operation, 405)?.headers.some(isRequiredAllow) === true;
  const allow = joinedHeader(reply.headers, 'allow');
  const ofHeader = { ...about, pointer: '/response/header/allow', cause: '' } as const;
  const refused = `The service answered 405 to a request ${raw.words},`;
  if (allow === undefined) {
    const expected = 'the methods of the path (RFC 9110 §15.5.6)';
    const message = `${refused} without the header Allow.`;
    return isAllowDocumented ? [] : [{ ...ofHeader, kind: 'allow-missing', message, expected, received: 'no header' }];
  }
  const lacking = raw.fault === 'method' ? lackingMethods(trial, context, allow) : [];
  if (lacking.length === 0) return [];
  const message = `${refused} with an Allow that lacks ${lacking.join(' and ')}.`;
  const expected = `${lacking.join(', ')}, which the contract has at this path (RFC 9110 §15.5.6)`;
  return [{ ...ofHeader, kind: 'allow-incomplete', message, expected, received: allow }];
}

/**
 * Whether a body in chunks gets a different limit than a body with `Content-Length`. The request before a large body in
 * chunks sent the same body with `Content-Length`.
 */
function chunksFault(
  { earlier = [] }: Observation,
  { fault, framing }: RawChange,
  status: number,
): Pick<Violation, 'kind' | 'message' | 'expected'> | undefined {
  if (framing !== 'chunks') return undefined;
  if (fault === 'framing') {
    if (status !== 413) return undefined;
    const message = 'The service answered 413 (Content Too Large) to a body of usual size in chunks.';
    return { kind: 'chunks-refused', message, expected: 'the reply to the same body with a Content-Length' };
  }
  const before = earlier.at(-1);
  const announced = before?.case.raw?.fault === 'size' ? replyOf(before)?.status : undefined;
  if (announced !== 413 || !isSuccess(status)) return undefined;
  const message = `The service answered 413 to a body with a Content-Length, and ${status} to the same body in chunks.`;
  return { kind: 'unlimited-chunks', message, expected: 413 };
}

/** Methods that servers and proxies implement without an operation. `Allow` often does not list these methods. */
const IMPLICIT: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/**
 * The methods that the contract has at the path of the operation, but that the header `Allow` does not list. Empty if
 * any operation of the path does not document 405: a proxy in front of the service may then have sent the 405.
 */
function lackingMethods({ operation }: Trial, { contract }: TrialContext, allow: string): readonly string[] {
  const operations = contract.operations.filter(({ path }) => path === operation.path);
  return operations.every((one) => documentsStatus(one, 405)) ? methodsNotIn(allow, operations) : [];
}

/** The methods of operations that share one path, without the methods that the header `Allow` lists. */
export function methodsNotIn(allow: string, operations: readonly Operation[]): readonly string[] {
  const listed = new Set(allow.split(',').map((method) => method.trim()));
  return operations
    .map(({ method }) => method.toUpperCase())
    .filter((method) => !listed.has(method) && !IMPLICIT.has(method));
}

function isRequiredAllow({ name, required }: { readonly name: string; readonly required: boolean }): boolean {
  return required && name.toLowerCase() === 'allow';
}

/**
 * Whether a status refuses a malformed request: the `wanted` status or, if none is stated, any 4xx except 401, which is
 * about the token.
 */
function isRefusal(status: number, wanted: number | string): boolean {
  return typeof wanted === 'number' ? status === wanted : status >= 400 && status < 500 && status !== 401;
}
