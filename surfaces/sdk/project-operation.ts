import { type Argument, operationArguments } from '../../contract/arguments.js';
import { ParityError } from '../../contract/parity-error.js';
import type { MediaContent, Operation, ResponseSpec, SecurityScheme } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import { schemesToMeet } from '../../contract/wire/request/credentials.js';
import { concreteMediaType, contentKind } from '../../contract/wire/message.js';
import { parsePathTemplate } from '../../contract/wire/path-template.js';
import { errorFor } from '../failure-table.js';
import { emptyStatuses, successResponses } from '../generation/success-responses.js';
import { bodyType, formFields } from './body-argument.js';
import { descriptionOf } from './object-type.js';
import type { SchemaTypes } from './schema-types.js';
import type { CredentialModel, OperationModel, ParameterModel, ReplyKind } from './sdk-model.js';
import { hasValues, streamEventType } from './stream-event.js';
import { type PropertyModel, type TypeNode, UNKNOWN, isUnknown, unionOf } from './type-model.js';

/** Converts an operation to a method of the client: its arguments, its result, and the request that it sends. */
export function projectOperation(operation: Operation, types: SchemaTypes): OperationModel {
  refuseReserved(operation);
  const successes = successResponses(operation);
  const empty = emptyStatuses(successes);
  const bodies = operation.requestBody?.content ?? [];
  const fields = formFields(bodies[0]);
  const stream = streamOf(operation);
  const event = stream && streamEventType(types, stream);
  return {
    id: operation.id,
    description: operation.description || operation.summary,
    ...(operation.deprecated === true && { deprecated: true }),
    method: operation.method.toUpperCase(),
    path: encodedPath(operation),
    ...(operation.servers && { servers: operation.servers }),
    argumentsType: types.names.claim(`${operation.id}Arguments`),
    resultType: types.names.claim(`${operation.id}Result`),
    arguments: operationArguments(operation).map((argument) => argumentModel(argument, bodies[0], types)),
    result: event ?? unionOf(successes.flatMap((response) => resultTypes(response, types))),
    parameters: operationArguments(operation).flatMap(parameterModel),
    bodyType: concreteMediaType(bodies[0]?.mediaType ?? ''),
    ...(fields !== undefined && { fields }),
    accept: [...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))],
    returns: [...new Set(successes.flatMap((response) => replyKinds(response, types)))].toSorted(),
    ...(empty.length > 0 && { emptyStatuses: empty }),
    ...(stream && { terminal: stream.terminal }),
    ...(event !== undefined && hasValues(event) && { jsonEvents: true }),
    credential: credentialOf(operation),
    throws: operation.responses.filter(({ status }) => !status.startsWith('2')).map(failureModel),
  };
}

/** The type of replies with a text media type. Other replies are parsed JSON or bytes. */
const TEXT: TypeNode = { kind: 'keyword', name: 'string' };
const BYTES: TypeNode = { kind: 'keyword', name: 'bytes' };

/**
 * Names that no method may have. A client already has a `constructor` and `close`. With a method `then`, the client
 * would be mistaken for a promise. `__proto__` in an object literal does not define a member.
 */
const RESERVED: readonly string[] = ['constructor', 'close', 'then', '__proto__'];

function refuseReserved(operation: Operation): void {
  if (!RESERVED.includes(operation.id)) return;
  const message = `${operation.id} cannot be the name of a client method.`;
  throw new ParityError('operation-id-reserved', message, 'Rename the operationId.', { location: operation.location });
}

function encodedPath(operation: Operation): string {
  const { literals, names } = parsePathTemplate(operation.path);
  return literals
    .map((literal, index) => (index < names.length ? `${literal}{${names[index] ?? ''}}` : literal))
    .join('');
}

function argumentModel(argument: Argument, body: MediaContent | undefined, types: SchemaTypes): PropertyModel {
  const schema = argument.parameter?.schema ?? body?.schema;
  const type =
    argument.parameter === undefined ? bodyType(body, types) : types.typeOf(argument.parameter.schema, 'input');
  const described = schema === undefined ? '' : descriptionOf(types.schemas.at(schema));
  return {
    name: argument.name,
    required: argument.required,
    description: argument.parameter?.description || described,
    type,
  };
}

function parameterModel({ name: argument, parameter }: Argument): readonly ParameterModel[] {
  if (parameter === undefined) return [];
  const { name, in: place, style, explode, allowReserved } = parameter;
  return [{ argument, name, in: place, style, explode, allowReserved, json: parameter.contentType !== undefined }];
}

function resultTypes(response: ResponseSpec, types: SchemaTypes): readonly TypeNode[] {
  if (response.content.length === 0) return [{ kind: 'keyword', name: 'undefined' }];
  return response.content.flatMap((content) => {
    const kind = replyKind(content.mediaType);
    if (kind !== 'json') return kind === 'text' ? TEXT : BYTES;
    const type = jsonType(content, types);
    return isAnything(content, types) ? [type, TEXT, BYTES] : type;
  });
}

function jsonType({ schema }: MediaContent, types: SchemaTypes): TypeNode {
  return schema === undefined ? UNKNOWN : types.typeOf(schema, 'output');
}

/**
 * True if a reply may have any content: the contract documents a range that includes all media types, with a string as
 * its schema or without a schema.
 */
function isAnything(content: MediaContent, types: SchemaTypes): boolean {
  const type = jsonType(content, types);
  return content.mediaType === '*/*' && (isUnknown(type) || (type.kind === 'keyword' && type.name === 'string'));
}

function replyKinds(response: ResponseSpec, types: SchemaTypes): readonly ReplyKind[] {
  if (response.content.length === 0) return ['nothing'];
  return response.content.flatMap((content): readonly ReplyKind[] =>
    isAnything(content, types) ? ['json', 'text', 'bytes'] : [replyKind(content.mediaType)],
  );
}

function replyKind(mediaType: string): 'json' | 'text' | 'bytes' {
  return contentKind(concreteMediaType(mediaType));
}

/**
 * Where a method sends the credential. A client has only one credential, which is for the first security scheme of the
 * operation.
 */
function credentialOf(operation: Operation): CredentialModel | null {
  const [scheme] = schemesToMeet(operation);
  return scheme === undefined ? null : credentialFor(scheme);
}

function credentialFor(scheme: SecurityScheme): CredentialModel {
  if (scheme.kind === 'apiKey') return { in: scheme.in, name: scheme.parameter, scheme: '' };
  // OAuth 2.0 and OpenID Connect also send a bearer token (RFC 6750 §2.1).
  const name = scheme.kind === 'http' ? scheme.scheme : 'bearer';
  return { in: 'header', name: 'authorization', scheme: `${name.charAt(0).toUpperCase()}${name.slice(1)}` };
}

function failureModel({ status, description }: ResponseSpec): OperationModel['throws'][number] {
  // A range such as `4XX`, or `default`, covers several rows of the failure table. As a number it is NaN, which gives
  // the general error.
  return { error: errorFor(Number(status)), status, description };
}
