import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { NativeSignal } from '../../outcome.js';

/**
 * How the text of a tool result differs from its structured content. Some hosts show only the text to a model (MCP
 * 2025-11-25, Tools, Structured Content). `undefined` if both have the same value. Also `undefined` if the text is
 * prose, which cannot be compared. A text that is only the JSON of an object or a list is not prose, even in a code
 * block of Markdown.
 */
export function textFault(result: Json): NativeSignal['text'] {
  const structured = ownValue(result, 'structuredContent');
  const blocks = ownValue(result, 'content');
  if (structured === undefined || structured === null || !Array.isArray(blocks)) return undefined;
  if (blocks.length === 0) return 'missing';
  const [block, ...more] = blocks as readonly Json[];
  const text = ownValue(block, 'text');
  // Several text blocks may be the elements of a list, or a summary and the value.
  if (more.length > 0 || typeof text !== 'string' || isWrappedText(result)) return undefined;
  if (!beginsLikeJson(text)) return packedFault(text, structured);
  const value = parsed(text);
  if (value === undefined) return 'malformed';
  return isStated(value, structured) ? undefined : 'different';
}

/**
 * Whether the structured content is the wrapper `{"result": text}` of exactly the text of the result. Official SDKs
 * return every text so, even if it looks like JSON.
 */
export function isWrappedText(result: Json): boolean {
  const [structured, blocks] = [ownValue(result, 'structuredContent'), ownValue(result, 'content')];
  const [block, ...more] = Array.isArray(blocks) ? (blocks as readonly Json[]) : [];
  const text = ownValue(structured, 'result');
  return typeof text === 'string' && more.length === 0 && ownValue(block, 'text') === text;
}

/**
 * Checks a text that does not begin like JSON. Returns `packed` if it is a code block of Markdown or a JSON string that
 * contains the JSON of the structured content. Otherwise returns `undefined`.
 */
function packedFault(text: string, structured: Json): NativeSignal['text'] {
  const inner = codeBlock(text) ?? parsed(text);
  if (typeof inner !== 'string' || !beginsLikeJson(inner)) return undefined;
  const value = parsed(inner);
  return value !== undefined && isStated(value, structured) ? 'packed' : undefined;
}

/**
 * The content of a text that consists of one fenced code block of Markdown (CommonMark 0.31.2 §4.5). `undefined` for
 * any other text.
 */
function codeBlock(text: string): string | undefined {
  const lines = text.trim().split(/\r?\n/);
  const [, fence] = /^(`{3,}|~{3,})[^`]*$/.exec(lines[0] ?? '') ?? [];
  return fence !== undefined && lines.length > 2 && lines.at(-1) === fence ? lines.slice(1, -1).join('\n') : undefined;
}

function beginsLikeJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** True if the value equals the structured content, or the value in its wrapper `{"result": value}`. */
function isStated(value: Json, structured: Json): boolean {
  const stated = [structured, ownValue(structured, 'result')].filter((each) => each !== undefined);
  return stated.some((each) => canonicalJson(each) === canonicalJson(value));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
