import { headerValue } from '../../../contract/wire/message.js';
import { documentedResponse, replyOf } from '../../reply.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

/** The service refuses requests that are not of the contract. The harness sends them itself. */
export const malformedRefused: TrialRule = {
  id: 'conformance/malformed-refused',
  severity: 'must',
  statement:
    'The service answers a request that is not of the contract with a 4xx: a body that is not JSON, a media type or a method for which the contract documents a refusal. If the contract states the order of its refusals, it sends exactly the stated one.',
  source:
    'RFC 8259 §2; RFC 9110 §15.5.1, §15.5.6 (a 405 has an `Allow` header), §15.5.16; the contract: documented failures, x-<prefix>-refusal-order',
  repair: 'Refuse the request before the operation runs, with the documented failure.',
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
  const isAllowDocumented = documentedResponse(trial.operation, 405)?.headers.some(isRequiredAllow) === true;
  if (status !== 405 || isAllowDocumented || headerValue(reply.headers, 'allow') !== undefined) return [];
  const message = `The service answered 405 to a request ${raw.words}, without the header Allow.`;
  const expected = 'the methods of the path (RFC 9110 §15.5.6)';
  return [
    {
      ...about,
      pointer: '/response/header/allow',
      kind: 'allow-missing',
      message,
      expected,
      received: 'no header',
      cause: '',
    },
  ];
}

function isRequiredAllow({ name, required }: { readonly name: string; readonly required: boolean }): boolean {
  return required && name.toLowerCase() === 'allow';
}

/** A 401 is about the token. */
function isRefusal(status: number, wanted: number | string): boolean {
  return typeof wanted === 'number' ? status === wanted : status >= 400 && status < 500 && status !== 401;
}
