import { STATUS_CODES } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../../generated/tools.js';
import type { Reply } from './exchange.js';
import { nestingOf } from './nesting.js';
import type { InputError } from './place-arguments.js';

/**
 * Converts a reply of the service to a tool result. A success becomes structured content. A failure becomes a result
 * with `isError`, whose structured content is the problem document. Both are repeated as text, for models that read
 * only text.
 */
export function resultOfReply(tool: Tool, reply: Reply): CallToolResult {
  const value = jsonOf(reply);
  return reply.status >= 200 && reply.status < 300 ? success(tool, reply, value) : failure(reply, value);
}

/**
 * A tool result for input that no HTTP request can express. Its problem document has the same form as the problems of
 * the service. Arguments that the tool does not have are reported first, in a document of its own, because no pointer
 * of the contract can name them.
 */
export function invalidInput(errors: readonly InputError[]): CallToolResult {
  const unknown = errors.filter(({ pointer }) => pointer === undefined).map(({ detail }) => detail);
  if (unknown.length > 0)
    return localProblem('unknown-argument', 'The tool does not have this argument.', unknown.join('; '));
  return problem({ type: 'urn:problem-type:invalid-input', title: 'The input is invalid.', status: 422, errors });
}

/**
 * A tool result for a problem that the tool server itself found. The problem document has no `status`, because a
 * `status` is the code that the service sent (RFC 9457 §3.1.2).
 */
export function localProblem(name: string, title: string, detail: string): CallToolResult {
  return problem({ type: `urn:problem-type:${name}`, title, detail });
}

type JsonRecord = Record<string, unknown>;

function success(tool: Tool, reply: Reply, value: unknown): CallToolResult {
  if (tool.output === 'wrapped' && value !== undefined)
    return structured({ result: value }, `{"result":${reply.text}}`);
  if (isRecord(value)) return structured(value, reply.text);
  if (tool.output === 'none') return { content: [{ type: 'text', text: reply.text }] };
  // A tool with an output schema must return structured content (MCP 2025-11-25, Tools, Output Schema), but the reply
  // has none.
  return localProblem(
    'unexpected-reply',
    'The reply does not match the contract.',
    `${reply.status} ${reply.mediaType}`,
  );
}

function failure(reply: Reply, value: unknown): CallToolResult {
  if (isRecord(value)) return { ...structured(value, reply.text), isError: true };
  // For the problem type `about:blank`, the title is the phrase of the status code (RFC 9457 §4.2.1).
  const title = STATUS_CODES[reply.status] ?? 'Unknown status';
  return problem({
    type: 'about:blank',
    title,
    status: reply.status,
    ...(reply.text === '' ? {} : { detail: reply.text.slice(0, 2000) }),
  });
}

function problem(document: JsonRecord): CallToolResult {
  return { ...structured(document, JSON.stringify(document)), isError: true };
}

function structured(structuredContent: JsonRecord, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/**
 * The maximum nesting depth of a value. `JSON.parse` accepts deeper values, but `JSON.stringify` cannot write them, so
 * they could not be sent in a result.
 */
const MOST_DEPTH = 2_000;

/** The JSON value of a reply; `undefined` if the media type is not JSON or the text cannot be parsed. */
function jsonOf({ mediaType, text }: Reply): unknown {
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) return undefined;
  if (nestingOf(text) > MOST_DEPTH) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
