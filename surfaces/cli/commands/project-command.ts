import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type {
  MediaContent,
  Operation,
  Parameter,
  ResponseSpec,
  SchemaUri,
  SecurityScheme,
} from '../../../contract/operation.js';
import {
  itemSchemas,
  memberSchemas,
  schemasInPlace,
  schemaTypes,
  typesUnder,
} from '../../../contract/wire/decode-value.js';
import { schemesToMeet } from '../../../contract/wire/request/credentials.js';
import { MULTIPART, URLENCODED, contentKind, essence, isJsonMediaType } from '../../../contract/wire/message.js';
import { parsePathTemplate } from '../../../contract/wire/path-template.js';
import { serverVariables } from '../../generation/server-variables.js';
import { emptyStatuses, successResponses } from '../../generation/success-responses.js';
import type { CommandModel, FlagModel, PartModel } from './cli-model.js';
import { operationFlags } from './flags.js';

/**
 * The command for an operation, as a list with one element. The list is empty if the contract declares no command for
 * the operation.
 */
export function projectCommand(operation: Operation, contract: Contract): readonly CommandModel[] {
  if (operation.command === undefined) return [];
  const { name, description } = operation.command;
  const credential = schemesToMeet(operation).map(credentialFor)[0];
  const successes = successResponses(operation);
  const empty = emptyStatuses(successes);
  const command: CommandModel = {
    name,
    operation: operation.id,
    description,
    ...(operation.gate !== undefined && { gate: operation.gate }),
    method: operation.method.toUpperCase(),
    path: encodedPath(operation.path),
    ...baseUrlsOf(operation, contract),
    flags: flagsOf(operation, contract),
    ...bodyOf(operation, contract),
    accept:
      [...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))].join(
        ', ',
      ) || '*/*',
    returns: [...new Set(successes.flatMap(replyKinds))].toSorted(),
    ...(empty.length > 0 && { emptyStatuses: empty }),
    ...(credential !== undefined && { credential }),
  };
  return [command];
}

function baseUrlsOf({ servers }: Operation, contract: Contract): Pick<CommandModel, 'baseUrls'> {
  if (servers === undefined) return {};
  const variables = serverVariables(contract);
  return { baseUrls: servers.flatMap((url) => variables.get(url) ?? []) };
}

function encodedPath(path: string): string {
  const { literals, names } = parsePathTemplate(path);
  return literals
    .map((literal, index) => (index < names.length ? `${literal}{${names[index] ?? ''}}` : literal))
    .join('');
}

function flagsOf(operation: Operation, contract: Contract): readonly FlagModel[] {
  return operationFlags(operation).flatMap(({ flag, argument: { parameter } }) =>
    parameter === undefined ? [] : [flagModel(flag, parameter, contract)],
  );
}

function flagModel(flag: string, parameter: Parameter, contract: Contract): FlagModel {
  const types = schemaTypes(contract.schemas, parameter.schema);
  return {
    flag,
    type: parameter.contentType ?? ([...types].filter((type) => type !== 'null').join('|') || 'any'),
    description: parameter.description.trim(),
    required: parameter.required,
    ...(types.has('array') && parameter.contentType === undefined && { list: true }),
    name: parameter.name,
    in: parameter.in,
    style: parameter.style,
    explode: parameter.explode,
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.contentType !== undefined && { json: true }),
  };
}

/** The body that a command sends. If the contract documents several media types, the command sends the first one. */
function bodyOf({ requestBody }: Operation, contract: Contract): Pick<CommandModel, 'body'> {
  const content = requestBody?.content[0];
  if (requestBody === undefined || content === undefined) return {};
  const { mediaType, schema } = content;
  const description = describedAt(schema, contract.schemas);
  const type = essence(mediaType);
  const form = type === MULTIPART ? 'multipart' : type === URLENCODED ? 'urlencoded' : undefined;
  const parts = form === 'multipart' ? partsOf(content, contract.schemas) : {};
  return {
    body: {
      mediaType: form === 'multipart' ? type : mediaType,
      required: requestBody.required,
      description,
      ...(form && { form }),
      ...(Object.keys(parts).length > 0 && { parts }),
    },
  };
}

/**
 * The parts of a form for which the contract states a media type or headers. An object without a stated media type is
 * sent as JSON.
 */
function partsOf({ schema, encoding = new Map() }: MediaContent, schemas: SchemaSource): Record<string, PartModel> {
  const parts: Record<string, PartModel> = {};
  for (const name of new Set([...propertiesAt(schema, schemas), ...encoding.keys()])) {
    const { contentType, headers } = encoding.get(name) ?? {};
    const mediaType =
      contentType ?? (schema !== undefined && isObject(schema, name, schemas) ? 'application/json' : '');
    if (mediaType === '' && headers === undefined) continue;
    parts[name] = {
      ...(mediaType !== '' && { mediaType }),
      ...(contentKind(mediaType) === 'bytes' && { file: true }),
      ...(headers && { headers: Object.fromEntries(headers) }),
    };
  }
  return parts;
}

function propertiesAt(schema: SchemaUri | undefined, schemas: SchemaSource): readonly string[] {
  const applied = schema === undefined ? [] : [...schemasInPlace(schemas, schema)];
  return applied.flatMap(([, { properties }]) => (isJsonObject(properties) ? Object.keys(properties) : []));
}

function isObject(schema: SchemaUri, name: string, schemas: SchemaSource): boolean {
  const own = memberSchemas(schemas, [schema], name);
  const types = typesUnder(schemas, own);
  const each = types.size === 1 && types.has('array') ? typesUnder(schemas, itemSchemas(schemas, own, 0)) : types;
  return each.size === 1 && each.has('object');
}

/**
 * The description of the schema, or of the schema that its `$ref` names. The number of followed references is limited,
 * because references may be circular.
 */
function describedAt(start: SchemaUri | undefined, schemas: SchemaSource): string {
  let uri = start;
  for (let hops = 0; uri !== undefined && hops < 32; hops += 1) {
    const schema = schemas.at(uri);
    const text = ownValue(schema, 'description');
    if (typeof text === 'string') return text.trim();
    const reference = ownValue(schema, '$ref');
    uri = typeof reference === 'string' ? schemas.resolve(uri, reference) : undefined;
  }
  return '';
}

function replyKinds(response: ResponseSpec): CommandModel['returns'] {
  if (response.content.length === 0) return ['nothing'];
  return response.content.map(({ mediaType }) => (isJsonMediaType(mediaType) ? 'json' : 'text'));
}

function credentialFor(scheme: SecurityScheme): NonNullable<CommandModel['credential']> {
  if (scheme.kind === 'apiKey') return { in: scheme.in, name: scheme.parameter, scheme: '' };
  // OAuth 2.0 and OpenID Connect also send a bearer token (RFC 6750 §2.1).
  const name = scheme.kind === 'http' ? scheme.scheme : 'bearer';
  return { in: 'header', name: 'authorization', scheme: `${name.charAt(0).toUpperCase()}${name.slice(1)}` };
}
