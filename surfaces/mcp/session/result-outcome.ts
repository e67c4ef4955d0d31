import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Outcome } from '../../outcome.js';
import { OVERSIZED, isOversized } from '../../shown-json.js';
import type { OutputShape } from '../tools/tool-output.js';
import { isWrappedText, textFault } from './result-text.js';

/** A member that marks a tool result as a substitute: the result of the server was too long to be read. */
export const OVERSIZED_RESULT = 'contract-parity/oversized';

/** Converts a tool result to an outcome: what a caller of the tool sees (MCP 2025-11-25, Tools, Tool Result). */
export function resultOutcome(result: unknown, shape: OutputShape): Outcome {
  if (!isJsonObject(result)) return { kind: 'crash', detail: 'the tool result is not an object' };
  const isError = result['isError'] === true;
  const content = result[OVERSIZED_RESULT] === true ? OVERSIZED : contentOf(result);
  if (content === OVERSIZED) return { kind: isError ? 'problem' : 'value', oversized: true, native: { isError } };
  const text = textFault(result);
  const native = { isError, ...(text !== undefined && { text }) };
  if (!isError) {
    const isWrapped = shape === 'wrapped' || (shape === 'none' && isWrappedText(result));
    const value = isWrapped ? unwrapped(content) : content;
    return { kind: 'value', ...(value === undefined ? {} : { value }), native };
  }
  const status = ownValue(content, 'status');
  return {
    kind: 'problem',
    ...(typeof status === 'number' && Number.isInteger(status) ? { status } : {}),
    ...(content === undefined ? {} : { problem: content }),
    native,
  };
}

/**
 * The content of a tool result: its structured content if it has any, otherwise its text, parsed as JSON if possible.
 * `undefined` for a result without content.
 */
function contentOf(result: Json): Json | undefined | typeof OVERSIZED {
  const structured = ownValue(result, 'structuredContent');
  if (structured !== undefined) return structured;
  const text = textOf(ownValue(result, 'content'));
  if (text === '') return undefined;
  if (isOversized(text)) return OVERSIZED;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function textOf(blocks: Json | undefined): string {
  if (!Array.isArray(blocks)) return '';
  const texts = (blocks as readonly Json[]).map((block) => ownValue(block, 'text'));
  return texts.filter((text) => typeof text === 'string').join('');
}

/**
 * The value in a wrapper `{"result": value}`. Revision 2025-11-25 requires the wrapper. Servers of later revisions may
 * return the value without it.
 */
function unwrapped(content: Json | undefined): Json | undefined {
  return isJsonObject(content) && Object.keys(content).length === 1 && Object.hasOwn(content, 'result')
    ? content['result']
    : content;
}
