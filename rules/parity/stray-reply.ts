import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { essence, headerValue, joinedHeader } from '../../contract/wire/message.js';
import { isExcerpt } from '../../surfaces/http/body-excerpt.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange, WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { orOmitted } from '../values/omitted.js';
import { documentedContent, documentedResponse, isBodyKnown, replyJson } from '../reply.js';
import { isVerbatim } from '../request.js';
import { REAL_SERVICE, type Trial, type TrialContext, responder } from '../rule.js';
import { withoutAssigned } from './assigned.js';

/**
 * Reports two surfaces that sent equal requests and got different replies. Only the service can be at fault: each
 * surface has its own state in the service, and the requests agree in everything that may affect the reply.
 */
export function strayReplies(trial: Trial, context: TrialContext, compared: 'status' | 'value'): readonly Violation[] {
  if (!context.isolated || trial.observations.length < 2 || !REAL_SERVICE.has(context.backend)) return [];
  const [first, ...others] = trial.observations.flatMap((observation) => faithful(trial, observation));
  if (first === undefined) return [];
  return others
    .filter((other) => CONDITIONS.every((name) => condition(first.exchange, name) === condition(other.exchange, name)))
    .flatMap(({ surface, reply }) =>
      compared === 'status'
        ? otherStatus(context, first.reply, surface, reply)
        : otherValue(trial, context, first.reply, surface, reply, first.exchange.arrivedAt),
    );
}

interface Faithful {
  readonly surface: string;
  readonly exchange: Exchange;
  readonly reply: WireResponse;
}

function faithful(trial: Trial, { surface, exchanges }: Observation): readonly Faithful[] {
  const [exchange] = exchanges;
  if (
    exchange === undefined ||
    exchanges.length > 1 ||
    exchange.response.kind !== 'response' ||
    !isVerbatim(trial, exchange)
  )
    return [];
  return [{ surface, exchange, reply: exchange.response }];
}

/** Headers that may change the reply (RFC 9110 §11.6.2, §12.5, §13.1, §14.2; RFC 7240). */
const CONDITIONS = [
  'authorization',
  'cookie',
  'accept-language',
  'prefer',
  'range',
  'expect',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
] as const;

function condition({ request }: Exchange, name: (typeof CONDITIONS)[number]): string {
  const value = joinedHeader(request.headers, name) ?? '';
  if (name === 'authorization') return value.replace(/^bearer /i, 'Bearer ');
  // The value `*` accepts any language, and so does a missing header.
  return name === 'accept-language' && value === '*' ? '' : value;
}

function otherStatus(
  context: TrialContext,
  first: WireResponse,
  surface: string,
  reply: WireResponse,
): readonly Violation[] {
  // A 406 depends on the Accept header (RFC 9110 §15.5.7). Accept headers are not compared.
  if (reply.status === first.status || reply.status === 406 || first.status === 406) return [];
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'stray-reply',
      message: 'The service answered the same request of two surfaces with different statuses.',
      expected: first.status,
      received: reply.status,
      blame: responder(context),
      cause: 'status',
    },
  ];
}

function otherValue(
  trial: Trial,
  context: TrialContext,
  first: WireResponse,
  surface: string,
  reply: WireResponse,
  at: number | undefined,
): readonly Violation[] {
  if (reply.status !== first.status || !isBodyKnown(reply) || !isBodyKnown(first) || isSameBody(first, reply))
    return [];
  // The Accept headers of the two requests may differ, so different media types are not a fault.
  if (essence(headerValue(reply.headers, 'content-type')) !== essence(headerValue(first.headers, 'content-type')))
    return [];
  const [expected, received] = [first, reply].map((each) => comparable(trial, context, each, at));
  const schema = schemaOf(trial, first);
  const comparison = { schemas: context.contract.schemas, stated: schema === undefined ? [] : [schema] };
  return differencesUnder(comparison, expected, received, '/response/body')
    .slice(0, 1)
    .map((difference) => ({
      surface,
      pointer: difference.pointer,
      kind: 'stray-reply',
      message: 'The service answered the same request of two surfaces with different values.',
      expected: orOmitted(difference.expected),
      received: orOmitted(difference.received),
      blame: responder(context),
      cause: `${trial.operation.id} value`,
    }));
}

function isSameBody({ body: one }: WireResponse, { body: other }: WireResponse): boolean {
  return !isExcerpt(one) && !isExcerpt(other) && Buffer.compare(one, other) === 0;
}

/**
 * The part of a reply that is compared with that of a different surface. For a failure, this is only the `type` of the
 * problem, because `instance` may differ in each reply (RFC 9457 §3.1.5). For a success, it is the value without
 * members that the service assigns.
 */
function comparable(
  trial: Trial,
  context: TrialContext,
  reply: WireResponse,
  at: number | undefined,
): Json | undefined {
  const value = replyJson(reply);
  if (!isSuccess(reply.status)) return isJsonObject(value) ? (ownValue(value, 'type') ?? null) : undefined;
  const subject = {
    schemas: context.contract.schemas,
    operation: trial.operation,
    sent: trial.case.input.body,
    ...(context.assigned && { assigned: context.assigned }),
    ...(at !== undefined && { at }),
  };
  return withoutAssigned(subject, schemaOf(trial, reply), value);
}

function schemaOf({ operation }: Trial, { status, headers }: WireResponse): SchemaUri | undefined {
  const spec = documentedResponse(operation, status);
  return spec && documentedContent(spec, headerValue(headers, 'content-type') ?? '')?.schema;
}
