import { type Json, ownValue } from './json/json.js';

/**
 * The sentences of a text in a contract. Each line, and each clause that ends with a semicolon, also counts as a
 * sentence. A line that only continues the line before is part of its sentence.
 */
export function sentencesOf(text: string): readonly string[] {
  return text.replaceAll(WRAPPED, ' ').split(/[.;](?:\s|$)|\n/);
}

/** The sentences of a text. Unlike those of `sentencesOf`, they may continue on the next line. */
export function wrappedSentences(text: string): readonly string[] {
  return text.split(/[.!?](?=\s|$)|\n\s*\n/);
}

/**
 * Matches the end of a line whose sentence goes on in the next line. The next line begins with a small letter or a
 * digit. It may also begin with a name in backticks if the line is long, because a list of names has short lines.
 */
const WRAPPED = /(?<=[^\s.;:!?])[ \t]*\n[ \t]*(?=[\p{Ll}\d(])|(?<=[^\n]{50}[^\s.;:!?])[ \t]*\n[ \t]*(?=`)/gu;

/** The words of a sentence. Codes such as `in_review` are one word. */
export function wordsOf(sentence: string): readonly string[] {
  return sentence.match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

/** The names that a text has in backticks. */
export function quotedNames(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

/** The statuses of refusals, such as `409`, that a sentence names. */
export function statusesIn(sentence: string): readonly string[] {
  return sentence.match(/\b4\d\d\b/g) ?? [];
}

/** The description of the whole contract (`info.description`); empty if it has none. */
export function descriptionOfContract(document: Json): string {
  return descriptionsOf([ownValue(document, 'info') ?? {}])[0] ?? '';
}

/** The descriptions of schemas. */
export function descriptionsOf(schemas: readonly Json[]): readonly string[] {
  return schemas.map((schema) => ownValue(schema, 'description')).filter((text) => typeof text === 'string');
}
