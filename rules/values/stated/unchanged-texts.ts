import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { QUALIFIED, descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import type { JsonDifference } from '../json-difference.js';
import { describedTexts } from './described-texts.js';
import { clausesOf } from './stated-change.js';
import { TRIMMED } from './trimmed.js';

/** The message about a text at this place that a service did not change as its description states. */
export function notConverted(pointer: string): string {
  return `The service returns ${pointer} unchanged, although its description states a change.`;
}

/**
 * The texts in a member that a service returns exactly as they were sent, although their description states a change
 * with a known result: "stored in lower case", "surrounding spaces are removed". The whole clause must state the
 * change.
 */
export function unchangedTexts(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  name: string,
  sent: Json,
  received: Json | undefined,
): readonly JsonDifference[] {
  return describedTexts(schemas, stated, sent).flatMap(({ pointer, text, applied }) => {
    const sentences = descriptionsOf(applied.map(({ schema }) => schema)).flatMap(sentencesOf);
    if (valueAt(received, pointer) !== text || sentences.some((sentence) => KEPT.test(sentence))) return [];
    const expected = sentences
      .flatMap(clausesOf)
      .flatMap((clause) => clause.split(' and '))
      .reduce(changedBy, text);
    return expected === text
      ? []
      : [{ pointer: `${joinPointer('', name)}${pointer}`, kind: 'not-converted', expected, received: text }];
  });
}

/** Matches sentences which state that a text, or the case of its letters, is kept. */
const KEPT =
  /\b(?:as (?:it (?:was|is) )?(?:sent|given)|unchanged|verbatim|preserv\w+|(?:keeps?|kept)\b(?! in (?:low|up))[^,]*\b(?:case|spaces?))\b/i;
/** Matches clauses about a part of the text, clauses that deny the change, and clauses that ask the caller for it. */
const OTHER = /\b(?:not|never|must|the (?!value|text)\w+ (?:is|are))\b/i;
const CASE =
  /^\W*(?:it is )?(?:(?:(?:always )?(?:stored|saved|kept|returned|converted|normali[sz]ed|folded) (?:in|to|as)|always(?: in)?) (lower|upper)-? ?case|(lower|upper)-?cased)\W*$/i;
/** The text after the change that a clause states: its case for ASCII letters, and spaces at both ends. */
function changedBy(text: string, clause: string): string {
  const [, one, other = one] = CASE.exec(clause) ?? [];
  if (other?.toLowerCase() === 'lower') return text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
  if (other !== undefined) return text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase());
  return TRIMMED.test(clause) && !QUALIFIED.test(clause) && !OTHER.test(clause) ? withoutOuterSpaces(text) : text;
}

/** The text without spaces at both ends. A pattern for the end would need quadratic time for a long run of spaces. */
function withoutOuterSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  return text.slice(0, end).replace(/^ +/, '');
}
