import type { CaseInput } from '../../case.js';
import type { Contract } from '../../contract.js';
import { fedInput } from '../../inputs/link-expressions.js';
import { isValidInput } from '../../inputs/input-violations.js';
import { type QueryPlace, queryValue, withoutQueryValue } from '../../inputs/query-place.js';
import { type Json, isJsonObject, ownValue } from '../../json/json.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { Operation } from '../../operation.js';
import { lastSegment, parentPath } from '../../path-relations.js';
import { isPluralOf, plainName } from '../../plain-name.js';
import { identifierTypes } from '../../wire/decode-value.js';
import { quotedNames, wrappedSentences } from '../../sentences.js';
import { isJsonMediaType } from '../../wire/message.js';
import { envelopeOf } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

/** The member of a request body that repeats the identifier in the path, such as `id` in `PUT /items/{item_id}`. */
export interface RepeatedId {
  /** The name of the path parameter that contains the identifier. */
  readonly parameter: string;
  /** The name of the member that repeats the identifier. */
  readonly name: string;
  /** The member of the body that contains `name`, such as `data`. Omitted if `name` is a direct member of the body. */
  readonly within?: string;
  /** Set if the description of the operation requires the member, even if the schema does not. */
  readonly isStated?: true;
}

const known = new WeakMap<Operation, { readonly id: RepeatedId | undefined }>();

/**
 * The member of the request body that repeats the identifier in the path of a PUT or PATCH. The path and the member
 * both identify the item that the operation changes, so their values must be equal. The member and the parameter must
 * have the name of an identifier and a common type. Members with other names are skipped: `name` may rename the item at
 * `/tags/{name}`.
 */
export function repeatedId(contract: Contract, operation: Operation): RepeatedId | undefined {
  let found = known.get(operation);
  if (found === undefined) {
    found = { id: findRepeatedId(contract, operation) };
    known.set(operation, found);
  }
  return found.id;
}

const CHANGES: ReadonlySet<string> = new Set(['put', 'patch']);

function findRepeatedId(
  contract: Contract,
  { method, path, parameters, requestBody, description }: Operation,
): RepeatedId | undefined {
  const { schemas } = contract;
  const parameter = parameters.find(({ in: place, name }) => place === 'path' && lastSegment(path) === `{${name}}`);
  const body = requestBody?.content.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema;
  if (!CHANGES.has(method) || parameter === undefined || body === undefined) return undefined;
  const envelope = envelopeOf(schemas, body);
  const places = [
    { schema: body },
    ...(envelope === undefined ? [] : [{ schema: envelope.schema, within: envelope.name }]),
  ];
  const types = identifierTypes(schemas, parameter.schema);
  for (const { schema, ...place } of places) {
    const members = statedMembers(schemas, [schema]);
    const name = namesOfId(parameter.name, path).flatMap((wanted) =>
      [...members.keys()].filter((member) => plainName(member) === wanted),
    )[0];
    const isSameType = members
      .get(name ?? '')
      ?.some((uri) => [...identifierTypes(schemas, uri)].some((type) => types.has(type)));
    if (name === undefined) continue;
    const isStated = isRequiredByText(description, name);
    return isSameType === true
      ? { parameter: parameter.name, name, ...place, ...(isStated && { isStated }) }
      : undefined;
  }
  return undefined;
}

/**
 * Whether a text requires that the body has the member: "The `id` of the body is required and has to be the id of the
 * URL".
 */
function isRequiredByText(description: string, name: string): boolean {
  return wrappedSentences(description).some(
    (sentence) =>
      quotedNames(sentence).includes(name) &&
      /\b(?:body|request|payload|resource)\b/i.test(sentence) &&
      /\b(?:required|mandatory|must (?:be|have|contain|match|equal)|has to be|needs? to be)\b/i.test(sentence) &&
      !/\b(?:if|when|not|optional)\b/i.test(sentence),
  );
}

