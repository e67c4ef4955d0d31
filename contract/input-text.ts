import { hash } from 'node:crypto';
import type { CaseInput } from './case.js';
import { jsonText } from './json/json-text.js';

/**
 * A text that identifies an input: inputs with equal texts are equal. The text of the body is cached, because it is
 * also the body of requests.
 */
export function inputText({ path, query, header, cookie, body, mediaType }: CaseInput): string {
  const head = JSON.stringify([path, query, header, cookie, mediaType]);
  return body === undefined ? head : `${head}${jsonText(body) ?? ''}`;
}

/** Texts up to this length are kept as they are, because a digest is hardly shorter. */
const SHORT = 64;

/** A text that identifies an input, of bounded length, so that the keys of many inputs take little memory. */
export function inputKey(input: CaseInput): string {
  const text = inputText(input);
  return text.length <= SHORT ? text : hash('sha256', text, 'base64');
}
