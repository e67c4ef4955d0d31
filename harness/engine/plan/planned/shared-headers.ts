import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, type JsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Parameter } from '../../../../contract/operation.js';
import { isPrecondition } from '../../../../contract/wire/request/preconditions.js';
import type { PlannedSequence } from './planned-sequence.js';

export function withSharedHeaders(
  contract: Contract,
  sequences: readonly PlannedSequence[],
): readonly PlannedSequence[] {
  return sequences.map((sequence) => withSharedValues(contract, sequence));
}

/**
 * Gives all calls of a sequence the same value for each header and cookie that its reads require. Such a parameter may
 * name a tenant, and the list of one tenant lacks the items of all others. The first read that requires the parameter
 * decides the value.
 */
function withSharedValues({ schemas }: Contract, sequence: PlannedSequence): PlannedSequence {
  const shared = new Map<string, Json>();
  for (const { operation, case: made } of sequence.steps)
    for (const parameter of operation.method === 'get' ? operation.parameters : []) {
      const value = isScope(parameter) ? valueOf(made.input, parameter) : undefined;
      if (value !== undefined && !shared.has(keyOf(parameter))) shared.set(keyOf(parameter), value);
    }
  if (shared.size === 0) return sequence;
  const isAllowed = ({ schema }: Parameter, value: Json): boolean =>
    schemas.forDirection('input').accepts(schema, value);
  const steps = sequence.steps.map((step) => ({
    ...step,
    case: step.operation.parameters.reduce<Case>((made, parameter) => {
      const value = shared.get(keyOf(parameter));
      return value === undefined || !isAllowed(parameter, value) ? made : withValue(made, parameter, value);
    }, step.case),
  }));
  return { ...sequence, steps };
}

/**
 * Whether the parameter is a required header or cookie, but not a precondition. The value of a precondition depends on
 * the item.
 */
function isScope({ in: place, name, required }: Parameter): boolean {
  return required && (place === 'cookie' || (place === 'header' && !isPrecondition(name)));
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function valueOf(input: CaseInput, { in: place, name }: Parameter): Json | undefined {
  return ownValue((input as JsonObject)[place] ?? null, name);
}

function withValue(made: Case, { in: place, name }: Parameter, value: Json): Case {
  const others = (made.input as Readonly<Record<string, JsonObject | undefined>>)[place];
  return { ...made, input: { ...made.input, [place]: { ...others, [name]: value } } };
}