/**
 * The plain names that a member may have if it repeats the identifier in the path. The most specific name comes first.
 */
function namesOfId(parameter: string, path: string): readonly string[] {
  const wanted = plainName(parameter);
  if (wanted.endsWith('id')) return [wanted, 'id'];
  return isPluralOf(lastSegment(parentPath(path)), wanted) ? [`${wanted}id`, 'id'] : [];
}

/** The object that contains the member: the body itself, or the object in its member `within`. */
export function holderOf({ within }: { readonly within?: string }, { body }: CaseInput): Json | undefined {
  return within === undefined ? body : ownValue(body, within);
}

/** The identifier in the body; `undefined` if the body lacks the member that repeats the identifier. */
export function repeatedValue(id: RepeatedId, input: CaseInput): Json | undefined {
  return queryValue(input.body, id);
}

/** JSON pointer, in the request body, to the member that repeats the identifier. */
export function repeatedPlace({ name, within }: QueryPlace): string {
  return joinPointer(within === undefined ? '' : joinPointer('', within), name);
}

/** A copy of the input in which the member that repeats the identifier has the given value. */
function withRepeatedValue(id: RepeatedId, input: CaseInput, value: Json): CaseInput {
  return fedInput(input, { in: 'body', ...id }, value);
}

/** The input without the member that repeats the identifier. An input without this member is returned unchanged. */
export function withoutRepeatedId(contract: Contract, operation: Operation, input: CaseInput): CaseInput {
  const id = repeatedId(contract, operation);
  if (id?.isStated === true || id === undefined || repeatedValue(id, input) === undefined) return input;
  return isJsonObject(input.body) ? { ...input, body: withoutQueryValue(input.body, id) } : input;
}

/**
 * The input without the member that repeats the identifier. The member is kept if it identifies a different item from
 * the path.
 */
export function withoutEqualId(contract: Contract, operation: Operation, input: CaseInput): CaseInput {
  return namesOtherItem(contract, operation, input) ? input : withoutRepeatedId(contract, operation, input);
}

/** Whether the body identifies a different item from the path. */
export function namesOtherItem(contract: Contract, operation: Operation, input: CaseInput): boolean {
  const id = repeatedId(contract, operation);
  if (id === undefined) return false;
  const [own, stated] = [ownValue(input.path, id.parameter), repeatedValue(id, input)];
  return own !== undefined && stated !== undefined && own !== stated;
}

/**
 * The input with the same identifier in the path and in the body. The identifier is taken from the path, or from the
 * body if `keep` is `body`. If the resulting input is invalid, the other identifier is used. If both results are
 * invalid, the input is returned unchanged.
 */
export function withOneId(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  keep: 'path' | 'body' = 'path',
): CaseInput {
  const id = repeatedId(contract, operation);
  if (id === undefined) return input;
  if (id.isStated === true && repeatedValue(id, input) === undefined)
    return withStatedId(contract, operation, input, id);
  if (!namesOtherItem(contract, operation, input)) return input;
  const [own, stated] = [ownValue(input.path, id.parameter), repeatedValue(id, input)] as [Json, Json];
  const ofPath = withRepeatedValue(id, input, own);
  const ofBody = { ...input, path: { ...input.path, [id.parameter]: stated } };
  const candidates = keep === 'path' ? [ofPath, ofBody] : [ofBody, ofPath];
  return candidates.find((candidate) => isValidInput(contract, operation, candidate)) ?? input;
}

/** The input in which the body also has the identifier of the path; unchanged if that would make the input invalid. */
function withStatedId(contract: Contract, operation: Operation, input: CaseInput, id: RepeatedId): CaseInput {
  const own = ownValue(input.path, id.parameter);
  if (own === undefined || !isJsonObject(holderOf(id, input))) return input;
  const stated = withRepeatedValue(id, input, own);
  return isValidInput(contract, operation, stated) ? stated : input;
}
