import { isNameOf } from '../../../../contract/collections/item-read.js';
import { elementSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { lastSegment, parentPath, pathVariables } from '../../../../contract/path-relations.js';
import { plainName } from '../../../../contract/plain-name.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { itemSchema, itemValue } from '../../evidence/item-values.js';
import { replyOf } from '../../../reply.js';

/** The part of an item that a call changed, in a reply that contains the whole item. */
export interface ReturnedPart {
  /** Pointer to the part in the reply. */
  readonly at: string;
  readonly schemas: readonly SchemaUri[];
  readonly value: JsonObject;
}

/**
 * Matches descriptions of changes that do more than store the values of the request: "appends a line", "adds to the
 * amount".
 */
const OTHERWISE = /\b(?:append|increment|decrement|increas|decreas|subtract|adds?\b)/i;

/**
 * Finds the changed part in a reply that contains the whole item: `PATCH /orders/{id}/lines/{line_id}` returns the
 * order, and the part is the element of `lines` whose identifier is the last path argument. `undefined` unless exactly
 * one element has this identifier. Also `undefined` if the description of the call states that it does more than store
 * values.
 */
export function returnedPart(
  contract: Contract,
  operation: Operation,
  observation: Observation,
): ReturnedPart | undefined {
  const { schemas } = contract;
  const parameter = pathVariables(operation.path).at(-1);
  const segment = plainName(lastSegment(parentPath(operation.path)));
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, operation, reply);
  const value = itemValue(contract, observation);
  const argument = parameter === undefined ? undefined : ownValue(observation.case.input.path ?? {}, parameter);
  if (OTHERWISE.test(`${operation.summary} ${operation.description}`)) return undefined;
  const isPart = lastSegment(operation.path) === `{${parameter ?? ''}}`;
  if (!isPart || shown === undefined || argument === undefined || !isJsonObject(value)) return undefined;
  const named = [...statedMembers(schemas, [shown.schema])].filter(([member]) => plainName(member) === segment);
  const [[list, stated] = [undefined, []], ...others] = named;
  const elements = elementSchemas(schemas, stated);
  const ids = [...statedMembers(schemas, elements).keys()].filter((name) => isNameOf(name, parameter ?? ''));
  const [id] = ids;
  const found = list === undefined ? undefined : ownValue(value, list);
  if (list === undefined || others.length > 0 || ids.length !== 1 || !Array.isArray(found)) return undefined;
  const own = (found as readonly Json[]).flatMap((element, index) =>
    isJsonObject(element) && isSameId(ownValue(element, id ?? ''), argument) ? [{ element, index }] : [],
  );
  const [part] = own;
  if (part === undefined || own.length > 1) return undefined;
  return { at: `${shown.at}${joinPointer('', list, String(part.index))}`, schemas: elements, value: part.element };
}

/** Whether an identifier in a body and a path argument are the same, compared as texts. */
function isSameId(own: Json | undefined, argument: Json): boolean {
  return (typeof own === 'string' || typeof own === 'number') && String(own) === String(argument);
}
