import { hash } from 'node:crypto';
import type { CaseInput } from './case.js';
import { jsonText } from './json/json-text.js';

/**
 * A text that identifies an input: inputs with equal texts are equal. The text of the body is cached because the same
 * text is sent later.
 */
export function inputText({ path, query, header, cookie, body, mediaType }: CaseInput): string {
  const head = JSON.stringify([path, query, header, cookie, mediaType]);
  return body === undefined ? head : `${head}${jsonText(body) ?? ''}`;
}

/** Texts up to this length are shorter than a digest, or not much longer. */
const SHORT = 64;

/** As `inputText`, but with a bounded length, so that the keys of many inputs take little memory. */
export function inputKey(input: CaseInput): string {
  const text = inputText(input);
  return text.length <= SHORT ? text : hash('sha256', text, 'base64');
}
