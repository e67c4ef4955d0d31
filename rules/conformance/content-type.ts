import { headerValue } from '../../contract/wire/message.js';
import { documentedContent, documentedResponse, replyOf } from '../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../rule.js';

/** A reply is of a documented media type. */
export const contentType: TrialRule = {
  id: 'conformance/content-type',
  severity: 'must',
  statement: 'A reply has the media type that its status documents; failures are application/problem+json where the contract says so.',
  source: 'OpenAPI 3.1 §4.8.17 (Response Object: content); RFC 9110 §8.3; RFC 9457 §3',
  repair: 'Set the documented Content-Type on this reply, or document the media type that is sent.',
  backends: EVERYWHERE,
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const spec = reply && documentedResponse(trial.operation, reply.status);
      // Without documented content any body is left open; an empty reply to HEAD or with 204 and 304 has no type.
      if (reply === undefined || spec === undefined || spec.content.length === 0 || trial.operation.method === 'head' || reply.status === 204 || reply.status === 304) return [];
      const sent = headerValue(reply.headers, 'content-type');
      if (sent !== undefined && documentedContent(spec, sent) !== undefined) return [];
      return [
        {
          surface: observation.surface,
          pointer: '/response/header/content-type',
          kind: sent === undefined ? 'missing' : 'undocumented',
          message: `The reply with status ${reply.status} is of type ${sent ?? '(none)'}.`,
          expected: spec.content.map((content) => content.mediaType),
          received: sent ?? '(none)',
          blame: responder(context),
          cause: String(reply.status),
          location: spec.location,
        },
      ];
    }),
};
