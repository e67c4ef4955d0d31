import { successesOf } from '../../documented-responses.js';
import type { SchemaSource } from '../../contract.js';
import { ownValue } from '../../json/json.js';
import type { Operation, Parameter } from '../../operation.js';
import { plainName } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';
import { schemaTypes, schemasInPlace, textsInPlace } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { ORDER, chosenMembers, isChoice } from '../list-choices.js';
import { schemasAt, successSchema } from '../reply-members.js';
import {
  type Direction,
  type Members,
  type OrderKey,
  SIGN,
  isTime,
  keyOf,
  orderKeys,
  sortedMember,
  valueSentences,
} from './order-keys.js';

/** The order that a text states: the member by which the list is sorted, and the direction if the text states one. */
export type StatedKey = Omit<OrderKey, 'value' | 'also'>;

/**
 * The order of a list if the query sets none. It is the default of the order parameter. If there is no default, it is
 * the order in the descriptions of the operation, of its reply and of the list. `undefined` unless all these statements
 * agree.
 */
export function defaultOrder(schemas: SchemaSource, list: ItemList): StatedKey | undefined {
  const { operation, elements } = list;
  const members = chosenMembers(schemas, list);
  const sorting = operation.parameters.filter((parameter) => isChoice(parameter) && ORDER.test(parameter.name));
  const stated = sorting
    .flatMap(({ schema }) => [...schemasInPlace(schemas, schema).values()])
    .flatMap((schema) => ownValue(schema, 'default') ?? []);
  const defaults = stated.length > 0 ? stated : sorting.flatMap((each) => describedDefaults(operation, each));
  if (defaults.length > 0) {
    const keys = orderKeys(schemas, defaults.filter(isDirected), members);
    return defaults.length === 1 ? keys[0] : undefined;
  }
  const reply = successSchema(operation);
  const arrays = reply === undefined ? [] : schemasAt(schemas, reply, elements);
  const described = textsInPlace(schemas, arrays);
  const replies = successesOf(operation);
  const texts = [operation.summary, operation.description, ...replies.map((each) => each.description), ...described];
  return statedKey(schemas, members, texts.join('\n'));
}

/**
 * The quoted values that the description of an order parameter, or a sentence about it, states as the default: "the
 * default is `-created_at`". If the text states that a minus requests the descending order, a plus is added to a name
 * without a direction.
 */
function describedDefaults(operation: Operation, parameter: Parameter): readonly string[] {
  const text = [parameter.description, ...valueSentences(operation, parameter)].join('\n');
  const values = [...text.matchAll(DEFAULT)].map(([, value = '']) => value);
  return SIGN.test(text) ? values.map((value) => (DIRECTED.test(value) ? value : `+${value}`)) : values;
}

