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
