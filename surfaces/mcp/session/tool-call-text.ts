import type { Json } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { visible } from '../../../contract/json/visible.js';
import type { Operation } from '../../../contract/operation.js';
import type { WrittenCall } from '../../driver.js';
import type { CallText } from '../../call-text.js';
import { isFromBodies, withTaken } from '../../written-calls.js';
import { type ToolContext, needsSchema, toolArguments } from './call-arguments.js';

/**
 * The calls as messages that an MCP client sends: one message, or a list. The messages have no ids. Returns `undefined`
 * if a call is made without a credential, because the server itself adds the credential. Also returns `undefined` if
 * the form of a body depends on the schema that a running server declares.
 */
export function toolCallText(
  calls: readonly WrittenCall[],
  contextOf: (operation: Operation) => ToolContext,
): CallText | undefined {
  if (!isFromBodies(calls)) return undefined;
  const messages = calls.flatMap((call) => message(call, contextOf(call.operation)) ?? []);
  const [first] = messages;
  if (first === undefined || messages.length < calls.length) return undefined;
  return { language: 'json', text: messages.length === 1 ? first : `[\n  ${messages.join(',\n  ')}\n]` };
}

function message(call: WrittenCall, context: ToolContext): string | undefined {
  const name = context.mapping?.name ?? call.operation.tool?.name;
  if (name === undefined || call.token === undefined || needsSchema(call)) return undefined;
  const given = toolArguments(call, context);
  if (given.kind === 'inexpressible') return undefined;
  const text = JSON.stringify({ method: 'tools/call', params: { name, arguments: given.arguments } } satisfies Json);
  // JSON has no expressions, so a string in angle brackets is a placeholder for the value.
  return visible(
    withTaken(text, call.taken, JSON.stringify, (reply, place) =>
      JSON.stringify(`<${reply}#${joinPointer('', ...place)}>`),
    ),
  );
}
