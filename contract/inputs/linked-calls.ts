import type { CaseInput, PriorCall } from '../case.js';
import type { Contract } from '../contract.js';
import { type Json, isJsonObject } from '../json/json.js';
import type { LinkSpec, Operation } from '../operation.js';
import { inputViolations, isValidInput } from './input-violations.js';

/** A call whose response names, by a link of the contract, what another operation is about. */
export interface LinkedCall {
  readonly source: Operation;
  readonly link: LinkSpec;
}

/** The first operation that leads to this one by a link with a parameter in its path. */
export function linkedCall(contract: Contract, target: Operation): LinkedCall | undefined {
  for (const source of contract.operations) {
    const links = source.responses.filter(({ status }) => status.startsWith('2')).flatMap((response) => response.links);
    const link = links.find(
      ({ operation, parameters }) => operation === target.id && [...parameters].some(([, text]) => bodyMember(text) !== undefined),
    );
    if (link !== undefined && source.id !== target.id) return { source, link };
  }
  return undefined;
}

/**
 * The call that makes what `input` is about: `base` with the identifiers of `input` where the response will have them.
 * Only where the client may choose them, so that the case needs nobody's reply; `undefined` where it may not.
 */
export function setupCall(contract: Contract, { source, link }: LinkedCall, input: CaseInput, base: CaseInput): PriorCall | undefined {
  if (!isJsonObject(base.body) || assigned.has(link)) return undefined;
  const members = [...link.parameters].map(([parameter, text]) => [bodyMember(text), pathValue(parameter, input)] as const);
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

/** What is said of a member that may not be there, whatever its value. */
const UNEXPECTED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'false']);

/** Links to what the service names itself: found out once. */
const assigned = new WeakSet<LinkSpec>();

/** `$response.body#/run_id` → `run_id` (OpenAPI 3.1 §4.8.20.3); deeper places are not chosen by clients. */
function bodyMember(expression: string): string | undefined {
  return /^\$response\.body#\/([^/~]+)$/.exec(expression)?.[1];
}

function pathValue(parameter: string, { path }: CaseInput): Json | undefined {
  const name = parameter.startsWith('path.') ? parameter.slice('path.'.length) : parameter;
  return path !== undefined && Object.hasOwn(path, name) ? path[name] : undefined;
}
