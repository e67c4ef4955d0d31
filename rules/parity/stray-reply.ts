import { flatten } from '../../contract/cases/constraints.js';
import type { SchemaSource } from '../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { headerValue } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { jsonDifferences, orOmitted } from '../json-difference.js';
import { documentedContent, documentedResponse, isVerbatim, replyJson, replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, responder } from '../rule.js';

/**
 * Where the service answered the same request differently on different surfaces. Only where each lane has a state of its
 * own, and only between requests that are byte for byte the same: then nothing but the service can be the cause.
 */
export function strayReplies(trial: Trial, context: TrialContext, compared: 'status' | 'value'): readonly Violation[] {
  if (!context.isolated || !REAL_SERVICE.has(context.backend)) return [];
  const faithful = trial.observations.filter((observation) => observation.exchanges.length === 1 && observation.exchanges.every((exchange) => isVerbatim(trial, exchange)));
  const [first, ...others] = faithful.flatMap((observation) => withReply(observation));
  if (first === undefined) return [];
  return others.flatMap(({ surface, reply }) => (compared === 'status' ? otherStatus(context, first.reply, surface, reply) : otherValue(trial, context, first.reply, surface, reply)));
}

function withReply(observation: Observation): readonly { readonly surface: string; readonly reply: WireResponse }[] {
  const reply = replyOf(observation);
  return reply === undefined ? [] : [{ surface: observation.surface, reply }];
}

function otherStatus(context: TrialContext, first: WireResponse, surface: string, reply: WireResponse): readonly Violation[] {
  if (reply.status === first.status) return [];
  return [{ surface, pointer: '/response/status', kind: 'stray-reply', message: 'The service answered the same request differently on two surfaces.', expected: first.status, received: reply.status, blame: responder(context), cause: 'status' }];
}

function otherValue(trial: Trial, context: TrialContext, first: WireResponse, surface: string, reply: WireResponse): readonly Violation[] {
  if (reply.status !== first.status || Buffer.compare(reply.body, first.body) === 0) return [];
  const spec = documentedResponse(trial.operation, reply.status);
  const schema = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '')?.schema;
  const comparable = (response: WireResponse): Json | undefined => withoutAssigned(context.contract.schemas, schema, replyJson(response), 0);
  return jsonDifferences(comparable(first), comparable(reply), '/response/body').slice(0, 1).map((difference) => ({
    surface,
    pointer: difference.pointer,
    kind: 'stray-reply',
    message: 'The service answered the same request with another value on another surface.',
    expected: orOmitted(difference.expected),
    received: orOmitted(difference.received),
    blame: responder(context),
    cause: `${trial.operation.id} value`,
  }));
}

/** What the server assigns (`readOnly`) may differ from lane to lane: identifiers and times are compared by being there. */
function withoutAssigned(schemas: SchemaSource, uri: SchemaUri | undefined, value: Json | undefined, depth: number): Json | undefined {
  if (uri === undefined || value === undefined || depth > 8) return value;
  const constraints = flatten(schemas, [uri]);
  if (Array.isArray(value)) {
    const [items] = constraints.items;
    return (value as readonly Json[]).map((item) => withoutAssigned(schemas, items, item, depth + 1) ?? null);
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const conjunction = constraints.properties.get(name) ?? [];
    const assigned = conjunction.some((property) => ownValue(asObject(schemas, property), 'readOnly') === true);
    return [name, assigned ? '(assigned by the server)' : (withoutAssigned(schemas, conjunction[0], member, depth + 1) ?? null)] as const;
  });
  return Object.fromEntries(members);
}

function asObject(schemas: SchemaSource, uri: SchemaUri): Json {
  return schemas.at(uri);
}

