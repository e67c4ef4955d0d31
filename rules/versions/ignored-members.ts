import type { Contract } from '../../contract/contract.js';
import { joinPointer, valueAt } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { splitRequest } from '../../contract/wire/request/split-request.js';
import { innermostProperty } from '../fault-place.js';
import { documentedContent } from '../reply.js';
import type { Trial } from '../rule.js';
import { memberPlaces } from './member-places.js';

/**
 * An input that the contract of the surface describes. The contract of the service permits it, but does not describe
 * it, so the service probably ignores it.
 */
export interface IgnoredMember {
  readonly pointer: string;
  readonly value: Json;
  /** The address of the property schema in the contract of the surface. */
  readonly place?: SchemaUri;
}

/** The inputs of a request that the contract of the surface describes, but not the contract of the service. */
export function ignoredMembers(
  own: Contract,
  trial: Trial,
  other: Contract,
  served: Operation,
  request: RequestMessage,
): readonly IgnoredMember[] {
  return [...ignoredParameters(trial, served), ...ignoredInBody(own, trial.operation, other, served, request)];
}

/**
 * The sent parameters that the contract of the service does not have. Path parameters are left out, because they are
 * part of the route.
 */
function ignoredParameters({ operation, case: made }: Trial, served: Operation): readonly IgnoredMember[] {
  return operation.parameters.flatMap(({ in: location, name }) => {
    const value = location === 'path' ? undefined : made.input[location]?.[name];
    if (value === undefined) return [];
    const same = (text: string): string => (location === 'header' ? text.toLowerCase() : text);
    const isRead = served.parameters.some((each) => each.in === location && same(each.name) === same(name));
    return isRead ? [] : [{ pointer: joinPointer('', location, name), value }];
  });
}

function ignoredInBody(
  own: Contract,
  operation: Operation,
  other: Contract,
  served: Operation,
  request: RequestMessage,
): readonly IgnoredMember[] {
  const { body, mediaType } = splitRequest(operation, request);
  const schema = operation.requestBody && documentedContent(operation.requestBody, mediaType)?.schema;
  const theirs = served.requestBody && documentedContent(served.requestBody, mediaType)?.schema;
  if (body.kind !== 'json' || schema === undefined || theirs === undefined) return [];
  const described = memberPlaces(own.schemas, schema, body.value);
  const read = memberPlaces(other.schemas, theirs, body.value);
  return [...described].flatMap(([pointer, declared]) => {
    if (declared.length === 0 || read.get(pointer)?.length !== 0) return [];
    const place = innermostProperty(own.schemas, schema, pointer);
    return [{ pointer: `/body${pointer}`, value: valueAt(body.value, pointer) ?? null, ...(place && { place }) }];
  });
}
