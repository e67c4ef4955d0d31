import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { NativeSignal } from '../../outcome.js';

/**
 * How the text of a tool result differs from its structured content. Some hosts show a model only the text (MCP
 * 2025-11-25, Tools, Structured Content). `undefined` if they agree, and for prose, which no rule can compare.
 */
export function textFault(result: Json): NativeSignal['text'] {
  const structured = ownValue(result, 'structuredContent');
  const blocks = ownValue(result, 'content');
  if (structured === undefined || structured === null || !Array.isArray(blocks)) return undefined;
  if (blocks.length === 0) return 'missing';
  const [block, ...more] = blocks as readonly Json[];
  const text = ownValue(block, 'text');
  // Several text blocks may be the elements of a list, or a summary and the value.
  if (more.length > 0 || typeof text !== 'string' || !/^\s*[{[]/.test(text)) return undefined;
  const value = parsed(text);
  if (value === undefined) return 'malformed';
  const stated = [structured, ownValue(structured, 'result')].filter((each) => each !== undefined);
  return stated.some((each) => canonicalJson(each) === canonicalJson(value)) ? undefined : 'different';
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
