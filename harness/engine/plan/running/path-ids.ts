import { type Argument, operationArguments } from '../../../../contract/arguments.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { appliedSchemas } from '../../../../contract/schema/applied-schemas.js';
import type { KnownValues } from '../../../cases/make-cases.js';

/** A path argument that identifies an item of the service. */
export interface PathId {
  readonly argument: Argument;
  readonly value: Json;
  /** The path of the operation up to this argument: `/shops/{shop}` for `shop` in `/shops/{shop}/orders/{order}`. */
  readonly path: string;
}

/**
 * The path arguments of an input that may identify existing items. Configured values are left out. Parameters with only
 * one possible value are left out too, because they cannot choose between items.
 */
export function pathIds(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  values: ReadonlyMap<string, KnownValues>,
): readonly PathId[] {
  return operationArguments(operation).flatMap((argument) => {
    const name = argument.parameter?.name ?? '';
    const value = argument.in === 'path' ? ownValue(input.path, name) : undefined;
    if (value === undefined || isOnlyValue(contract, argument, value)) return [];
    if (values.get(argument.name)?.known.includes(value) === true) return [];
    const at = operation.path.indexOf(`{${name}}`);
    return at < 0 ? [] : [{ argument, value, path: operation.path.slice(0, at + name.length + 2) }];
  });
}

function isOnlyValue({ schemas }: Contract, { parameter }: Argument, value: Json): boolean {
  return appliedSchemas(schemas, parameter === undefined ? [] : [parameter.schema], value).some(({ schema }) => {
    const listed = ownValue(schema, 'enum');
    const only = Array.isArray(listed) && listed.length === 1 ? (listed[0] as Json) : ownValue(schema, 'const');
    return only !== undefined && only === value;
  });
}
