import { flatten } from '../../contract/cases/constraints.js';
import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject } from '../../contract/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/split-request.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange, WireResponse } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { jsonDifferences, orOmitted } from '../json-difference.js';
import { documentedContent, documentedResponse, replyJson } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** What is put in is what is kept. */
export const echo: TrialRule = {
  id: 'state/echo',
  severity: 'must',
  statement: 'The reply to a create returns every field that was sent, with the value it was sent with, where the reply has such a field.',
  source: 'the contract: the request and response schemas share the field and it is not writeOnly; RFC 9110 §9.3.3',
  repair: 'Keep the field in the store, with null and empty apart from omitted, and return it; or mark it writeOnly.',
  backends: REAL_SERVICE,
  check: (trial, context) => {
    if (trial.operation.method !== 'post' || trial.operation.requestBody === undefined) return undefined;
    const { kind } = trial.case.expect;
    if (kind !== 'accepted' && kind !== 'accepted-or-absent') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) => exchanges.slice(-1).flatMap((exchange) => lost(trial, context, surface, exchange)));
  },
};

function lost(trial: Trial, context: TrialContext, surface: string, { request, response }: Exchange): readonly Violation[] {
  if (response.kind !== 'response' || !isSuccess(response.status)) return [];
  const sent = isJsonMediaType(headerValue(request.headers, 'content-type')) ? parseJson(request.body) : undefined;
  const kept = replyJson(response);
  if (!isJsonObject(sent) || !isJsonObject(kept)) return [];
  const echoed = returnedFields(context.contract, trial, response);
  return Object.entries(sent)
    .filter(([name]) => echoed.has(name))
    .flatMap(([name, value]) => jsonDifferences(value, own(kept, name), `/response/body/${name}`))
    .map((difference) => ({
      surface,
      pointer: difference.pointer,
      kind: difference.kind,
      message: `${difference.pointer.slice('/response/body'.length)} was sent but does not come back as it was.`,
      expected: orOmitted(difference.expected),
      received: orOmitted(difference.received),
      blame: responder(context),
      // A field that is lost whole is one fault, whatever was in it.
      cause: `${trial.operation.id} ${difference.pointer.split('/')[3] ?? ''}`,
    }));
}

function own(value: { readonly [key: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

const known = new WeakMap<Contract, Map<SchemaUri, ReadonlySet<string>>>();

/** The members that the documented reply shares with what can be sent. */
function returnedFields(contract: Contract, trial: Trial, response: WireResponse): ReadonlySet<string> {
  const spec = documentedResponse(trial.operation, response.status);
  const uri = spec && documentedContent(spec, headerValue(response.headers, 'content-type') ?? '')?.schema;
  if (uri === undefined) return new Set();
  const cache = known.get(contract) ?? new Map<SchemaUri, ReadonlySet<string>>();
  known.set(contract, cache);
  const names = cache.get(uri) ?? fieldNames(contract, uri);
  cache.set(uri, names);
  return names;
}

function fieldNames(contract: Contract, uri: SchemaUri): ReadonlySet<string> {
  const { properties } = flatten(contract.schemas, [uri]);
  const oneWay = (address: SchemaUri): boolean => {
    const schema = contract.schemas.at(address);
    return isJsonObject(schema) && (schema['writeOnly'] === true || schema['readOnly'] === true);
  };
  return new Set([...properties].filter(([, addresses]) => !addresses.some(oneWay)).map(([name]) => name));
}
