import type { Contract, SchemaSource } from '../contract.js';
import type { HeaderSpec, Operation, Parameter } from '../operation.js';
import { descriptionOfContract, quotedNames, wrappedSentences } from '../sentences.js';
import { textsInPlace } from '../wire/decode-value.js';

/**
 * The header parameter whose value a reply repeats in the header of the same name, such as `X-Request-Id`. One of these
 * texts must state the repetition:
 * - the description of the response header ("echoes the value of the request");
 * - the description of the parameter ("returned in the response");
 * - a sentence about the header in the text of the operation or of the whole contract.
 */
export function returnedParameter(contract: Contract, operation: Operation, header: HeaderSpec): Parameter | undefined {
  const cached = known.get(header) ?? { parameter: findReturned(contract, operation, header) };
  known.set(header, cached);
  return cached.parameter;
}

/** Caches the result for each header of a response, because a rule needs it for each reply. */
const known = new WeakMap<HeaderSpec, { readonly parameter: Parameter | undefined }>();

function findReturned(
  { schemas, document }: Contract,
  { parameters, summary, description }: Operation,
  header: HeaderSpec,
): Parameter | undefined {
  const name = header.name.toLowerCase();
  const parameter = parameters.find((each) => each.in === 'header' && each.name.toLowerCase() === name);
  if (parameter === undefined) return undefined;
  const ofHeader = [header.description ?? '', ...described(schemas, header)];
  const ofParameter = [parameter.description, ...described(schemas, parameter)];
  const about = [summary, description, descriptionOfContract(document)].flatMap((text) => blocksAbout(text, name));
  const isStated =
    ofHeader.flatMap(clauses).some((clause) => isCertain(clause) && OF_REQUEST.test(clause)) ||
    [...ofParameter, ...about]
      .flatMap(clauses)
      .some((clause) => isCertain(clause) && isAboutValue(clause, name) && IN_REPLY.test(clause));
  return isStated ? parameter : undefined;
}

function described(schemas: SchemaSource, { schema }: Pick<HeaderSpec, 'schema'>): readonly string[] {
  return schema === undefined ? [] : textsInPlace(schemas, [schema]);
}

/**
 * The parts of a text that are about one header. A part is a paragraph or an item of a list. It must begin with the
 * name of the header, and quote no other name.
 */
function blocksAbout(text: string, name: string): readonly string[] {
  const blocks = text.split(/\n\s*\n|\n(?=\s*[-*] )/);
  return blocks.filter((block) => {
    const [first, ...others] = new Set(quotedNames(block).map((each) => each.toLowerCase()));
    return first === name && others.length === 0 && BEGINS_WITH_NAME.test(block);
  });
}

/**
 * Matches the quotation mark before a name at the beginning of a paragraph. A title in bold letters and words such as
 * "A client may send" may precede the name.
 */
const BEGINS_WITH_NAME =
  /^[\s*-]*(?:[A-Z][\w -]{0,40}[.:]?\*\*[.:]?\s+)?(?:the (?:header |value of )?|(?:an?|the|every|each) (?:client|caller|request) (?:may|can) (?:send|have|contain|set|pass) (?:an? |the (?:header )?)?)?[`"']/i;

/**
 * Whether a clause is about the value of the header. It quotes the name of the header, or refers to its value with
 * words such as "it" or "the value".
 */
function isAboutValue(clause: string, name: string): boolean {
  return quotedNames(clause).some((each) => each.toLowerCase() === name) || VALUE.test(clause);
}

const VALUE =
  /\b(?:it|the (?:same )?(?:header|value|id|identifier))\b|^\W*(?:is |will be )?(?:echoed|returned|repeated|copied|reflected|mirrored|sent back|played back)\b/i;

/**
 * The clauses of a text. An alternative for a request that lacks the header is removed: "or a new one if the request
 * has none".
 */
function clauses(text: string): readonly string[] {
  return wrappedSentences(text)
    .flatMap((sentence) => sentence.replaceAll(/\s+/g, ' ').split(/;\s/))
    .map((clause) => clause.replace(ALTERNATIVE, ''));
}

/** Matches an alternative for a request that lacks the header: "or a new one if the request has none". */
const ALTERNATIVE =
  /,? or [^,]{0,80} (?:if|when|where) [^,]{0,60}\b(?:no|none|not|missing|absent|omit\w*|without|lacks?)\b.*$/i;

/**
 * Matches words with which a clause states only a possibility, an exception, or a value that differs from the request.
 */
const UNCERTAIN =
  /\b(?:may|might|can|could|should|usually|typically|normally|or|if|when|not|never|except|unless|hash\w*|derived|prefix\w*|suffix\w*|truncat\w*|shorten\w*|new|next|only|body|list|used|resolved|assigned|generated|created|unique|server|gateway)\b/i;

function isCertain(clause: string): boolean {
  return !UNCERTAIN.test(clause);
}

const OF_REQUEST =
  /\bvalue of (?:the|its) (?:request|client|caller)\b|\b(?:value|id|identifier) (?:from|in|as in|sent (?:in|with|by)|given (?:in|by)) (?:the|its) (?:request|client|caller)\b|\becho(?:es|ed)?\b.*\b(?:request|client|caller)\b|\bsame (?:value )?as in the request\b/i;

const IN_REPLY =
  /\b(?:echoed|returned|repeated|copied|reflected|mirrored|sent back|played back) (?:back |unchanged )?(?:in|with|by|on) (?:the|its|every|each|all) (?:response|reply|answer|replies)s?\b|\b(?:response|reply|answer)s?\b.* (?:plays?|sends?|gives?|returns?|echo(?:es)?|repeats?|has|have|contains?) (?:the |it )?(?:same )?(?:value|id|identifier)?\b ?(?:back|unchanged)\b|\b(?:every|each|all) (?:response|reply|answer|replies)s?\b(?:,[^,.]*,|\s+(?:also|always|then))* (?:repeats?|returns?|echo(?:es)?) (?:it|(?:the|this) (?:same )?(?:value|id|identifier))\s*[.;]?\s*$/i;
