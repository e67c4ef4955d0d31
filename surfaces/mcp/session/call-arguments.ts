import { givenArguments } from '../../../contract/arguments.js';
import type { Json } from '../../../contract/json/json.js';
import type { MediaContent } from '../../../contract/operation.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { simpleBodyFault } from '../../simple-body.js';
import { toolBody } from '../tools/tool-input.js';
import { encodedArgument, isEncodedBody } from './encoded-body.js';

export type ToolArguments =
  | { readonly kind: 'arguments'; readonly arguments: Record<string, Json> }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * The input of a case as the flat arguments of a tool. `declared` is the tool's input schema, which a body other than
 * JSON and text needs.
 */
export function toolArguments(call: Call, declared: Json | undefined): ToolArguments {
  const { operation, input } = call;
  const mediaType = input.mediaType ?? operation.requestBody?.content[0]?.mediaType;
  const content = toolBody(operation);
  if (input.body !== undefined && mediaType !== content?.mediaType)
    return inexpressible(`a tool has one type of body, which is not ${mediaType ?? 'this'}`);
  const body =
    input.body === undefined || content === undefined ? undefined : bodyArgument(content, input.body, declared);
  const fault = body !== undefined && 'reason' in body ? body.reason : oneCredentialFault(call);
  if (fault !== undefined) return inexpressible(fault);
  const given = givenArguments(operation, input).map(
    ([{ name, parameter }, value]) =>
      [name, parameter === undefined && body !== undefined && 'value' in body ? body.value : value] as const,
  );
  if (given.some(([name]) => name === '__proto__'))
    return inexpressible('MCP packages drop an argument that is called __proto__');
  return { kind: 'arguments', arguments: Object.fromEntries(given) };
}

/** Whether the arguments depend on the schema that the tool declares. */
export function needsSchema({ operation, input }: Call): boolean {
  const content = toolBody(operation);
  return input.body !== undefined && content !== undefined && isEncodedBody(content);
}

function bodyArgument(
  content: MediaContent,
  body: Json,
  declared: Json | undefined,
): { readonly value: Json } | { readonly reason: string } {
  if (isEncodedBody(content)) return encodedArgument(content, body, declared);
  const reason = simpleBodyFault(content.mediaType, body);
  return reason === undefined ? { value: body } : { reason };
}

function inexpressible(reason: string): ToolArguments {
  return { kind: 'inexpressible', reason };
}
