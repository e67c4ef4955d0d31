import { type Contract, type SchemaSource, operationNamed } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { MediaContent, Operation, OperationId, ResponseSpec } from '../contract/operation.js';
import { isJsonMediaType } from '../contract/wire/message.js';
import { innermostProperty } from './fault-place.js';
import type { Violation } from './finding.js';
import { documentedResponse } from './reply.js';

/**
 * Finds the line of the contract that a violation is about: the most specific of the parameter, the member of the body,
 * the response and the operation to which its `pointer` leads. `undefined` if the contract does not have the operation.
 */
export function describedPlace(
  contract: Contract,
  id: OperationId,
  { pointer, status }: Pick<Violation, 'pointer' | 'status'>,
): SourceLocation | undefined {
  const operation = operationNamed(contract, id);
  if (operation === undefined) return undefined;
  const [part = '', ...tokens] = pointerTokens(pointer);
  return (
    parameterPlace(operation, part, tokens[0]) ??
    (part === 'body' ? bodyPlace(contract.schemas, operation, tokens) : undefined) ??
    (part === 'response' ? responsePlace(contract.schemas, operation, tokens, status) : undefined) ??
    operation.location
  );
}

function parameterPlace({ parameters }: Operation, part: string, name = ''): SourceLocation | undefined {
  return parameters.find((parameter) => parameter.in === part && parameter.name === name)?.location;
}

function bodyPlace(
  schemas: SchemaSource,
  { requestBody }: Operation,
  tokens: readonly string[],
): SourceLocation | undefined {
  if (requestBody === undefined) return undefined;
  return memberPlace(schemas, requestBody.content, tokens) ?? requestBody.location;
}

function responsePlace(
  schemas: SchemaSource,
  operation: Operation,
  [part, ...tokens]: readonly string[],
  status: number | undefined,
): SourceLocation | undefined {
  const response = responseOf(operation, status);
  if (response === undefined) return undefined;
  return (part === 'body' ? memberPlace(schemas, response.content, tokens) : undefined) ?? response.location;
}

/**
 * The documented response with this status. Without a status, the first documented 2xx, because most rules without a
 * status read a successful reply.
 */
function responseOf(operation: Operation, status: number | undefined): ResponseSpec | undefined {
  if (status !== undefined) return documentedResponse(operation, status);
  return operation.responses.find((response) => response.status.startsWith('2'));
}

/**
 * The place in the contract of the property schema for the member at a pointer. If no schema has a property with this
 * name, the place is that of the closest parent that has one.
 */
function memberPlace(
  schemas: SchemaSource,
  content: readonly MediaContent[],
  tokens: readonly string[],
): SourceLocation | undefined {
  const described = content.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? content[0];
  const member = innermostProperty(schemas, described?.schema, joinPointer('', ...tokens));
  return member && schemas.locate(member);
}
