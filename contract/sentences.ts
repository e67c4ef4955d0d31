import { type Json, ownValue } from './json/json.js';

/**
 * The sentences of a text in a contract. A semicolon also ends a sentence. So does a line break, unless the next line
 * continues the sentence.
 */
export function sentencesOf(text: string): readonly string[] {
  return text.replaceAll(WRAPPED, ' ').split(/[.;](?:\s|$)|\n/);
}

/**
 * The sentences of a text. They end with `.`, `!`, `?` or an empty line. Unlike in `sentencesOf`, a line break or a
 * semicolon ends no sentence.
 */
export function wrappedSentences(text: string): readonly string[] {
  return text.split(/[.!?](?=\s|$)|\n\s*\n/);
}

/**
 * Matches a line break inside a sentence. The next line begins with a small letter or a digit. If it begins with a name
 * in backticks, the line before must be long, because lists of names have short lines.
 */
const WRAPPED = /(?<=[^\s.;:!?])[ \t]*\n[ \t]*(?=[\p{Ll}\d(])|(?<=[^\n]{50}[^\s.;:!?])[ \t]*\n[ \t]*(?=`)/gu;

/** The words of a sentence. Codes such as `in_review` are one word. */
export function wordsOf(sentence: string): readonly string[] {
  return sentence.match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

/** The names in backticks in a text, without the backticks. */
export function quotedNames(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

/** The statuses of refusals, such as `409`, that occur in a sentence. */
export function statusesIn(sentence: string): readonly string[] {
  return sentence.match(/\b4\d\d\b/g) ?? [];
}

/** Matches words with which a sentence applies only sometimes, later, or to a part of a value. */
export const QUALIFIED =
  /\b(?:if|when(?! (?:it is )?(?:stored|saved))|unless|except|until|once|after|later|before|within|(?:may|can)(?! ?not)|for|should|default|parts?|between|words|days?)\b/i;

/** The description of the whole contract (`info.description`); empty if it has none. */
export function descriptionOfContract(document: Json): string {
  return descriptionsOf([ownValue(document, 'info') ?? {}])[0] ?? '';
}

/** The descriptions of schemas. */
export function descriptionsOf(schemas: readonly Json[]): readonly string[] {
  return schemas.map((schema) => ownValue(schema, 'description')).filter((text) => typeof text === 'string');
}
