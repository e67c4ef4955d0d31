import { STATUS_CODES } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../generated/tools.js';
import type { Reply } from './exchange.js';
import { nestingOf } from './nesting.js';
import type { InputError } from './place-arguments.js';

/** A success is structured content, a failure is `isError` with the problem document; both again as text for models that read only that. */
export function resultOfReply(tool: Tool, reply: Reply): CallToolResult {
  const value = jsonOf(reply);
  return reply.status >= 200 && reply.status < 300 ? success(tool, reply, value) : failure(reply, value);
}

/** A problem of the service's own kind for input that no request can carry. */
export function invalidInput(errors: readonly InputError[]): CallToolResult {
  return problem({ type: 'urn:problem-type:invalid-input', title: 'The input is invalid.', status: 422, errors });
}

/** A problem that no response stands behind, so it has no `status` (RFC 9457 §3.1.2: the code that the origin server generated). */
export function localProblem(name: string, title: string, detail: string): CallToolResult {
  return problem({ type: `urn:problem-type:${name}`, title, detail });
}

type JsonRecord = Record<string, unknown>;

function success(tool: Tool, reply: Reply, value: unknown): CallToolResult {
  if (tool.output === 'wrapped' && value !== undefined) return structured({ result: value }, `{"result":${reply.text}}`);
  if (isRecord(value)) return structured(value, reply.text);
  if (tool.output === 'none') return { content: [{ type: 'text', text: reply.text }] };
  // An output schema is a promise of structured content (MCP 2025-11-25, Tools, Output Schema) that this reply breaks.
  return localProblem('unexpected-reply', 'The service answered with something else than promised.', `${reply.status} ${reply.mediaType}`);
}

function failure(reply: Reply, value: unknown): CallToolResult {
  if (isRecord(value)) return { ...structured(value, reply.text), isError: true };
  // RFC 9457 §4.2.1: `about:blank` says no more than the status does.
  const title = STATUS_CODES[reply.status] ?? 'Unknown status';
  return problem({ type: 'about:blank', title, status: reply.status, ...(reply.text === '' ? {} : { detail: reply.text.slice(0, 2000) }) });
}

function problem(document: JsonRecord): CallToolResult {
  return { ...structured(document, JSON.stringify(document)), isError: true };
}

function structured(structuredContent: JsonRecord, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** Deeper values are parsed but could not be written again, and the answer would never leave. */
const MOST_DEPTH = 2_000;

/** `undefined` where the reply does not say that it is JSON, or is not. */
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
