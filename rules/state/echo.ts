import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer, pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import { headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { type JsonDifference, SYSTEMATIC } from '../values/json-difference.js';
import { orOmitted } from '../values/omitted.js';
import { replyJson } from '../reply.js';
import { type Field, sharedFields } from './shared-fields.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** A service stores and returns the fields that it receives. */
export const echo: TrialRule = {
  id: 'state/echo',
  severity: 'must',
  statement:
    'The reply to a create returns every field of the request that its schema has too, with the value of the request.',
  source: 'the contract: the request and response schemas share the field and it is not writeOnly; RFC 9110 §9.3.3',
  repair: 'Store the field, distinguish null and empty from omitted, and return it; or mark it as writeOnly.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    if (trial.operation.method !== 'post' || trial.operation.requestBody === undefined) return undefined;
    const { kind } = trial.case.expect;
    if (kind !== 'accepted' && kind !== 'accepted-or-absent') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) =>
      exchanges.slice(-1).flatMap((exchange) => lost(trial, context, surface, exchange)),
    );
  },
};

function lost(
  trial: Trial,
  context: TrialContext,
  surface: string,
  { request, response }: Exchange,
): readonly Violation[] {
  if (response.kind !== 'response' || !isSuccess(response.status)) return [];
  const mediaType = headerValue(request.headers, 'content-type') ?? '';
  const sent = isJsonMediaType(mediaType) ? parseJson(request.body) : undefined;
  const kept = replyJson(response);
  if (!isJsonObject(sent) || !isJsonObject(kept)) return [];
  const fields = sharedFields(context.contract, trial.operation, mediaType, response);
  const { schemas } = context.contract;
  return Object.entries(sent)
    .flatMap(([name, value]) => {
      const field = fields.get(name);
      if (field === undefined || !canHold(schemas, field, value)) return [];
      const comparison = { schemas, stated: [...field.sent, ...field.returned], ignored: ['input', 'output'] } as const;
      return differencesUnder(comparison, value, ownValue(kept, name), joinPointer('', name));
    })
    .filter((difference) => !isAddition(sent, difference))
    .map((difference) => violation(trial, context, surface, difference));
}

/** Whether the service added a member to a nested object, such as a default. Nothing that was sent is lost then. */
function isAddition(sent: Json, { pointer, expected }: JsonDifference): boolean {
  return expected === undefined && isJsonObject(valueAt(sent, pointer.slice(0, pointer.lastIndexOf('/'))));
}

function violation(
  trial: Trial,
  context: TrialContext,
  surface: string,
  { pointer, kind, expected, received }: JsonDifference,
): Violation {
  const [field = ''] = pointerTokens(pointer);
  const place = `${trial.operation.id} ${field}`;
  return {
    surface,
    pointer: `/response/body${pointer}`,
    kind,
    message: `The service returns ${pointer} with a different value from the one in the request.`,
    expected: orOmitted(expected),
    received: orOmitted(received),
    blame: responder(context),
    // Lost nulls are one fault for all fields of an operation; other differences are one fault for each field.
    ...(SYSTEMATIC.has(kind) ? { cause: trial.operation.id, place } : { cause: place }),
  };
}

/**
 * Whether the reply's schemas allow the value. Judged as an input, because the members that the service adds are still
 * missing.
 */
function canHold(schemas: SchemaSource, { returned }: Field, value: Json): boolean {
  return returned.every((address) => schemas.forDirection('input').accepts(address, value));
}
