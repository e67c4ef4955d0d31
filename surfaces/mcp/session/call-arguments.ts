import { givenArguments } from '../../../contract/arguments.js';
import type { Json } from '../../../contract/json/json.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { simpleBodyFault } from '../../simple-body.js';
import { toolBody } from '../tools/tool-input.js';

export type ToolArguments =
  | { readonly kind: 'arguments'; readonly arguments: Record<string, Json> }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/** The input of a case as the flat arguments of a tool. */
export function toolArguments(call: Call): ToolArguments {
  const { operation, input } = call;
  const mediaType = input.mediaType ?? operation.requestBody?.content[0]?.mediaType;
  if (input.body !== undefined && mediaType !== toolBody(operation)?.mediaType) {
    return { kind: 'inexpressible', reason: `a tool has one type of body, which is not ${mediaType ?? 'this'}` };
  }
  const bodyFault =
    input.body === undefined || mediaType === undefined ? undefined : simpleBodyFault(mediaType, input.body);
  const fault = bodyFault ?? oneCredentialFault(call);
  if (fault !== undefined) return { kind: 'inexpressible', reason: fault };
  const given = givenArguments(operation, input).map(([argument, value]) => [argument.name, value] as const);
  if (given.some(([name]) => name === '__proto__')) {
    return { kind: 'inexpressible', reason: 'MCP packages drop an argument that is called __proto__' };
  }
  return { kind: 'arguments', arguments: Object.fromEntries(given) };
}
