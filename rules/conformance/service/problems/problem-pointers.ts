import type { Contract } from '../../../../contract/contract.js';
import { argumentSchema } from '../../../../contract/inputs/input-violations.js';
import { operationArguments } from '../../../../contract/arguments.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { joinPointer, pointerTokens, valueAt } from '../../../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../../../contract/operation.js';
import { appliedSchemas, appliedToItem, appliedToMember } from '../../../../contract/schema/applied-schemas.js';
import { headerValue } from '../../../../contract/wire/message.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { documentedContent, documentedResponse } from '../../../reply.js';
import type { Trial } from '../../../rule.js';
import { hasStatedRule } from './stated-rule.js';

/** The maximum number of pointers in a problem document. If it has more errors, its pointers are not judged. */
const MOST_POINTERS = 20;

/**
 * The pointers in a problem document, if they are wrong: none of them leads to the invalid value of the case.
 * `undefined` if one of them does, or if the contract documents no pointers. Also `undefined` if each pointer leads to
 * a member for which a text of the contract states a rule: the service may have checked this rule first.
 */
export function pointsElsewhere(
  trial: Trial,
  contract: Contract,
  reply: WireResponse,
  problem: Json,
): readonly string[] | undefined {
  const { expect } = trial.case;
  const errors = ownValue(problem, 'errors');
  if (expect.kind !== 'rejected' || !Array.isArray(errors) || errors.length === 0 || errors.length > MOST_POINTERS)
    return undefined;
  const pointers = (errors as readonly Json[]).map((error) => ownValue(error, 'pointer'));
  const texts = pointers.filter((pointer) => typeof pointer === 'string');
  if (texts.length < errors.length || !isDocumented(trial, contract, reply, problem)) return undefined;
  const place = pointerTokens(expect.pointer);
  const isUnion = isInUnion(trial, contract, place);
  const isAny = isWhole(expect.keyword) || isUnion;
  const members = UNKNOWN.has(expect.keyword) && !isUnion ? membersAt(trial, expect.pointer) : undefined;
  if (texts.some((text) => isAbout(tokensOf(text), place, { isAny, members }))) return undefined;
  return texts.every((text) => isRuled(trial, contract, text, reply.status)) ? undefined : texts;
}

/**
 * Whether a pointer of a problem document leads to a member of the input for which a text of the contract states a
 * rule. The service may check this rule before it checks the schema.
 */
function isRuled({ operation, case: { input } }: Trial, contract: Contract, text: string, status: number): boolean {
  const tokens = tokensOf(text);
  const isGiven = [input.body ?? null, { body: input.body ?? null }].some(
    (root) => tokens.length > 0 && valueAt(root, joinPointer('', ...tokens)) !== undefined,
  );
  return isGiven && hasStatedRule(contract, operation, input, tokens.join('/'), status);
}

/** Keywords that an object breaks if it has a member with an unknown name. */
const UNKNOWN: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/**
 * The names of the members of the object at this pointer in the body; `undefined` if the value there is not an object.
 */
function membersAt({ case: { input } }: Trial, pointer: string): ReadonlySet<string> | undefined {
  const value = valueAt({ body: input.body ?? null }, pointer);
  return isJsonObject(value) ? new Set(Object.keys(value)) : undefined;
}

function isDocumented({ operation }: Trial, contract: Contract, reply: WireResponse, problem: Json): boolean {
  const { schemas } = contract;
  const spec = documentedResponse(operation, reply.status);
  const schema = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '')?.schema;
  if (schema === undefined) return false;
  const errors = ownValue(problem, 'errors') ?? [];
  const ofProblem = appliedSchemas(schemas, [schema], problem);
  const ofErrors = appliedSchemas(schemas, appliedToMember(schemas, ofProblem, 'errors'), errors);
  const first = Array.isArray(errors) ? (errors[0] as Json) : null;
  const ofError = appliedSchemas(schemas, appliedToItem(schemas, ofErrors, 0), first);
  return ofError.some(
    ({ schema: stated }) => ownValue(ownValue(stated, 'properties') ?? null, 'pointer') !== undefined,
  );
}

/** The segments of a JSON pointer. The pointer may be written as a URI fragment, such as `#/name` (RFC 6901 §6). */
function tokensOf(text: string): readonly string[] {
  if (!text.startsWith('#')) return pointerTokens(text);
  try {
    return pointerTokens(decodeURIComponent(text.slice(1)));
  } catch {
    return [text];
  }
}

/**
 * Whether a pointer in a problem document (`pointer`) is right for the invalid value at `place`:
 * - The pointer leads to the place or to a part of the value there. It may start at the whole input (`/body/name`) or
 *   at the body (`/name`).
 * - If the place is an element of a list, a pointer to the list is right too.
 * - With `isAny`, a pointer to any object or list around the place is right too.
 * - If `members` is given, a pointer into the value must lead into one of these members.
 */
function isAbout(
  pointer: readonly string[],
  place: readonly string[],
  { isAny, members }: { readonly isAny: boolean; readonly members: ReadonlySet<string> | undefined },
): boolean {
  return [place, place.slice(1)].some((wanted) => {
    const least = isAny ? 0 : wanted.length - (/^\d+$/.test(wanted.at(-1) ?? '') ? 1 : 0);
    const common = Math.min(pointer.length, wanted.length);
    const member = pointer[wanted.length];
    if (member !== undefined && members?.has(member) === false) return false;
    return pointer.length >= least && pointer.slice(0, common).every((token, index) => token === wanted[index]);
  });
}

/**
 * Matches keywords that constrain a single value, such as `maximum`. A service must report their violation at this
 * value. It may report the violation of any other keyword, such as `required`, at the object or list that contains the
 * value.
 */
const EXACT = /^(?:type|enum|const|format|pattern|minimum|maximum|exclusiveM|multipleOf|minLength|maxLength)/;

function isWhole(keyword: string): boolean {
  return !EXACT.test(keyword);
}

/**
 * Whether the place is in a union (`oneOf` or `anyOf`). If a value fits no branch of the union, a service may report
 * the error at the whole value (JSON Schema 2020-12 Core §10.2.1).
 */
function isInUnion({ operation, case: { input } }: Trial, { schemas }: Contract, place: readonly string[]): boolean {
  const [location, ...tokens] = place;
  const body = operationArguments(operation).find((argument) => argument.in === 'body');
  if (location !== 'body' || body === undefined || input.body === undefined) return location !== 'body';
  const schema = argumentSchema(operation, body, input.mediaType);
  let stated: readonly SchemaUri[] = schema === undefined ? [] : [schema];
  let value: Json | undefined = input.body;
  for (const token of [...tokens, undefined]) {
    const applied = appliedSchemas(schemas, stated, value);
    if (applied.some(({ schema: one }) => isJsonObject(one) && BRANCHES.some((keyword) => Object.hasOwn(one, keyword))))
      return true;
    if (token === undefined || value === undefined) return false;
    const isList = Array.isArray(value);
    stated = isList ? appliedToItem(schemas, applied, Number(token)) : appliedToMember(schemas, applied, token);
    value = isList ? (value as readonly Json[])[Number(token)] : ownValue(value, token);
  }
  return false;
}

const BRANCHES = ['oneOf', 'anyOf', 'not', 'if', 'propertyNames', 'dependentSchemas', 'contains'];
