import type { Operation, ResponseSpec } from '../../../contract/operation.js';
import { essence, headerValue } from '../../../contract/wire/message.js';
import { documentedContent, documentedResponse, mayHaveBody, replyOf } from '../../reply.js';
import { isUnrouted } from './unrouted.js';
import { EVERYWHERE, type TrialRule, responder } from '../../rule.js';
import { byteLength } from '../../../surfaces/http/body-excerpt.js';
import type { WireResponse } from '../../../surfaces/exchange.js';

/** A reply has a documented media type. */
export const contentType: TrialRule = {
  id: 'conformance/content-type',
  severity: 'must',
  statement: 'A reply has a media type that the contract documents for its status.',
  source: 'OpenAPI 3.1 §4.8.17 (Response Object: content); RFC 9110 §8.3; RFC 9457 §3',
  repair: 'Set the documented Content-Type on this reply, or document the media type of the reply.',
  backends: EVERYWHERE,
  reads: 'documented',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const spec = reply && documentedResponse(trial.operation, reply.status);
      if (
        reply === undefined ||
        spec === undefined ||
        !mayHaveBody(trial.operation, reply.status) ||
        isUnrouted(trial, reply.status) ||
        isDocumented(spec, reply)
      )
        return [];
      const sent = headerValue(reply.headers, 'content-type');
      return [
        {
          surface: observation.surface,
          pointer: '/response/header/content-type',
          kind: sent === undefined ? 'missing' : 'undocumented',
          message: `The reply with status ${reply.status} has ${sent === undefined ? 'no Content-Type' : `the undocumented media type ${sent}`}.`,
          expected: spec.content.map((content) => content.mediaType),
          received: sent ?? '(none)',
          blame: responder(context),
          cause: `${reply.status} ${essence(sent)}`,
          place: trial.operation.id,
          status: reply.status,
          location: spec.location,
        },
      ];
    }),
};

/**
 * Whether the contract documents the media type of a reply. If the contract documents no content for the status, any
 * media type is permitted. A reply without a body needs no media type (RFC 9110 §8.3).
 */
function isDocumented(spec: ResponseSpec, { headers, body }: WireResponse): boolean {
  if (spec.content.length === 0) return true;
  const sent = headerValue(headers, 'content-type');
  return sent === undefined ? byteLength(body) === 0 : documentedContent(spec, sent) !== undefined;
}

/**
 * Whether a successful reply is an HTML page in place of the documented content. A router or a single-page application
 * sends its page for a path that no operation has, for example if an identifier contains a slash.
 */
export function isOtherPage(operation: Operation, reply: WireResponse): boolean {
  const sent = headerValue(reply.headers, 'content-type');
  const spec = documentedResponse(operation, reply.status);
  return essence(sent) === 'text/html' && spec !== undefined && !isDocumented(spec, reply);
}
