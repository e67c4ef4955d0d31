import { createdByPut } from '../../../contract/documented-responses.js';
import {
  placeIn,
  replyEnvelope,
  requestEnvelope,
  sentSchemas,
  unwrapped,
} from '../../../contract/collections/envelope.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { MULTIPART, URLENCODED, essence, headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import { documentedContent, replyJson } from '../../reply.js';
import type { Trial, TrialContext } from '../../rule.js';
import { type CreatedBatch, createdBatch, elementPairs } from './batch-creates.js';
import { type BodySchemas, type Fields, NO_FIELDS, schemasOfBodies, sharedFields } from './shared-fields.js';

/** A POST, of JSON or of a form, that a surface sent and the service accepted. */
export interface AcceptedCreate {
  readonly surface: string;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  /** Pointer to the item in the reply. */
  readonly at: string;
  /** The fields that the schemas of the request and the reply have in common. */
  readonly fields: Fields;
  /** The schemas of the request body and the reply body; `undefined` if the contract lacks one of them. */
  readonly bodies: BodySchemas | undefined;
  /** Set if the item is one of several that a single POST created. */
  readonly isElement?: true;
}

/** A POST that created several items: a surface sent it, and the service accepted it. */
export interface AcceptedBatch extends CreatedBatch {
  readonly surface: string;
}

/** The POSTs of a trial that created several items, one for each surface: JSON that was answered 201. */
export function acceptedBatches(
  { operation, case: { expect }, observations }: Trial,
  { contract }: TrialContext,
): readonly AcceptedBatch[] {
  if (operation.method !== 'post' || operation.requestBody === undefined) return [];
  if (expect.kind !== 'accepted' && expect.kind !== 'accepted-or-absent') return [];
  return observations.flatMap(({ surface, exchanges }) =>
    exchanges.slice(-1).flatMap(({ request, response }) => {
      const mediaType = headerValue(request.headers, 'content-type') ?? '';
      if (response.kind !== 'response' || response.status !== 201 || !isJsonMediaType(mediaType)) return [];
      const whole = schemasOfBodies(operation, mediaType, response);
      const batch = createdBatch(contract, whole, parseJson(request.body), replyJson(response));
      return batch === undefined ? [] : [{ surface, ...batch }];
    }),
  );
}

/** The schemas of the item in the request body that creates it. */
export function sentItemSchemas(
  contract: Contract,
  operation: Operation,
  { bodies, isElement }: AcceptedCreate,
): readonly SchemaUri[] {
  return isElement === true && bodies !== undefined ? [bodies.from] : sentSchemas(contract, operation);
}

/**
 * The creates of a trial that the service accepted, one for each surface. `undefined` if the case is not a POST that
 * the service should accept. With `isPutToo`, a PUT that is answered 201 counts too.
 */
export function acceptedCreates(
  trial: Trial,
  context: TrialContext,
  isPutToo = false,
): readonly AcceptedCreate[] | undefined {
  const single = singleCreates(trial, context, isPutToo);
  return single && [...single, ...createdElements(trial, context)];
}

/**
 * The single items of POSTs that create several items. Each item of the request is paired with the item that the reply
 * returns for it.
 */
function createdElements(trial: Trial, context: TrialContext): readonly AcceptedCreate[] {
  return acceptedBatches(trial, context)
    .filter(({ isMember }) => isMember !== true)
    .flatMap((batch) =>
      elementPairs(context.contract, batch).map(([sent, returned]): AcceptedCreate => {
        const { surface, at, fields, bodies } = batch;
        return { surface, sent, returned, at: `/response/body${at}/*`, fields, bodies, isElement: true };
      }),
    );
}

function singleCreates(
  { operation, case: { expect, input, raw }, observations }: Trial,
  context: TrialContext,
  isPutToo: boolean,
): readonly AcceptedCreate[] | undefined {
  const isCreate = operation.method === 'post' || (isPutToo && createdByPut(operation) !== undefined);
  if (!isCreate || operation.requestBody === undefined) return undefined;
  // A PUT in a sequence may be refused or accepted. Only a PUT that is answered 201 is used.
  const isOpen = operation.method === 'put' && expect.kind === 'answered' && raw === undefined;
  if (expect.kind !== 'accepted' && expect.kind !== 'accepted-or-absent' && !isOpen) return undefined;
  const created = (surface: string, { request, response }: Exchange): readonly AcceptedCreate[] => {
    if (response.kind !== 'response' || !isSuccess(response.status)) return [];
    // A PUT that replaces an item may keep the values of omitted members.
    if (operation.method === 'put' && response.status !== 201) return [];
    const mediaType = headerValue(request.headers, 'content-type') ?? '';
    const sent = isJsonMediaType(mediaType)
      ? parseJson(request.body)
      : raw === undefined
        ? formFields(operation, mediaType, input.body)
        : undefined;
    const { contract } = context;
    const whole = schemasOfBodies(operation, mediaType, response);
    const envelopes = whole && {
      request: requestEnvelope(contract, operation, whole.from),
      reply: replyEnvelope(contract, operation, whole.to),
    };
    const item = unwrapped(sent, envelopes?.request);
    const returned = unwrapped(replyJson(response), envelopes?.reply);
    if (!isJsonObject(item) || !isJsonObject(returned)) return [];
    const bodies = whole && {
      from: envelopes?.request?.schema ?? whole.from,
      to: envelopes?.reply?.schema ?? whole.to,
      isCreated: whole.isCreated || makesItem(context, operation),
    };
    const fields = bodies === undefined ? NO_FIELDS : sharedFields(contract, bodies);
    const at = `/response/body${placeIn(envelopes?.reply)}`;
    return [{ surface, sent: item, returned, at, fields, bodies }];
  };
  // An item that existed before has the values of its own create, so it is not compared with this request.
  return observations
    .filter(({ isEarlierItem }) => isEarlierItem !== true)
    .flatMap(({ surface, exchanges }) => exchanges.slice(-1).flatMap((exchange) => created(surface, exchange)));
}

/**
 * The fields of a sent form without its files. `undefined` if the form has a field that servers parse in different
 * ways: an empty text, a list that is not encoded as one field for each element, or an object outside of a multipart
 * form.
 */
function formFields({ requestBody }: Operation, mediaType: string, body: Json | undefined): JsonObject | undefined {
  const type = essence(mediaType);
  if (!isJsonObject(body) || (type !== URLENCODED && type !== MULTIPART)) return undefined;
  const encoding = requestBody && documentedContent(requestBody, mediaType)?.encoding;
  const fields = Object.entries(body).filter(([name]) => encoding?.get(name)?.isBinary !== true);
  const isClear = ([name, value]: readonly [string, Json]): boolean => {
    if (isClearText(value)) return true;
    const stated = encoding?.get(name);
    if (Array.isArray(value))
      return (
        stated?.style === undefined && stated?.contentType === undefined && value.length > 0 && value.every(isClearText)
      );
    return type === MULTIPART && stated?.style === undefined && isJsonObject(value);
  };
  return fields.every(isClear) ? Object.fromEntries(fields) : undefined;
}

function isClearText(value: Json): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'boolean' || Number.isSafeInteger(value);
}

/**
 * Whether a POST creates an item: a different operation reads the item that the reply identifies. This counts even if
 * the status of the reply is not 201.
 */
function makesItem({ collections = [] }: TrialContext, { id }: Trial['operation']): boolean {
  return collections.some(({ create, read }) => create?.id === id && read !== undefined);
}
