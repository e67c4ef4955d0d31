import type { CaseInput, CaseLocation } from './case.js';
import type { Json } from './json/json.js';
import type { Operation, Parameter } from './operation.js';

/** One named argument of an operation, for surfaces that take a flat list of arguments (SDK methods, tools, flags). */
export interface Argument {
  readonly name: string;
  readonly in: CaseLocation;
  readonly required: boolean;
  /** The parameter that this argument sets. Omitted if the argument is the request body. */
  readonly parameter?: Parameter;
}

/**
 * The first optional parameter of an operation. A call that tests how a surface handles null sets this parameter to
 * null.
 */
export function optionalParameter(operation: Operation): Argument | undefined {
  return operationArguments(operation).find(({ required, parameter }) => parameter !== undefined && !required);
}

const known = new WeakMap<Operation, readonly Argument[]>();

/**
 * The flat list of arguments for an operation, which is the same on all our surfaces. A parameter keeps its own name if
 * no other parameter has this name. Parameters that share a name, and a parameter called `body`, are prefixed by their
 * location (`path_id`, `query_id`). The request body is called `body`. The list is computed once per operation.
 */
export function operationArguments(operation: Operation): readonly Argument[] {
  let flattened = known.get(operation);
  if (flattened === undefined) {
    flattened = flattenedArguments(operation);
    known.set(operation, flattened);
  }
  return flattened;
}

function flattenedArguments({ parameters, requestBody }: Operation): readonly Argument[] {
  const names = uniqueNames(parameters);
  const flattened: Argument[] = parameters.map((parameter, index) => ({
    name: names[index] ?? parameter.name,
    in: parameter.in,
    required: parameter.required,
    parameter,
  }));
  if (requestBody !== undefined) flattened.push({ name: 'body', in: 'body', required: requestBody.required });
  return flattened;
}

/**
 * Gives each parameter a unique name. If a prefixed name equals the name of another parameter, the other parameter gets
 * a prefix too. Each round of the loop prefixes at least one more parameter, so the loop ends.
 */
function uniqueNames(parameters: readonly Parameter[]): readonly string[] {
  const prefixed = new Set<Parameter>();
  for (;;) {
    const names = parameters.map((parameter) =>
      prefixed.has(parameter) ? `${parameter.in}_${parameter.name}` : parameter.name,
    );
    const uses = new Map([['body', 1]]);
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
    const shared = parameters.filter(
      (parameter, index) => !prefixed.has(parameter) && (uses.get(names[index] ?? '') ?? 0) > 1,
    );
    if (shared.length === 0) return names;
    for (const parameter of shared) prefixed.add(parameter);
  }
}

/** The value that an input has for one argument; `undefined` if the input omits the argument. */
export function argumentValue(input: CaseInput, argument: Argument): Json | undefined {
  if (argument.in === 'body') return input.body;
  const values = input[argument.in];
  const name = argument.parameter?.name ?? argument.name;
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The arguments that an input does not omit, as pairs of argument and value, in the order of the contract. */
export function givenArguments(operation: Operation, input: CaseInput): readonly (readonly [Argument, Json])[] {
  const given: (readonly [Argument, Json])[] = [];
  for (const argument of operationArguments(operation)) {
    const value = argumentValue(input, argument);
    if (value !== undefined) given.push([argument, value]);
  }
  return given;
}

/**
 * The parameter of an operation that sets the header `name`. Header names are compared without regard to case (RFC 9110
 * §5.1).
 */
export function headerParameter({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((each) => each.in === 'header' && each.name.toLowerCase() === name.toLowerCase());
}
