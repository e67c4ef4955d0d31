import type { CaseInput, CaseLocation } from './case.js';
import type { Json } from './json.js';
import type { Operation, Parameter } from './operation.js';

/** One named input of an operation on surfaces that take a flat list of arguments (SDK methods, tools, flags). */
export interface Argument {
  readonly name: string;
  readonly in: CaseLocation;
  readonly required: boolean;
  /** Absent for the body. */
  readonly parameter?: Parameter;
}

/**
 * The flattening that all our surfaces share: a parameter keeps its own name where it is alone with it; where two
 * locations share one, or it is called `body`, each is prefixed by its location (`path_id`, `query_id`). The body is `body`.
 */
export function operationArguments(operation: Operation): readonly Argument[] {
  const uses = new Map<string, number>([['body', 1]]);
  for (const { name } of operation.parameters) uses.set(name, (uses.get(name) ?? 0) + 1);
  const flattened: Argument[] = operation.parameters.map((parameter) => ({
    name: (uses.get(parameter.name) ?? 0) > 1 ? `${parameter.in}_${parameter.name}` : parameter.name,
    in: parameter.in,
    required: parameter.required,
    parameter,
  }));
  if (operation.requestBody !== undefined) flattened.push({ name: 'body', in: 'body', required: operation.requestBody.required });
  return flattened;
}

/** What `input` holds for one argument; `undefined` is omitted. */
export function argumentValue(input: CaseInput, argument: Argument): Json | undefined {
  if (argument.in === 'body') return input.body;
  const values = input[argument.in];
  const name = argument.parameter?.name ?? argument.name;
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The omitted left out: `[name, value]` in the contract's order. */
export function givenArguments(operation: Operation, input: CaseInput): readonly (readonly [Argument, Json])[] {
  const given: (readonly [Argument, Json])[] = [];
  for (const argument of operationArguments(operation)) {
    const value = argumentValue(input, argument);
    if (value !== undefined) given.push([argument, value]);
  }
  return given;
}
