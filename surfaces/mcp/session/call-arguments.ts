import { argumentValue, givenArguments, operationArguments, optionalParameter } from '../../../contract/arguments.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { joinPointer, pointerTokens } from '../../../contract/json/json-pointer.js';
import type { MediaContent } from '../../../contract/operation.js';
import { bodyMembers, omittedMembers } from '../../body-members.js';
import { type Call, UNKNOWN_ARGUMENT } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { simpleBodyFault } from '../../simple-body.js';
import type { ToolMapping } from '../tools/tool-mapping.js';
import { toolBody } from '../tools/tool-input.js';
import { encodedArgument, isEncodedBody } from './encoded-body.js';

export type ToolArguments =
  | { readonly kind: 'arguments'; readonly arguments: Record<string, Json> }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * What determines the arguments of a tool besides the case: the schemas of the contract, the schema of the tool, and
 * the configuration.
 */
export interface ToolContext {
  readonly schemas: SchemaSource;
  /** The input schema that the tool declares. It is only needed for a body that is neither JSON nor text. */
  readonly declared?: Json | undefined;
  readonly mapping?: ToolMapping | undefined;
}

/**
 * Converts the input of a case to the arguments of a tool, or returns the reason why the tool cannot receive this
 * input.
 */
export function toolArguments(call: Call, context: ToolContext): ToolArguments {
  const { operation, input } = call;
  // Libraries for tools often declare a closed schema and drop unknown arguments.
  if (call.misuse === 'unknown-argument' && context.mapping !== undefined)
    return inexpressible('a server with configured tools may ignore unknown arguments');
  if (call.misuse === 'json-text' && !isStrict(context))
    return inexpressible('the tool may accept JSON in a string, because MCP libraries decode it');
  const mediaType = input.mediaType ?? operation.requestBody?.content[0]?.mediaType;
  const content = toolBody(operation);
  if (input.body !== undefined && mediaType !== content?.mediaType)
    return inexpressible(
      `the tool does not accept ${mediaType === undefined ? 'a body' : `a body of type ${mediaType}`}`,
    );
  const body =
    input.body === undefined || content === undefined ? undefined : bodyArgument(content, input.body, context);
  const fault = body !== undefined && 'reason' in body ? body.reason : oneCredentialFault(call);
  if (fault !== undefined) return inexpressible(fault);
  const given = namedArguments(call, body, context);
  if (typeof given === 'string') return inexpressible(given);
  if (new Set(given.map(([name]) => name)).size < given.length)
    return inexpressible('two arguments have the same name in the tool');
  if (given.some(([name]) => name === '__proto__'))
    return inexpressible('MCP packages drop an argument with the name __proto__');
  return { kind: 'arguments', arguments: { ...Object.fromEntries(given), ...misusedArguments(call, context) } };
}

/**
 * True if the tool must refuse an argument of a wrong type: the tool has the generated name and arguments, and its
 * schema is closed. Other tools may accept such an argument: the official Python library, whose schemas are open,
 * decodes a string of JSON before it validates the argument.
 */
function isStrict({ mapping, declared }: ToolContext): boolean {
  return mapping === undefined && ownValue(declared, 'additionalProperties') === false;
}

/**
 * The additional arguments of a call that is wrong on purpose: an argument with an unknown name, or `null` for an
 * optional parameter. Empty for any other call.
 */
function misusedArguments({ operation, misuse }: Call, { mapping }: ToolContext): Record<string, Json> {
  if (misuse === 'unknown-argument') return { [UNKNOWN_ARGUMENT]: 'x' };
  const name = misuse === 'null-argument' ? optionalParameter(operation)?.name : undefined;
  return name === undefined ? {} : { [mapping?.arguments?.[name] ?? name]: null };
}

type Named = readonly (readonly [name: string, value: Json])[];

/**
 * The arguments with the names that they have in the tool. Returns the reason as a string if the tool cannot receive an
 * argument.
 */
function namedArguments(
  { operation, input }: Call,
  body: { readonly value: Json } | { readonly reason: string } | undefined,
  { schemas, mapping }: ToolContext,
): Named | string {
  const nameOf = (name: string, own: string): string => mapping?.arguments?.[own] ?? name;
  const given = givenArguments(operation, input);
  const members = mapping?.body === undefined ? undefined : bodyMembers(operation, input.body, schemas);
  if (typeof members === 'string') return members;
  const flat = members === undefined ? given : given.filter(([{ parameter }]) => parameter !== undefined);
  return [
    ...flat.map(([{ name, parameter }, value]): Named[number] => [
      nameOf(name, name),
      parameter === undefined && body !== undefined && 'value' in body ? body.value : value,
    ]),
    ...(members ?? []).map(({ name, value }): Named[number] => [nameOf(name, `body.${name}`), value]),
  ];
}

/**
 * Pointers to the required arguments, and to the required members of the body, that a call leaves out, as the tool
 * names them.
 */
export function omittedArguments(
  { operation, input }: Call,
  { schemas, mapping }: Pick<ToolContext, 'schemas' | 'mapping'>,
): readonly string[] {
  const nameOf = (name: string, own = name): string => joinPointer('', mapping?.arguments?.[own] ?? name);
  const flat = operationArguments(operation)
    .filter((argument) => argument.required && argumentValue(input, argument) === undefined)
    .filter((argument) => argument.in !== 'body' || mapping?.body === undefined)
    .map(({ name }) => nameOf(name));
  const members = omittedMembers(operation, input.body, schemas).map((pointer) => {
    const [first = '', ...others] = pointerTokens(pointer);
    return mapping?.body === undefined
      ? nameOf('body') + pointer
      : joinPointer(nameOf(first, `body.${first}`), ...others);
  });
  return [...flat, ...members];
}

/** True if the arguments of the call depend on the schema that the tool declares. */
export function needsSchema({ operation, input, misuse }: Call): boolean {
  if (misuse === 'json-text') return true;
  const content = toolBody(operation);
  return input.body !== undefined && content !== undefined && isEncodedBody(content);
}

function bodyArgument(
  content: MediaContent,
  body: Json,
  { declared, mapping }: ToolContext,
): { readonly value: Json } | { readonly reason: string } {
  if (isEncodedBody(content)) return encodedArgument(content, body, declared, mapping?.arguments?.['body']);
  const reason = simpleBodyFault(content.mediaType, body);
  return reason === undefined ? { value: body } : { reason };
}

function inexpressible(reason: string): ToolArguments {
  return { kind: 'inexpressible', reason };
}
