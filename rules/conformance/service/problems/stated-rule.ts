import { elementSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import type { CaseInput } from '../../../../contract/case.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { descriptionsOf, sentencesOf, wordsOf } from '../../../../contract/sentences.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { rejectedMembers } from './rejected-members.js';

/** Statuses with which a service refuses a value. */
const ABOUT_VALUES: ReadonlySet<number> = new Set([400, 422]);

/**
 * Whether a documented refusal follows a rule about values that the contract states only in a text, because no schema
 * can state it: "the last day must not be before the first", "must be the id of an employee", "an empty file is 422".
 * Each member that the reply names needs such a sentence: in the description of the member, or in the description of
 * its object or of the operation, if the sentence mentions the member. If the reply names no member, one of the given
 * ones needs a sentence with the status in its own description: "invalid expressions return 400".
 */
export function isStatedRule(contract: Contract, operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const { status } = reply;
  if (!ABOUT_VALUES.has(status) || !documentsStatus(operation, status)) return false;
  const places = rejectedMembers(reply);
  if (places.length > 0)
    return places.every((place) => mayBeValue(operation, input, place) && isRuled(contract, operation, place, status));
  const names = [...Object.keys(input.query ?? {}), ...(isJsonObject(input.body) ? Object.keys(input.body) : [])];
  return names.some((name) =>
    textsOf(contract.schemas, operation, [name], name)
      .own.texts.flatMap(sentencesOf)
      .some((sentence) => sentence.match(STATUS)?.includes(String(status)) === true),
  );
}

/**
 * Whether a place may hold a value that the service has judged. A parameter or a member of a new item must be given; a
 * change may conflict with a stored member.
 */
function mayBeValue({ method, parameters }: Operation, input: CaseInput, place: string): boolean {
  const given = new Set(
    [input.path, input.query, input.header, input.body].flatMap((part) =>
      isJsonObject(part) ? Object.keys(part) : [],
    ),
  );
  const tokens = tokensOf(place);
  if (tokens.some((token) => given.has(token))) return true;
  const isParameter = tokens.some((token) => parameters.some(({ name }) => name === token));
  return method === 'patch' && !isParameter;
}

function tokensOf(place: string): readonly string[] {
  return place.split(/[/.[\]#]/).filter((token) => token !== '');
}

function isRuled({ schemas }: Contract, operation: Operation, place: string, status: number): boolean {
  const tokens = tokensOf(place);
  const name = tokens.findLast((token) => token !== '*');
  if (name === undefined) return false;
  const { own, around } = textsOf(schemas, operation, tokens, name);
  const stated = limitsOf(own.schemas);
  return (
    own.texts.flatMap(sentencesOf).some((sentence) => isRule(sentence, status, stated)) ||
    [...around, operation.summary, operation.description]
      .flatMap(sentencesOf)
      .some((sentence) => mentions(sentence, name) && !needs(sentence, name) && isRule(sentence, status, stated))
  );
}

interface Described {
  readonly texts: readonly string[];
  readonly schemas: readonly Json[];
}

/** The texts and the schemas of a parameter or a member, and the texts of the objects around it. */
function textsOf(
  schemas: SchemaSource,
  { parameters, requestBody }: Operation,
  tokens: readonly string[],
  name: string,
): { readonly own: Described; readonly around: readonly string[] } {
  const parameter = parameters.find((each) => each.name === name || each.name === tokens[0]);
  const own: Json[] = parameter === undefined ? [] : [...schemasInPlace(schemas, parameter.schema).values()];
  const around: string[] = [];
  let at: readonly SchemaUri[] = requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  for (const token of tokens) {
    const below = token === '*' ? elementSchemas(schemas, at) : (statedMembers(schemas, at).get(token) ?? []);
    // The place may begin with words such as `body`.
    if (below.length === 0) continue;
    around.push(...descriptionsOf(at.flatMap((uri) => [...schemasInPlace(schemas, uri).values()])));
    at = below;
    if (token === name) own.push(...at.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]));
  }
  const texts = [...(parameter === undefined ? [] : [parameter.description]), ...descriptionsOf(own)];
  return { own: { texts, schemas: own }, around };
}

/** The numbers that a schema states, and whether it forbids equal elements. A text often repeats them. */
interface Limits {
  readonly numbers: ReadonlySet<number>;
  readonly isUnique: boolean;
}

function limitsOf(schemas: readonly Json[]): Limits {
  const objects = schemas.filter(isJsonObject);
  const numbers = objects.flatMap((schema) => Object.values(schema)).filter((value) => typeof value === 'number');
  return { numbers: new Set(numbers), isUnique: objects.some((schema) => schema['uniqueItems'] === true) };
}

/** Words of a sentence that restricts values. */
const RESTRICTS =
  /\b(?:must|may (?:only|not)|can (?:only|not)|cannot|only|refused|rejected|invalid|has to|have to|at (?:most|least)|no more than|not (?:allowed|permitted))\b/i;
/** Words about other values, stored items or the time. A schema cannot state such a rule. */
const BEYOND_SCHEMA =
  /\b(?:before|after|earlier|later|same|both|together|equals?|differ\w*|already|exist\w*|known|unknown|(?:id|identifier|code|name) of (?:an?|the)|itself|future|past|today|now|week ?days?|if|when|unless|while|sum|other(?:wise)?|result)\b/i;
const ABOUT_EQUAL = /\b(?:twice|unique|duplicates?|repeat\w*)\b/i;
const STATUS = /\b4\d\d\b/g;
const NUMBER = /\b\d+(?:\.\d+)?\b/g;

/** Whether a sentence states a rule that the schema does not state, or the status of a refusal. */
function isRule(sentence: string, status: number, { numbers, isUnique }: Limits): boolean {
  const statuses: readonly string[] = sentence.match(STATUS) ?? [];
  if (statuses.length > 0 && !statuses.includes(String(status))) return false;
  const isBeyond = BEYOND_SCHEMA.test(sentence) || (!isUnique && ABOUT_EQUAL.test(sentence));
  if (statuses.length === 0 && !RESTRICTS.test(sentence)) return false;
  const others = (sentence.match(NUMBER) ?? []).filter((number) => !statuses.includes(number));
  // Without other words and other numbers, the text only repeats the limits of the schema.
  return (
    isBeyond || others.some((number) => !numbers.has(Number(number))) || (statuses.length > 0 && others.length === 0)
  );
}

/** Whether a sentence states that the member is required. The service then refuses only an input without it. */
function needs(sentence: string, name: string): boolean {
  const words = wordsOf(sentence);
  return words.some((word, at) => /^(?:needs?|requires?)$/i.test(word) && words.slice(at, at + 4).includes(name));
}

const SHORTEST_WORD = 4;

/** Whether a sentence names a member, or contains one of the words of its name: `dates` for `endDate`. */
function mentions(sentence: string, name: string): boolean {
  const words = wordsOf(sentence).map((word) => word.toLowerCase());
  if (words.includes(name.toLowerCase())) return true;
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_]/)
    .filter((part) => part.length >= SHORTEST_WORD || part === 'day');
  return parts.some((part) => words.some((word) => word === part || word === `${part}s`));
}
