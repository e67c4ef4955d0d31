import { canonicalJson } from '../../json/canonical-json.js';
import type { RequestMessage } from '../message.js';
import { parseJson } from './split-request.js';

/**
 * Whether two requests have the same method, target and body. JSON bodies are compared as values. Headers are ignored.
 */
export function isSameMessage(one: RequestMessage, other: RequestMessage): boolean {
  if (one.method !== other.method || one.target !== other.target) return false;
  if (Buffer.compare(one.body, other.body) === 0) return true;
  const [first, second] = [one.body, other.body].map(parseJson);
  return first !== undefined && second !== undefined && canonicalJson(first) === canonicalJson(second);
}
