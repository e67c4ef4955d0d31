import type { Contract } from '../../contract.js';
import { pointerTokens } from '../../json/json-pointer.js';
import { descriptionOfContract, quotedNames, wrappedSentences } from '../../sentences.js';
import { textsInPlace } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { schemasAt, successSchema } from '../reply-members.js';

/**
 * Whether a text states that a page lacks the cursor or the link to the next page if, and only if, no elements follow.
 * Examples: "`null` if there are no more items", "`next_cursor` is `null` on the last page, and only there", "the
 * `next` link is present exactly if further items follow". "`null` on the last page" does not count, because the last
 * page may be empty. `false` if a text permits empty pages. The sentence must be in the description of the member. It
 * may also be in the text of the operation or of the whole contract, if it has the name of the member in backticks.
 */
export function isEndStated(contract: Contract, list: ItemList): boolean {
  const texts = textsOfNext(contract, list);
  if (texts === undefined) return false;
  return [...texts.own, ...texts.about].some(
    (sentence) =>
      (PRESENT.test(sentence) || (ABSENT.test(sentence) && AT_END.some((end) => end.test(sentence)))) &&
      !MAYBE.test(sentence) &&
      !/\bexcept\b/i.test(sentence),
  );
}

/**
 * Whether a text states that the last page has no cursor and no link to a next page: "the last one has no `next`", or
 * "`Next` on every page except the last". The last page may be empty, so a full page without further elements may still
 * have a link. The statement can therefore be checked only if the number of all elements or pages is known. `false` if
 * a text permits empty pages.
 */
export function isLastPageStated(contract: Contract, list: ItemList): boolean {
  const texts = textsOfNext(contract, list);
  if (texts === undefined) return false;
  const clauses = texts.about.flatMap((sentence) => (MAYBE.test(sentence) ? [] : sentence.split(/[,;:] /)));
  const isAbout = (clause: string): boolean => quotedNames(clause).some((name) => texts.names.includes(name));
  return (
    clauses.some((clause) => isAbout(clause) && ON_LAST_PAGE.some((last) => last.test(clause))) ||
    [...texts.own, ...texts.after].some(
      (sentence) => !MAYBE.test(sentence) && ON_LAST_PAGE.some((last) => last.test(sentence)),
    )
  );
}

interface TextsOfNext {
  /** The names that texts use for the cursor or for the link to the next page. */
  readonly names: readonly string[];
  /** Sentences in the description of the member with the cursor or the link. */
  readonly own: readonly string[];
  /** Sentences of the operation and of the contract that have one of these names in backticks. */
  readonly about: readonly string[];
  /** Sentences about "such a link" or "such a cursor", if they follow a sentence of `about`. */
  readonly after: readonly string[];
}

/**
 * The sentences about the cursor or the link to the next page. `undefined` if there are none, or if a text permits
 * empty pages.
 */
function textsOfNext(contract: Contract, list: ItemList): TextsOfNext | undefined {
  const cached = known.get(list) ?? { texts: findTexts(contract, list) };
  known.set(list, cached);
  return cached.texts;
}

/** Caches the sentences for each list, because a rule needs them for each call. */
const known = new WeakMap<ItemList, { readonly texts: TextsOfNext | undefined }>();

function findTexts({ schemas, document }: Contract, { operation, next }: ItemList): TextsOfNext | undefined {
  const reply = successSchema(operation);
  const isLink = next !== undefined && 'by' in next && next.by === 'link';
  const pointer = next !== undefined && 'pointer' in next ? next.pointer : undefined;
  if (reply === undefined || (pointer === undefined && !isLink)) return undefined;
  const isRelation = pointer === undefined || (next !== undefined && 'inList' in next);
  const names = isRelation ? ['next'] : [pointerTokens(pointer).join('.'), pointerTokens(pointer).at(-1) ?? ''];
  const described = pointer === undefined ? [] : textsInPlace(schemas, schemasAt(schemas, reply, pointer));
  const own = described.flatMap(oneLineSentences);
  const ofOperation = [operation.summary, operation.description].flatMap(oneLineSentences);
  const sentences = [...ofOperation, ...oneLineSentences(descriptionOfContract(document))];
  const isAbout = (sentence = ''): boolean => quotedNames(sentence).some((name) => names.includes(name));
  const about = sentences.filter(isAbout);
  if ([...own, ...ofOperation, ...about].some((sentence) => EMPTY_PAGES.test(sentence))) return undefined;
  const after = sentences.filter((sentence, index) => SUCH_LINK.test(sentence) && isAbout(sentences[index - 1]));
  return { names, own, about, after };
}

function oneLineSentences(text: string): readonly string[] {
  return wrappedSentences(text).map((sentence) => sentence.replaceAll(/\s+/g, ' '));
}

/**
 * Matches the clause "present exactly if further items follow", which also states when the cursor or the link is
 * absent.
 */
const PRESENT =
  /\b(?:present|set|sent|included|returned|given|there|exists?) (?:exactly |only |if and only )(?:if|when|while|where) (?:there (?:are|is) )?(?:more|further|additional|other) (?!pages?\b)[\p{L}_-]+/iu;

const ABSENT = /\b(?:null|absent|omitted|missing|unset|not (?:set|present|returned|included)|no cursor)\b/i;

/** Match clauses that are true for a page if, and only if, no element follows it: "if there are no more items". */
const AT_END = [
  /\b(?:if|when|once) no [\p{L}_-]+ follow\b/iu,
  /\b(?:if|when|once|where) (?:there (?:are|is) )?no (?:more|further|additional|other|remaining) (?!pages?\b)[\p{L}_-]+/iu,
  /\b(?:if|when|once) nothing (?:more )?follows\b/i,
  /\bonly (?:if|when) (?:there (?:are|is) )?(?:more|further) (?!pages?\b)[\p{L}_-]+/iu,
  /\bonly on the last page\b|\bon the last page,? (?:and )?only (?:there|then|on it)\b/i,
];

/** Matches sentences which permit that a page with a cursor or a link, or the last page, has no elements. */
const EMPTY_PAGES =
  /\bempty (?:last |final )?(?:pages?|lists?|results?)\b|\b(?:page|list|results?|response)\b[^.]*\b(?:empty|no (?:items|results|elements))\b.*\b(?:even|although|though|still|cursor|token)\b/i;

const SUCH_LINK = /\bsuch (?:an? )?(?:link|cursor|relation)\b/i;

/** Match clauses which state that the last page lacks something, or that all other pages have it. */
const ON_LAST_PAGE = [
  /\bon (?:every|each|all)(?: pages?)? (?:except|but)(?: for)?(?: on)? the last\b/i,
  /\b(?:no|not|null|absent|missing|omitted)\b.{0,60}\b(?:on|for|in) the last (?:page|one)\b/i,
  /\bthe last (?:page|one) (?:has |have )?(?:no|lacks|without)\b/i,
];
/** Matches sentences that state only a possibility, or whose meaning is not exact. */
const MAYBE = /\b(?:may|might|can|could|usually|typically|generally|normally|unless|even|estimat\w*)\b/i;
