import { successesOf } from '../documented-responses.js';
import type { CaseInput, PriorCall } from '../case.js';
import type { Contract } from '../contract.js';
import { pointerTokens } from '../json/json-pointer.js';
import { type Json, isJsonObject } from '../json/json.js';
import type { LinkSpec, Operation } from '../operation.js';
import { replyPointer } from './link-expressions.js';
import { inputViolations, isValidInput } from './input-violations.js';

/** An operation, and its link that passes an identifier from its response to another operation. */
export interface LinkedCall {
  readonly source: Operation;
  readonly link: LinkSpec;
}

/** The first operation that has a link to the operation `target` and passes an identifier from its response body. */
export function linkedCall({ operations }: Contract, target: Operation): LinkedCall | undefined {
  const known = knownCalls.get(operations) ?? linkedCalls(operations);
  knownCalls.set(operations, known);
  return known.get(target.id);
}

/**
 * Caches the linked calls of each contract, by the id of the target operation. The key is the list of operations,
 * because copies of a contract share this list.
 */
const knownCalls = new WeakMap<Contract['operations'], ReadonlyMap<string, LinkedCall>>();

function linkedCalls(operations: Contract['operations']): ReadonlyMap<string, LinkedCall> {
  const calls = new Map<string, LinkedCall>();
  for (const source of operations) {
    const links = successesOf(source).flatMap((response) => response.links);
    for (const link of links) {
      if (link.operation === source.id || calls.has(link.operation)) continue;
      if ([...link.parameters.values()].some((text) => bodyMember(text) !== undefined))
        calls.set(link.operation, { source, link });
    }
  }
  return calls;
}

/**
 * The call that creates the item to which `input` refers. A link copies identifiers from the reply to this call to the
 * parameters of `input`. All cases are made before the first call, so the client must be able to choose these
 * identifiers. The body of the call is the body of `base`, with the identifiers of `input` in the members to which the
 * link refers. `undefined` if this body is invalid, for example because the service assigns the identifiers.
 */
export function setupCall(
  contract: Contract,
  { source, link }: LinkedCall,
  input: CaseInput,
  base: CaseInput,
): PriorCall | undefined {
  if (!isJsonObject(base.body) || assigned.has(link)) return undefined;
  const members = [...link.parameters].map(
    ([parameter, text]) => [bodyMember(text), pathValue(parameter, input)] as const,
  );
  const chosen: [string, Json][] = [];
  for (const [member, value] of members) {
    if (member === undefined || value === undefined) return undefined;
    chosen.push([member, value]);
  }
  const made: CaseInput = { ...base, body: { ...base.body, ...Object.fromEntries(chosen) } };
  if (isValidInput(contract, source, made)) return { operation: source.id, input: made };
  if (inputViolations(contract, source, made).some(({ keyword }) => UNEXPECTED.has(keyword))) assigned.add(link);
  return undefined;
}

/** Keywords that a member violates if it is not allowed at all, whatever its value is. */
const UNEXPECTED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'false']);

/** Links that pass identifiers which the service assigns. No request can choose such an identifier. */
const assigned = new WeakSet<LinkSpec>();

/**
 * The top-level member of a reply to which a runtime expression refers: `run_id` for `$response.body#/run_id`.
 * `undefined` for a nested member, because clients do not choose the values of nested members.
 */
function bodyMember(expression: string): string | undefined {
  const [member, ...deeper] = pointerTokens(replyPointer(expression) ?? '');
  return deeper.length === 0 ? member : undefined;
}

function pathValue(parameter: string, { path }: CaseInput): Json | undefined {
  const name = parameter.startsWith('path.') ? parameter.slice('path.'.length) : parameter;
  return path !== undefined && Object.hasOwn(path, name) ? path[name] : undefined;
}
