import { successesOf } from '../../../contract/documented-responses.js';
import type { MediaContent, Operation, ResponseSpec } from '../../../contract/operation.js';
import { headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { OTHER_FAILURE, TRANSPORT_FAILURE, isSuccess } from '../../../surfaces/failure-table.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { documentedContent, documentedResponse, isBodyKnown, replyContent, replyJson, replyOf } from '../../reply.js';
import { type TrialRule, shows } from '../../rule.js';
import { crashFacts } from './outcome.js';

/**
 * A surface reports a failure if the contract does not allow the reply, for example an HTML page of a proxy in place of
 * JSON.
 */
export const unexpectedReply: TrialRule = {
  id: 'conformance/unexpected-reply',
  severity: 'must',
  statement:
    'If a reply has HTML, truncated JSON, no body or other unexpected content in place of the promised content, the surface reports a failure. No reply crashes the surface or makes it hang. The exit code of a command line for such a reply is not the one for a missing reply.',
  details: [
    'The surface may read an undocumented 2xx as a success. It may return JSON unchanged even if the JSON breaks its schema.',
  ],
  source:
    'OpenAPI 3.1 §4.8.17 (Response Object: content); WHATWG HTML §9.2.2: only `text/event-stream` is a stream; RFC 9110 §15: a client treats an unrecognized status as the x00 of its class',
  repair:
    'Check the status, the media type and the JSON of each reply before it is returned, and report a reply that fails a check as an error of the surface, with the status of the reply.',
  backends: new Set(['scripted']),
  reads: 'call',
  check: (trial, context) => {
    const fault = trial.case.reply?.fault;
    if (fault === undefined) return undefined;
    return trial.observations
      .filter(({ surface }) => !shows(context, surface, 'reply'))
      .flatMap((observation) => violations(trial.operation, fault, observation));
  },
};

function violations(operation: Operation, fault: string, observation: Observation): readonly Violation[] {
  const { surface, outcome } = observation;
  const about = { surface, pointer: '/outcome', blame: 'surface', expected: 'a problem' } as const;
  if (outcome.kind === 'crash' || outcome.kind === 'timeout') {
    const received = outcome.kind === 'crash' ? `crash: ${outcome.detail}` : `no outcome within ${outcome.afterMs} ms`;
    const message = `A reply that the contract does not allow (${fault}) ended the call with a ${outcome.kind}.`;
    const status = replyOf(observation)?.status;
    const facts = crashFacts(outcome);
    return [
      {
        ...about,
        kind: outcome.kind,
        message,
        received,
        cause: facts.crash ?? '',
        ...facts,
        ...(status && { status }),
      },
    ];
  }
  const reply = replyOf(observation);
  if (reply === undefined || !isSuccess(reply.status)) return [];
  const lacks = missingContent(operation, reply);
  if (lacks === undefined) return [];
  if (outcome.kind === 'problem' && outcome.native?.exitCode === TRANSPORT_FAILURE.exitCode) {
    const message = `A ${reply.status} reply arrived with ${lacks}; the exit code means that no reply arrived.`;
    const { exitCode: expected } = OTHER_FAILURE;
    return [{ ...about, kind: 'other-exit-code', message, expected, received: TRANSPORT_FAILURE.exitCode, cause: '' }];
  }
  if (outcome.kind !== 'value' && outcome.kind !== 'events') return [];
  const promised = outcome.kind === 'events' ? 'an event stream' : 'JSON';
  const message = `The contract promises ${promised} for a success, but the ${reply.status} reply has ${lacks}; the surface reports a success.`;
  const received = outcome.kind === 'value' ? (outcome.value ?? 'a success without a value') : 'a stream of events';
  return [{ ...about, kind: 'unreadable-reported-as-success', message, received, cause: '' }];
}

/**
 * Describes what a successful reply has in place of the promised JSON or events, such as "no body"; `undefined` if it
 * is permitted. If the contract permits a media type that is not JSON, a surface may return a body of that type
 * unchanged.
 */
function missingContent(operation: Operation, reply: WireResponse): string | undefined {
  const spec = documentedResponse(operation, reply.status) ?? promisedSuccess(operation);
  if (spec === undefined || spec.content.length === 0 || !isBodyKnown(reply)) return undefined;
  const isPromised = spec.content.every(isRead);
  if ((replyContent(reply)?.byteLength ?? 0) === 0) return isPromised ? 'no body' : undefined;
  const mediaType = headerValue(reply.headers, 'content-type');
  if (mediaType === undefined || documentedContent(spec, mediaType) === undefined)
    return isPromised ? 'a different media type' : undefined;
  return isJsonMediaType(mediaType) && replyJson(reply) === undefined ? 'a body that is not JSON' : undefined;
}

/** Whether a surface reads content of this media type: JSON, or the events of a stream. */
function isRead({ mediaType, stream }: MediaContent): boolean {
  return stream !== undefined || isJsonMediaType(mediaType);
}

/** The only success that an operation documents; `undefined` if it documents several. */
function promisedSuccess({ responses }: Operation): ResponseSpec | undefined {
  const [first, ...others] = successesOf({ responses });
  return others.length === 0 ? first : undefined;
}
