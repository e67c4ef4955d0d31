import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract } from '../contract.js';
import type { Json } from '../json.js';
import type { Operation } from '../operation.js';
import { encodeRequest } from '../wire/encode.js';
import { roundRobin } from './boundary-values.js';
import { type InputViolation, argumentSchema, inputViolations } from './input-violations.js';
import { joinBranches, mutations } from './invalid-values.js';
import { placed } from './placed.js';
import type { ValueSource } from './value-source.js';

export interface InvalidInput {
  readonly input: CaseInput;
  readonly violation: InputViolation;
}

/** Variants of one broken place that are kept, so that no keyword crowds out the others. */
const VARIANTS = 2;

/** Inputs with exactly one broken constraint each, as close as possible to the valid `bases`; keywords take turns. */
export function invalidInputs(contract: Contract, source: ValueSource, operation: Operation, bases: readonly CaseInput[]): readonly InvalidInput[] {
  const found = new Map<string, InvalidInput[]>();
  for (const base of bases) {
    for (const argument of operationArguments(operation)) {
      for (const input of brokenArguments(source, operation, argument, base)) keep(found, labelled(contract, operation, input));
    }
  }
  return roundRobin([...found.values()]);
}

function* brokenArguments(source: ValueSource, operation: Operation, argument: Argument, base: CaseInput): Generator<CaseInput> {
  const value = argumentValue(base, argument);
  if (argument.required && argument.in !== 'path') yield without(base, argument);
  const schema = argumentSchema(operation, argument, base);
  if (schema === undefined) return;
  const start = value ?? plain(source, schema);
  if (start === undefined) return;
  for (const mutation of mutations(source, joinBranches(source, [schema], start), start)) yield placed(base, argument, mutation.value);
}

function plain(source: ValueSource, schema: Parameters<ValueSource['accepts']>[0]): Json | undefined {
  return [1, 'aaa', true, [], {}].find((value) => source.accepts(schema, value));
}

function without(base: CaseInput, argument: Argument): CaseInput {
  if (argument.in === 'body') {
    const { body: _, ...rest } = base;
    return rest;
  }
  const { [argument.parameter?.name ?? argument.name]: _, ...rest } = base[argument.in] ?? {};
  return { ...base, [argument.in]: rest };
}

/** `undefined` where the input turned out valid, broken in several places, or not expressible on the wire. */
function labelled(contract: Contract, operation: Operation, input: CaseInput): InvalidInput | undefined {
  const [first, ...others] = inputViolations(contract, operation, input);
  if (first === undefined || encodeRequest(operation, input).kind !== 'request') return undefined;
  return others.every((other) => other.pointer === first.pointer) ? { input, violation: first } : undefined;
}

function keep(found: Map<string, InvalidInput[]>, invalid: InvalidInput | undefined): void {
  if (invalid === undefined) return;
  const key = `${invalid.violation.keyword} ${invalid.violation.pointer}`;
  const known = found.get(key) ?? [];
  if (known.length < VARIANTS && !known.some((other) => JSON.stringify(other.input) === JSON.stringify(invalid.input))) found.set(key, [...known, invalid]);
}
