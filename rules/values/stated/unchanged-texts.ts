import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { nameWords } from '../../../contract/plain-name.js';
import { descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import type { JsonDifference } from '../json-difference.js';
import { type DescribedText, describedTexts } from './described-texts.js';
import { clausesOf } from './stated-change.js';
import { TRIMMED } from './trimmed.js';

/** The message about a text at this place that a service did not change as its description states. */
export function notConverted(pointer: string): string {
  return `The service returns ${pointer} unchanged, although its description states a change.`;
}

/**
 * The texts in a member that a service returns exactly as they were sent, although their description states a change
 * with a known result: "stored in lower case", "surrounding spaces are removed". The whole clause must state the change.
 */
export function unchangedTexts(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  name: string,
  sent: Json,
  received: Json | undefined,
): readonly JsonDifference[] {
  return describedTexts(schemas, stated, sent).flatMap((each) => {
    const { text, pointer } = each;
    if (received === undefined || valueAt(received, pointer) !== text) return [];
    const expected = changedText(each, name);
    const at = `${joinPointer('', name)}${pointer}`;
    return expected === text ? [] : [{ pointer: at, kind: 'not-converted', expected, received: text }];
  });
}

function changedText({ text, applied, name }: DescribedText, root: string): string {
  const sentences = descriptionsOf(applied.map(({ schema }) => schema)).flatMap(sentencesOf);
  if (sentences.some((sentence) => KEPT.test(sentence))) return text;
  return sentences
    .flatMap(clausesOf)
    .flatMap((clause) => clause.split(' and '))
    .map((clause) => withoutSubject(clause, name === '' ? root : name))
    .reduce(
      (current, clause) => CHANGES.reduce((to, { isIn, apply }) => (isIn(clause) ? apply(to) : to), current),
      text,
    );
}

const SUBJECT = /^\W*(?:and )?(?:it|this|the ([a-z]+)|`([^`]+)`) (?:is|are|will be|gets?) /i;
const ANY_SUBJECT: ReadonlySet<string> = new Set(['value', 'text', 'string']);

/**
 * The clause without words for the text itself, as in "it is" or "the email is". A clause about a part of the text, as
 * in "the domain is stored in lower case", stays as it is.
 */
function withoutSubject(clause: string, name: string): string {
  const [words = '', noun, quoted] = SUBJECT.exec(clause) ?? [];
  const subject = noun ?? quoted;
  const isSelf =
    subject === undefined || subject === name || ANY_SUBJECT.has(subject) || nameWords(name).at(-1) === subject;
  return isSelf ? clause.slice(words.length) : clause;
}

/** Matches sentences which state that a text, or the case of its letters, is kept. */
const KEPT =
  /\b(?:as (?:it (?:was|is) )?(?:sent|given|written|entered)|unchanged|verbatim|case-?preserv\w+|not (?:changed|trimmed|converted)|(?:keeps?|kept|preserv\w+|retain\w*)\b[^,]*\b(?:case|spaces?|spelling))\b/i;
const IN_LOWER =
  /^\W*(?:(?:always )?(?:stored|saved|kept|returned|converted|normali[sz]ed|folded) (?:in|to|as) (?:all )?lower-? ?case|always (?:in )?(?:all )?lower-? ?case|lower-?cased)(?: (?:when|before) (?:it is )?(?:stored|saved))?\W*$/i;
const IN_UPPER =
  /^\W*(?:(?:always )?(?:stored|saved|kept|returned|converted|normali[sz]ed) (?:in|to|as) (?:all )?upper-? ?case|always (?:in )?(?:all )?upper-? ?case|upper-?cased)(?: (?:when|before) (?:it is )?(?:stored|saved))?\W*$/i;
/** Matches words with which spaces are removed only sometimes, or only for a purpose other than storing the text. */
const UNCLEAR =
  /\b(?:if|unless|except|may|can|could|for|search\w*|compar\w*|sort\w*|index\w*|count\w*|length|valid\w*|display\w*|not|never|must|should|when (?!(?:it is )?(?:stored|saved)))/i;

const CHANGES: readonly { readonly isIn: (clause: string) => boolean; readonly apply: (text: string) => string }[] = [
  { isIn: isTrimming, apply: (text) => text.replaceAll(/^ +| +$/g, '') },
  {
    isIn: (clause) => IN_LOWER.test(clause),
    apply: (text) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()),
  },
  {
    isIn: (clause) => IN_UPPER.test(clause),
    apply: (text) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()),
  },
];

function isTrimming(clause: string): boolean {
  return TRIMMED.test(clause) && !UNCLEAR.test(clause) && !SUBJECT.test(clause);
}