const DEFAULT = /\bdefault(?:s to|s| is|:|)? [`"']([^`"'\n]+)[`"']/gi;

const BY_TIME =
  /\bby (?:the |their |its )?(?:(?:date|time) of (?:the |their |its )?([a-z]+(?:ing|ion))|([a-z]+(?:ing|ion))[- ](?:date|time))\b/gi;

/**
 * The member by which a list is sorted, if its order parameter states only the direction. The description must have the
 * name of the member ("sorted by `name`"), or words for its time ("by the time of posting", "by creation date").
 * `undefined` if the text mentions several times.
 */
export function directedMember(schemas: SchemaSource, members: Members, text: string): string | undefined {
  const stated = statedKey(schemas, members, text)?.member;
  const [time, ...others] = [...text.matchAll(BY_TIME)];
  if (stated !== undefined || time === undefined || others.length > 0 || CONDITION.test(text)) return stated;
  const word = (time[1] ?? time[2] ?? '').toLowerCase();
  if (/^(?:creation|insertion)$/.test(word)) return creationTime(schemas, members);
  const stem = word.replace(/(?:ing|ion)$/, '');
  const times = [...members].flatMap(([name, uris]) => (isTime(schemas, uris) ? [name] : []));
  const fit = times.filter((name) => plainName(name).startsWith(stem));
  return stem.length >= SHORTEST_STEM && fit.length === 1 ? fit[0] : undefined;
}

const SHORTEST_STEM = 4;

const DIRECTED = /^[-+]|[-_:. ](?:asc|desc|ascending|descending)$/i;

/** Whether a value states the direction by a sign (`-name`) or by a word (`name desc`). */
function isDirected(value: unknown): value is string {
  return typeof value === 'string' && DIRECTED.test(value);
}

/**
 * The order that a text states: "newest first", "sorted by `name`", "in descending order of `rank`", "in the order of
 * their creation". `undefined` if no sentence states an order clearly, or if two sentences state different orders.
 */
function statedKey(schemas: SchemaSource, members: Members, text: string): StatedKey | undefined {
  const found = sentencesOf(text).flatMap((sentence) => sentenceKey(schemas, members, sentence) ?? []);
  const [key, ...others] = found;
  const isSame = (other: StatedKey): boolean => other.member === key?.member && other.direction === key.direction;
  return key !== undefined && others.every(isSame) ? { ...key, ...keyOf(schemas, members, key.member) } : undefined;
}

/** Matches a condition that is true for requests without the order parameter: "if `sort` is not set". */
const WITHOUT_PARAMETER = /\b(?:if|when|unless|without)\b[^,;.]*\b(?:sort|order)\w*[^,;.]*/gi;
/** Matches the part of a sentence that is about requests with a certain argument: "or the newest with `sort=-id`". */
const WITH_ARGUMENT = /,? (?:or|and) [^,;.`]*\bwith `[\w$.[\]-]+=[^`]*`/gi;
/** Matches sentences about an order that is only possible, or that has a condition. */
const CONDITION =
  /\b(?:can|may|might|could|never|unless|if|when|optional(?:ly)?|either|or|un(?:sorted|ordered|specified|defined)|arbitrary|depend\w*|relevance|score)\b/i;
/** Matches clauses which deny an order, or which are about an order inside each element or group. */
const OTHER_ORDER = /\b(?:not|no|each|every|within|inside|per|group\w*)\b/i;
const FROM_TO = /\bfrom (?:the )?(newest|oldest)(?: one)? to (?:the )?(?:oldest|newest)\b/i;
const FIRST =
  /\b(newest|latest|most recent|most recently|last|oldest|earliest|least recently)(?: ([a-z]+))?(?: [a-z]+)?(?: (?:appearing|listed|shown|returned|coming))? first\b/i;
/**
 * Matches "sorted by" and the member after it. `the` may precede the member only if the member is a time or is quoted:
 * "ordered by the customer" is about a purchase.
 */
const SORTED_BY =
  /\b(?:sort(?:s|ed|ing| order)|order(?:ed|ing)|default order)(?: is)?(?: (alphabetically|lexicographically|numerically|ascending|descending))? (?:by|on) (?:(ascending|descending) )?(?:(?:the |their |its )(?=[`"']|creation|\w+ (?:date|time|name)\b))?[`"']?([A-Za-z][\w.-]*)[`"']?(?: (date|time|name)\b)?(.*)$/i;
const IN_ORDER_OF =
  /\bin (?:the )?(?:(ascending|descending) )?(?:(?:reverse )?(?:numeric|numerical|alphabetical|lexicographical|chronological) )?order (?:of|by) (?:the |their |its )?[`"']?([A-Za-z][\w.-]*)[`"']?(?: (date|time|name)\b)?/i;
/**
 * Matches "in the order in which they were recorded". The verb ("recorded") identifies the time by which the list is
 * sorted.
 */
const IN_ORDER_ADDED =
  /\bin (?:the|their) order (?:in which|that|as) (?:\w+ ){1,3}(?:were|are|was|is|have been) (?:\w+ ){0,2}?(\w+ed)\b/i;
const DIRECTION = /^[,(]?\s*\(?(?:in )?(ascending|descending|asc|desc)\b/i;
const LARGEST_FIRST =
  /^[,(]?\s*\(?(?:with the )?(?:newest|latest|most recent|highest|largest|greatest|longest|biggest) (?:[a-z]+ ){0,2}first\b/i;
const SMALLEST_FIRST =
  /^[,(]?\s*\(?(?:with the )?(?:oldest|earliest|lowest|smallest|shortest|least) (?:[a-z]+ ){0,2}first\b/i;

function sentenceKey(schemas: SchemaSource, members: Members, sentence: string): StatedKey | undefined {
  const clear = sentence.replaceAll(WITHOUT_PARAMETER, '').replaceAll(WITH_ARGUMENT, '');
  if (CONDITION.test(clear) || /\breverse/i.test(clear)) return undefined;
  const [whole, way, word = '', kind, rest = ''] = namedOrder(clear) ?? [];
  if (way !== undefined && whole !== undefined) {
    if (OTHER_ORDER.test(clauseOf(clear, whole))) return undefined;
    const member = namedMember(schemas, members, word, kind);
    if (member === undefined || !isScalar(schemas, members, member)) return undefined;
    const direction = directionIn(way, rest) ?? (isText(schemas, members, member) ? 'ascending' : undefined);
    return { member, ...(direction && { direction }) };
  }
  const [first, which, verb] = FIRST.exec(clear) ?? FROM_TO.exec(clear) ?? [];
  if (first === undefined || which === undefined || OTHER_ORDER.test(clauseOf(clear, first))) return undefined;
  const [, added] = IN_ORDER_ADDED.exec(clear) ?? [];
  const isChange = /ly$/i.test(which) && verb !== undefined;
  const change = added ?? (isChange ? verb : undefined);
  const member = change === undefined ? creationTime(schemas, members) : changeTime(schemas, members, change);
  const direction = /^(?:oldest|earliest|least)/i.test(which) ? 'ascending' : 'descending';
  return member === undefined ? undefined : { member, direction };
}

/** The clause of a sentence in which `text` occurs, up to the end of `text`. */
function clauseOf(sentence: string, text: string): string {
  const at = sentence.indexOf(text);
  const before =
    sentence
      .slice(0, at)
      .split(/[,:(–—]/)
      .at(-1) ?? '';
  return `${before}${text.split(/[,:(–—]/)[0] ?? ''}`;
}

type NamedOrder = readonly [whole: string, way: string, word: string, kind: string | undefined, rest: string];

/**
 * The words in a sentence that state an order: the words for the direction, the member, and the rest of the sentence.
 */
function namedOrder(sentence: string): NamedOrder | undefined {
  const inOrder = IN_ORDER_OF.exec(sentence);
  if (inOrder !== null) {
    const [whole, way = 'ascending', word = '', kind] = inOrder;
    return [whole, way, word, kind, sentence.slice(inOrder.index + whole.length)];
  }
  const sorted = SORTED_BY.exec(sentence);
  if (sorted === null) return undefined;
  const [whole, before = '', way = before, word = '', kind, rest = ''] = sorted;
  return [whole, way, word, kind, rest];
}

/**
 * The direction of an order. It is taken from the words after the member (`rest`) or, if they state none, from the
 * words before it (`way`).
 */
function directionIn(way: string, rest: string): Direction | undefined {
  const after = rest.trimStart();
  if (LARGEST_FIRST.test(after)) return 'descending';
  if (SMALLEST_FIRST.test(after)) return 'ascending';
  const [, stated = way] = DIRECTION.exec(after) ?? [];
  if (/^(?:asc|alpha|lexi)/i.test(stated)) return 'ascending';
  return /^desc/i.test(stated) ? 'descending' : undefined;
}

/** The member to which the words after "sorted by" refer: `name`, "last name", "creation date", "creation". */
function namedMember(
  schemas: SchemaSource,
  members: Members,
  word: string,
  kind: string | undefined,
): string | undefined {
  if (/^(?:creation|insertion)$/i.test(word)) return creationTime(schemas, members);
  const names = kind === undefined ? [word, word.replace(/s$/, '')] : [`${word}${kind}`, word];
  for (const name of names) {
    const alike = [...members.keys()].filter((member) => plainName(member) === plainName(name));
    const member = sortedMember(schemas, members, alike.length === 1 ? (alike[0] ?? name) : name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Matches names of members for the time when an element was created. */
const CREATED = /^(?:created(?:at|on|date|time)?|creation(?:date|time)|(?:date|time)created)$/;
/** Names of times after the creation, such as `updated_at`. "Newest" does not refer to them. */
const LATER =
  /updat|modif|chang|edit|delet|remov|archiv|expir|due|cancel|approv|reject|decid|review|submit|complet|finish|resolv|clos|end|last|until|verif|accept|read|paid|deliver|sync|birth/;

/**
 * The time of the creation, to which "newest" refers. `undefined` if the elements have another time that "newest" may
 * mean. A number with a name such as `created` also counts as a time.
 */
function creationTime(schemas: SchemaSource, members: Members): string | undefined {
  const times = [...members].flatMap(([name, stated]) => (isTime(schemas, stated) ? [name] : []));
  const numbers = [...members.keys()].filter(
    (name) => CREATED.test(plainName(name)) && hasOnly(schemas, members, name, ['integer', 'number']),
  );
  if (times.length + numbers.length === 1) {
    const [only = ''] = [...times, ...numbers];
    return LATER.test(plainName(only)) ? undefined : only;
  }
  const created = [...times, ...numbers].filter((name) => CREATED.test(plainName(name)));
  const others = times.filter((name) => !created.includes(name));
  return created.length === 1 && others.every((name) => LATER.test(plainName(name))) ? created[0] : undefined;
}

/** The time of a change that a participle describes: `updated_at` for "most recently updated". */
function changeTime(schemas: SchemaSource, members: Members, verb: string): string | undefined {
  const change = plainName(verb);
  if (change === 'created' || change === 'added') return creationTime(schemas, members);
  const names = [change, `${change}at`, `${change}on`, `last${change}at`, `last${change}`];
  const fit = [...members].filter(([name, stated]) => names.includes(plainName(name)) && isTime(schemas, stated));
  return fit.length === 1 ? fit[0]?.[0] : undefined;
}

function isScalar(schemas: SchemaSource, members: Members, member: string): boolean {
  return hasOnly(schemas, members, member, ['string', 'integer', 'number', 'null']);
}

function hasOnly(schemas: SchemaSource, members: Members, member: string, types: readonly string[]): boolean {
  return (members.get(member) ?? []).every((uri) =>
    [...schemaTypes(schemas, uri)].every((type) => types.includes(type)),
  );
}

function isText(schemas: SchemaSource, members: Members, member: string): boolean {
  if (isTime(schemas, members.get(member) ?? []) || keyOf(schemas, members, member).isDecimal === true) return false;
  return hasOnly(schemas, members, member, ['string', 'null']);
}
