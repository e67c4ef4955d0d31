import { hash } from 'node:crypto';
import type { CaseInput } from './case.js';
import { jsonText } from './json/json-text.js';

/** A string that identifies an input: two inputs have equal strings if, and only if, they are equal. */
export function inputText({ path, query, header, cookie, body, mediaType }: CaseInput): string {
  const head = JSON.stringify([path, query, header, cookie, mediaType]);
  return body === undefined ? head : `${head}${jsonText(body) ?? ''}`;
}

/**
 * A text that identifies an input is replaced with a digest only if it is longer than this. For a shorter text, a
 * digest would save no memory.
 */
const SHORT = 64;

/** A short string that identifies an input. Keys of bounded length save memory if there are many inputs. */
export function inputKey(input: CaseInput): string {
  const text = inputText(input);
  return text.length <= SHORT ? text : hash('sha256', text, 'base64');
}
