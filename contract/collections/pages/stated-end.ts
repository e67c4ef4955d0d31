import type { Contract } from '../../contract.js';
import { pointerTokens } from '../../json/json-pointer.js';
import { descriptionOfContract, descriptionsOf, quotedNames, wrappedSentences } from '../../sentences.js';
import { schemasInPlace } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { schemasAt, successSchema } from '../reply-members.js';

/**
 * Whether a text states that the cursor, or the link to the next page, is absent or `null` exactly if no elements
 * follow. Examples are "`null` if there are no more items" and "`next_cursor` is `null` on the last page, and only
 * there", and "the `next` link is present exactly if further items follow". "`null` on the last page" does not count, because the last page may be empty. `false` if a text permits empty
 * pages.
 *
 * The sentence is in the description of the member, or names the member in backticks in the text of the operation or of
 * the whole contract.
 */
export function isEndStated({ schemas, document }: Contract, { operation, next }: ItemList): boolean {
  const pointer = next !== undefined && 'pointer' in next ? next.pointer : undefined;
  const reply = successSchema(operation);
  if (pointer === undefined || reply === undefined) return false;
  const isInList = next !== undefined && 'inList' in next;
  const names = isInList ? ['next'] : [pointerTokens(pointer).join('.'), pointerTokens(pointer).at(-1) ?? ''];
  const own = schemasAt(schemas, reply, pointer)
    .flatMap((uri) => descriptionsOf([...schemasInPlace(schemas, uri).values()]))
    .flatMap(oneLineSentences);
  const ofOperation = [operation.summary, operation.description].flatMap(oneLineSentences);
  const ofContract = oneLineSentences(descriptionOfContract(document));
  const about = [...ofOperation, ...ofContract].filter((sentence) =>
    quotedNames(sentence).some((name) => names.includes(name)),
  );
  if ([...own, ...ofOperation, ...about].some((sentence) => EMPTY_PAGES.test(sentence))) return false;
  return [...own, ...about].some(
    (sentence) =>
      (PRESENT.test(sentence) || (ABSENT.test(sentence) && AT_END.some((end) => end.test(sentence)))) &&
      !HEDGED.test(sentence),
  );
}

function oneLineSentences(text: string): readonly string[] {
  return wrappedSentences(text).map((sentence) => sentence.replaceAll(/\s+/g, ' '));
}

/** Matches the clause "present exactly if further items follow". */
const PRESENT =
  /\b(?:present|set|sent|included|returned|given|there|exists?) (?:exactly |only |if and only )(?:if|when|while|where) (?:there (?:are|is) )?(?:more|further|additional|other) (?!pages?\b)[\p{L}_-]+/iu;

const ABSENT = /\b(?:null|absent|omitted|missing|unset|not (?:set|present|returned|included)|no cursor)\b/i;

/** Match clauses that are true of a page exactly if no element follows it. */
const AT_END = [
  /\b(?:if|when|once|where) (?:there (?:are|is) )?no (?:more|further|additional|other|remaining) (?!pages?\b)[\p{L}_-]+/iu,
  /\b(?:if|when|once) nothing (?:more )?follows\b/i,
  /\bonly (?:if|when) (?:there (?:are|is) )?(?:more|further) (?!pages?\b)[\p{L}_-]+/iu,
  /\bonly on the last page\b|\bon the last page,? (?:and )?only (?:there|then|on it)\b/i,
];

/** Matches sentences that state only a possibility, or that are about several values. */
const HEDGED = /\b(?:may|might|can|could|usually|typically|generally|normally|unless|except|even|estimat\w*)\b/i;

/** Matches sentences that permit a cursor or a link to a page without elements. */
const EMPTY_PAGES =
  /\bempty (?:last |final )?(?:pages?|lists?|results?)\b|\b(?:page|list|results?|response)\b[^.]*\b(?:empty|no (?:items|results|elements))\b.*\b(?:even|although|though|still|cursor|token)\b/i;
