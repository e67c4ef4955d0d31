import type { CaseInput } from './case.js';
import { jsonText } from './json/json-text.js';

/** What tells inputs apart: those of one text are one input. The body's own text, which is what goes out later, is written once. */
export function inputText({ path, query, header, cookie, body, mediaType }: CaseInput): string {
  const head = JSON.stringify([path, query, header, cookie, mediaType]);
  return body === undefined ? head : `${head}${jsonText(body) ?? ''}`;
}
