import { requestSchemas } from '../../../../contract/collections/envelope.js';
import { elementSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import type { CaseInput } from '../../../../contract/case.js';
import { coversStatus, descriptionOf } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import {
  descriptionsOf,
  quotedNames,
  sentencesOf,
  statusesIn,
  wordsOf,
  wrappedSentences,
} from '../../../../contract/sentences.js';
import { isItemPath } from '../../../../contract/path-relations.js';
import { schemasInPlace, textsInPlace } from '../../../../contract/wire/decode-value.js';
import { RESTRICTS, isRule, limitsOf } from '../../../values/stated/value-rules.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { absentReferences, isReference } from './absent-reference.js';
import { placesIn } from './named-places.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { mentions, reasonWords, sharesWords } from './replies/refusal-texts.js';
import { shownReason } from './replies/stated-reason.js';
import { breaksStatedForm } from './stated-form.js';
import { isAbout, mayBeAboutValue } from './refused-statuses.js';

/**
 * Whether a documented refusal is explained by rules about values that only descriptions state, because no schema can
 * state them: "the last day must not be before the first", "must be the id of an employee", "an empty file is 422".
 * - If the reply names members, each of them needs such a rule: in its own description, or in the description of its
 *   object or of the operation, if the sentence mentions the member. A member that refers to an item that does not
 *   exist needs no rule. For a member that the input lacks, the description of a different argument may state the rule:
 *   "A member that the mask names must be in the body".
 * - If the reply names no member, one member of the input is enough. Its description must name the status ("invalid
 *   expressions return 400"), state a form that the value breaks, or state a rule that shares words with the reason of
 *   the reply. For a status other than 400, 404 and 422, the sentence must name the status: "larger numbers may be
 *   refused with 403".
 */
export function isStatedRule(contract: Contract, operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const { status } = reply;
  if (!mayBeAboutValue(status) || !coversStatus(operation, status)) return false;
  const places = rejectedMembers(reply);
  const absent = absentReferences(contract, operation, input, reply);
  if (places.length > 0)
    return places.every(
      (place) =>
        isReference(place, absent) ||
        (mayBeValue(contract, operation, input, place) &&
          (hasStatedRule(contract, operation, input, place, status) || isAboutOther(operation, input, place, reply))),
    );
  const names = givenNames(input);
  const text = shownReason(reply);
  const named = placesIn(contract.schemas, operation, names, text);
  if (named.some((place) => hasStatedRule(contract, operation, input, place, status))) return true;
  const reason = reasonWords(text);
  return names.some((name) => {
    const { texts, schemas } = textsOf(contract.schemas, operation, [name], name).own;
    const isReason = (sentence: string): boolean => {
      const words = [...reasonWords(sentence)];
      return words.length > 0 && isRule(sentence, limitsOf(schemas)) && words.every((word) => reason.has(word));
    };
    return texts
      .flatMap(sentencesOf)
      .some(
        (sentence) =>
          statusesIn(sentence).includes(String(status)) ||
          (isAbout(sentence, status) && (breaksStatedForm(sentence, valueOf(input, [name])) || isReason(sentence))),
      );
  });
}

/** The names of the query and header arguments, and of the members of the body. */
export function givenNames({ query = {}, header = {}, body = null }: CaseInput): readonly string[] {
  return [query, header, body].flatMap((given) => (isJsonObject(given) ? Object.keys(given) : []));
}

/**
 * Whether the reply is about a member that the input lacks, and the description of a given parameter states a rule that
 * shares words with the reason of the reply.
 */
function isAboutOther(operation: Operation, input: CaseInput, place: string, reply: WireResponse): boolean {
  const names = givenNames(input);
  const reason = reasonWords(shownReason(reply));
  if (reason.size === 0 || tokensIn(operation, place).some((token) => names.includes(token))) return false;
  return operation.parameters
    .filter(({ name }) => names.includes(name))
    .flatMap(({ description }) => sentencesOf(description))
    .some((sentence) => isAbout(sentence, reply.status) && RESTRICTS.test(sentence) && sharesWords(reason, sentence));
}

/**
 * Whether the service may have judged a value at the place that its reply names. The parameter or member must be given
 * or have a default. A member of a PATCH need not be given, because the stored value counts too.
 */
function mayBeValue({ schemas }: Contract, operation: Operation, input: CaseInput, place: string): boolean {
  const { method, parameters } = operation;
  const given = new Set(
    [input.path, input.query, input.header, input.body].flatMap((part) =>
      isJsonObject(part) ? Object.keys(part) : [],
    ),
  );
  const tokens = tokensIn(operation, place);
  if (tokens.some((token) => given.has(token))) return true;
  if (method === 'patch' && !parameters.some(({ name }) => tokens.includes(name))) return true;
  const name = tokens.findLast((token) => token !== '*') ?? '';
  const stated = textsOf(schemas, operation, tokens, name).own.schemas;
  return stated.some((schema) => ownValue(schema, 'default') !== undefined);
}

/**
 * The segments of a place that a reply names. The name of a parameter is one segment, even if it has brackets:
 * `filter[from]`.
 */
function tokensIn({ parameters }: Operation, place: string): readonly string[] {
  const parameter = parameters.find(
    ({ name }) => place === name || (/^(?:query|header|path)[./]/.test(place) && place.endsWith(name)),
  );
  if (parameter !== undefined) return [parameter.name];
  return place.split(/[/.[\]#]/).filter((token) => token !== '');
}

/**
 * Whether a description states a rule for a member of the input, because of which a service may refuse the input with
 * this status. `place`: the name or the pointer of the member in the reply. If the text of the operation states that
 * the rules of a second operation apply too, the descriptions of the second one are also used.
 */
export function hasStatedRule(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  place: string,
  status: number,
): boolean {
  const tokens = tokensIn(operation, place);
  const name = tokens.findLast((token) => token !== '*');
  if (name === undefined) return false;
  const value = valueOf(input, tokens);
  return [operation, ...referredOperations(contract, operation)].some((each) => {
    const { own, around } = textsOf(contract.schemas, each, tokens, name);
    const stated = limitsOf(own.schemas);
    const isRuling = (sentence: string): boolean =>
      isAbout(sentence, status) &&
      (isRule(sentence, stated) || breaksStatedForm(sentence, value)) &&
      !isConditionMet(sentence, input, name);
    const ofStatus = descriptionOf(each, status);
    return (
      own.texts.flatMap(sentencesOf).some(isRuling) ||
      sentencesOf(ofStatus).some((sentence) => breaksStatedForm(sentence, value)) ||
      ofStatus.split(/[,;.](?:\s|$)/).some((clause) => quotedNames(clause).includes(name) && RELATES.test(clause)) ||
      [...around, each.summary, each.description]
        .flatMap(wrappedSentences)
        .filter((sentence) => isAbout(sentence, status))
        .flatMap((sentence) => [
          ...(statusesIn(sentence).length > 0 && !NEEDS.test(sentence) ? [sentence] : []),
          ...sentencesOf(sentence),
        ])
        .some((sentence) => mentions(sentence, name) && !needs(sentence, name) && isRuling(sentence))
    );
  });
}

/** Matches words of a sentence which states that the rules of a different operation apply. */
const SAME_RULES = /\b(?:rules?|limits?|constraints?|restrictions?|conditions?|same|as for|as in|appl(?:y|ies))\b/i;

/**
 * The operations whose rules apply to an operation too, according to its description: "The rules of `createOrder`
 * apply", or "The rules of a replacement apply", which means the PUT of the same item.
 */
function referredOperations({ operations }: Contract, { id, path, description }: Operation): readonly Operation[] {
  const sentences = sentencesOf(description).filter((sentence) => SAME_RULES.test(sentence));
  const words = new Set(sentences.flatMap(wordsOf));
  const isNamed = (other: Operation): boolean => /[a-z][A-Z]|[_-]/.test(other.id) && words.has(other.id);
  const isMeant = ({ method, path: own }: Operation): boolean =>
    (method === 'put' && own === path && sentences.some((sentence) => REPLACEMENT.test(sentence))) ||
    (method === 'post' && isItemPath(path, own) && sentences.some((sentence) => CREATION.test(sentence)));
  const likened = sentencesOf(description).flatMap((sentence) =>
    [...sentence.matchAll(LIKENED)].map(([, named = '']) => named),
  );
  const isLikened = (other: Operation): boolean => likened.some((named) => isOperationNamed(named, other));
  return operations.filter((other) => other.id !== id && (isNamed(other) || isMeant(other) || isLikened(other)));
}

/**
 * Matches a phrase that compares an operation with a second one, and captures the words for the second one: "Pages work
 * as for the transactions of an account".
 */
const LIKENED = /\b(?:as|like) (?:for|in|with|of|on)\b([^,.;:(]+)/gi;

/**
 * Whether all nouns of a phrase, such as "the transactions of an account", are words in the id of an operation, such as
 * `listAccountTransactions`.
 */
function isOperationNamed(phrase: string, { id }: Operation): boolean {
  const named = reasonWords(phrase);
  const own = reasonWords(id);
  return named.size > 1 && [...named].every((word) => own.has(word));
}

/** Matches words for the PUT of an item; `CREATION` matches words for the POST that creates it. */
const REPLACEMENT = /\b(?:replac\w+|PUT)\b/;
const CREATION = /\b(?:creat\w+|POST)\b/;

/**
 * The value of a member of the body, or of an argument. `tokens`: the names that lead to it, perhaps after words such
 * as `body`.
 */
function valueOf({ body = null, query = {}, header = {}, path = {} }: CaseInput, tokens: readonly string[]): Json {
  for (const root of [body, query, header, path]) {
    for (let first = 0; first < Math.min(tokens.length, FIRST_PLACES); first += 1) {
      const found = tokens.slice(first).reduce<Json | undefined>((at, token) => ownValue(at ?? null, token), root);
      if (found !== undefined) return found;
    }
  }
  return null;
}

const FIRST_PLACES = 2;

/**
 * Whether the input has the value on which a sentence makes a member depend: "only with the kind `paid`". If it has,
 * the sentence is not a reason to refuse the member.
 */
function isConditionMet(sentence: string, input: CaseInput, name: string): boolean {
  if (!/\b(?:only|required) (?:with|for|if|when|in)\b/i.test(sentence)) return false;
  const quoted = quotedNames(sentence);
  const given = [input.query ?? {}, isJsonObject(input.body) ? input.body : {}].flatMap((one) => Object.entries(one));
  return given.some(
    ([other, value]) =>
      other !== name && typeof value === 'string' && quoted.includes(value) && mentions(sentence, other),
  );
}

interface Described {
  readonly texts: readonly string[];
  readonly schemas: readonly Json[];
}

/**
 * The descriptions and the schemas of a parameter or member (`own`), and the descriptions of the objects around it
 * (`around`).
 */
function textsOf(
  schemas: SchemaSource,
  operation: Operation,
  tokens: readonly string[],
  name: string,
): { readonly own: Described; readonly around: readonly string[] } {
  const parameter = operation.parameters.find((each) => each.name === name || each.name === tokens[0]);
  const own: Json[] = parameter === undefined ? [] : [...schemasInPlace(schemas, parameter.schema).values()];
  const around: string[] = [];
  let at = requestSchemas(operation);
  for (const token of tokens) {
    const below = token === '*' ? elementSchemas(schemas, at) : (statedMembers(schemas, at).get(token) ?? []);
    // The place may begin with words such as `body`.
    if (below.length === 0) continue;
    around.push(...textsInPlace(schemas, at));
    at = below;
    if (token === name) own.push(...at.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]));
  }
  const texts = [...(parameter === undefined ? [] : [parameter.description]), ...descriptionsOf(own)];
  return { own: { texts, schemas: own }, around };
}

/**
 * Matches words of a clause about a relation between several values: "`autoRemove` is combined with a policy other than
 * `no`".
 */
const RELATES =
  /\b(?:combined|together|other than|different from|before|after|greater|less|more than|without|unless)\b/i;
/**
 * Matches words of a sentence that requires a member. Such a sentence explains the refusal of an input without the
 * member, which `isStatedNeed` judges.
 */
const NEEDS = /\b(?:needs?|requires?)\b/i;
/**
 * Whether a sentence only states that the member is required. Such a sentence does not explain the refusal of an input
 * that has the member.
 */
function needs(sentence: string, name: string): boolean {
  const words = wordsOf(sentence);
  return words.some((word, at) => /^(?:needs?|requires?)$/i.test(word) && words.slice(at, at + 4).includes(name));
}
