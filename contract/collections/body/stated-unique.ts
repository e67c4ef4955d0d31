import type { Contract, SchemaSource } from '../../contract.js';
import { documentsStatus, descriptionOf } from '../../documented-responses.js';
import { type Json, ownValue } from '../../json/json.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { isNounOfPath } from '../../path-relations.js';
import { nameWords, plainName } from '../../plain-name.js';
import { quotedNames, sentencesOf, wordsOf } from '../../sentences.js';
import { referredRead } from '../../inputs/body-references.js';
import { identifierTypes, schemasInPlace, textsInPlace } from '../../wire/decode-value.js';
import { sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

/** A member whose value must be different for every item. */
export interface UniqueMember {
  readonly name: string;
  /** Whether the contract states that values which differ only in letter case count as equal. */
  readonly isAnyCase: boolean;
}

/**
 * The statuses with which services refuse a second item with the same value: a conflict (RFC 9110 §15.5.10), or an
 * invalid value, as in Rails, Laravel and Django.
 */
const REFUSALS = [409, 422, 400] as const;

/**
 * The documented status with which an operation may refuse a second item with the same value. `undefined` if it
 * documents none of `REFUSALS`.
 */
export function statusOfTaken(operation: Operation): number | undefined {
  return REFUSALS.find((status) => documentsStatus(operation, status));
}

/**
 * Whether a create operation may refuse an item because another item has the same value. It may if it documents 409, or
 * if its description states such a refusal with a different status: "a second one is refused with 422".
 */
export function mayBeTaken(operation: Operation): boolean {
  if (documentsStatus(operation, 409)) return true;
  const status = statusOfTaken(operation);
  return sentencesOf(operation.description).some(
    (sentence) =>
      status !== undefined &&
      (sentence.includes(String(status)) || REFUSED.test(sentence)) &&
      (OF_TWO.test(sentence) || (/\bunique\b/i.test(sentence) && !NOT_UNIQUE.test(sentence))),
  );
}

/** Matches words that show that a sentence is about a refusal. */
const REFUSED = /\b(?:refus\w+|reject\w+|invalid|errors?|violations?|cannot|must|no two|no other)\b/i;
/**
 * Matches sentences about two items with the same value: "the name is already taken", "no two accounts", "another user
 * has it".
 */
const OF_TWO =
  /\balready (?:exists?|taken|used|in use|registered|ha[sd]|have)\b|\b(?:taken|used|registered|in use) already\b|\bno two\b|\bno other\b|\btwo \w+ cannot\b|\banother \w+ (?:has|uses)\b|\bbelong to another\b/i;

/**
 * The members whose values must differ between all items, for an operation that creates or changes an item. The
 * operation must document the status of the refusal (`statusOfTaken`). One of these descriptions must state that the
 * values must differ:
 * - that of the member: "must be unique";
 * - that of the 409: "another account has the code", "the name is already taken", `email_in_use`;
 * - that of the operation: "no other account may have the same code".
 * References to other items are skipped.
 */
export function statedUnique(contract: Contract, operation: Operation): readonly UniqueMember[] {
  const names = known.get(operation) ?? findUnique(contract, operation);
  known.set(operation, names);
  return names;
}

/**
 * Whether an operation may refuse an item because another item has the same value of a member. It may if it documents
 * 409, or if the contract states that the values of the member are unique.
 */
export function refusesTaken(contract: Contract, operation: Operation, member: string): boolean {
  return documentsStatus(operation, 409) || statedUnique(contract, operation).some(({ name }) => name === member);
}

/** Caches the unique members of each operation, because the rule needs them for each reply. */
const known = new WeakMap<Operation, readonly UniqueMember[]>();

function findUnique(contract: Contract, operation: Operation): readonly UniqueMember[] {
  const status = statusOfTaken(operation);
  if (status === undefined) return [];
  const description = descriptionOf(operation, 409);
  const ofOperation = sentencesOf(operation.description);
  const named = ofOperation.filter((sentence) => sentence.includes(String(status)));
  const refusals = [...sentencesOf(description), ...named];
  return [...statedMembers(contract.schemas, sentSchemas(contract, operation))].flatMap(([name, uris]) => {
    const isReference = OF_OTHER.test(name) && referredRead(contract, operation, name) !== undefined;
    const isKey = !isReference && uris.length > 0 && uris.every((uri) => isOwnKey(contract.schemas, uri));
    const texts = textsInPlace(contract.schemas, uris);
    const stated = [
      ...texts
        .flatMap(sentencesOf)
        .filter((sentence) => isUniqueness(sentence) && (status === 409 || MUST_BE.test(sentence))),
      ...refusals.filter((sentence) => isTaken(sentence, name) || isOfAnother(sentence, name, operation)),
      ...ofOperation.filter((sentence) => isForbidden(sentence, name)),
    ];
    const isAnyCase = [...stated, ...texts].some((sentence) => ANY_CASE.test(sentence));
    return isKey && stated.length > 0 ? [{ name, isAnyCase }] : [];
  });
}

/** Matches names of members that may refer to another item, such as `author_id` and `authorId`. */
export const OF_OTHER = /.(?:_id|Id|ID)$/;

/** Whether a member can be a unique key: a string or an integer that the client chooses freely. */
export function isOwnKey(schemas: SchemaSource, uri: SchemaUri): boolean {
  const stated: readonly Json[] = [...schemasInPlace(schemas, uri).values()];
  const isOf = (keyword: string): boolean => stated.some((schema) => ownValue(schema, keyword) !== undefined);
  const isReadOnly = stated.some((schema) => ownValue(schema, 'readOnly') === true);
  return identifierTypes(schemas, uri).size > 0 && !isReadOnly && !isOf('enum') && !isOf('const');
}

/**
 * Matches sentences that clearly require uniqueness. If the operation does not document 409, only these sentences
 * count, because a sentence such as "the unique name" may only describe the value.
 */
const MUST_BE = /\b(?:must|has to|have to|shall) be (?:\w+ )?unique\b/i;
const UNIQUE = /^\W*unique\b(?! (?:id|identifier|key|reference|number|code|name) )|\b(?:is|are|be) (?:\w+ )?unique\b/i;
/**
 * Matches sentences that do not require uniqueness ("need not be unique"), or that are about values which the service
 * generates ("a unique code is generated").
 */
const NOT_UNIQUE =
  /\b(?:not|never|rarely|hardly|need|may|might|can|should|unless|generated|assigned|made|derived from|if (?:it|the)\b.*\bomitted)\b|n't\b/i;

function isUniqueness(sentence: string): boolean {
  return UNIQUE.test(sentence) && !NOT_UNIQUE.test(sentence);
}

/**
 * Match sentences about a value that another item already has: "another account has this §". `§` stands for the name of
 * the member.
 */
const TAKEN: readonly RegExp[] = [
  /§ (?:\w+ )?(?:is|are|was|has been|have been) (?:already )?(?:taken|used|in use|registered|assigned|not unique)\b/,
  /§ (?:\w+ )?(?:already exists|exists already|already taken|already in use|must be unique)\b/,
  /\b(?:another|other|existing|second)(?: \w+){1,3} (?:already )?(?:has|have|uses?|with|exists with) (?:this|that|the|the same|an equal)(?: \w+)? §/,
  /§ (?:that|which) (?:the|an?|another)(?: \w+){1,3} (?:has|have|uses?|owns?) already\b/,
  /§ (?:that|which) (?:the|an?|another)(?: \w+){1,3} already (?:has|have|uses?|owns?)\b/,
  /\b(?:with|has) (?:this|that|the|the same|an equal|such an?)(?: \w+)? §(?: \w+)? (?:already exists|exists already|exists)\b/,
  /\bduplicate (?:\w+ )?§/,
  /§ (?:is|are) unique\b/,
];
/**
 * Matches "the § of another product is refused". `§` stands for the name of the member. The noun ("product") must be
 * the name of the items in the path.
 */
const OF_ANOTHER =
  /§ (?:of|that belongs to|belonging to) (?:another|an existing) (\w+) (?:gives?|causes?|results? in|leads? to|is|are) (?:an? |the )?(?:\w+ )?(?:violation|error|conflict|refused|rejected|invalid)\b/;
const DENIED = /\b(?:unless|except|not|no longer|only|may)\b(?! unique\b)/;
const CODE = /^(?:taken|exists?|used|use|duplicated?|unique|conflict|registered)$/;

/**
 * Match sentences that forbid a second item with the value: "no two accounts may have the same §". `§` stands for the
 * name of the member.
 */
const FORBIDDEN: readonly RegExp[] = [
  /\bno (?:two|other)(?: \w+){1,3} (?:(?:may|can|must|shall|should) )?(?:have|has|shares?|uses?) (?:the|this|that|an?) (?:same|equal)(?: \w+)? §/,
  /\btwo(?: \w+){1,3} (?:cannot|may not|can not|must not|never) (?:have|share|use) (?:the|an?) (?:same|equal)(?: \w+)? §/,
  /§ (?:\w+ )?(?:must|may|can) ?not (?:already )?be (?:already )?(?:in use|used|taken|registered)\b/,
  /§ (?:\w+ )?(?:(?:is|are) (?:\w+ ){1,5}and )?(?:must|has to|needs to|shall) be unique\b/,
  /§ .*\bmust not belong to another\b/,
];
const EXCEPTED = /\b(?:unless|except|apart from)\b/;
const ANY_CASE =
  /\b(?:without regard to|regardless of|independent(?:ly)? of|ignoring)(?: \w+)? case\b|\bcase[- ]?insensitiv\w+|\bwhatever (?:the )?case\b|\bcase (?:is ignored|(?:does|do) not (?:matter|count)|makes? no difference)\b|\b(?:differs?|different) (?:\w+ ){0,8}only in (?:letter |upper(?:case)? (?:and|or) lower ?)case\b/i;

function isForbidden(sentence: string, name: string): boolean {
  const words = markedWords(sentence, name);
  return !EXCEPTED.test(words) && FORBIDDEN.some((pattern) => pattern.test(words));
}

/** The words of a sentence in lower case, with `§` in place of the name of a member. */
function markedWords(sentence: string, name: string): string {
  const own = nameWords(name).join(' ');
  // "e-mail" is the name `email`.
  const words = wordsOf(sentence.toLowerCase()).map((word) => (plainName(word) === plainName(name) ? '§' : word));
  return ` ${words.join(' ')} `.replaceAll(` ${name.toLowerCase()} `, ' § ').replaceAll(` ${own} `, ' § ');
}

function isTaken(sentence: string, name: string): boolean {
  if (quotedNames(sentence).some((code) => isCode(code, name))) return true;
  const words = markedWords(sentence, name);
  return !DENIED.test(words) && TAKEN.some((pattern) => pattern.test(words));
}

function isOfAnother(sentence: string, name: string, { path }: Operation): boolean {
  const [, noun] = OF_ANOTHER.exec(markedWords(sentence, name)) ?? [];
  return noun !== undefined && isNounOfPath(path, noun);
}

/**
 * Whether an error code states that another item already has the value of a member: `code-taken`, `duplicate_email`,
 * `email_in_use`.
 */
function isCode(code: string, name: string): boolean {
  const words = nameWords(code);
  const own = nameWords(name);
  const at = words.findIndex((_, index) => own.every((part, offset) => words[index + offset] === part));
  const others = at < 0 ? [] : words.toSpliced(at, own.length);
  return others.length > 0 && others.every((word) => CODE.test(word) || word === 'in' || word === 'already');
}
