import { operationArguments } from '../../contract/arguments.js';
import { statedParts } from '../../contract/constraints/stated-parts.js';
import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { appliedSchemas } from '../../contract/schema/applied-schemas.js';
import type { ExpectedEntry } from '../driver.js';
import { type UiCardOptions, cardMapping } from './config.js';
import { cardOperations } from './generate.js';
import { ownForm } from './mapped/mapped-task.js';

/** One action per operation that the card has a form for, named by its `operationId`, with one input per argument. */
export function uiCardExpectedInventory(contract: Contract, options: UiCardOptions): readonly ExpectedEntry[] {
  const mapping = cardMapping(options);
  if (mapping !== undefined) {
    const mapped = contract.operations.filter((operation) => ownForm(mapping, operation) !== undefined);
    return mapped.map(({ id }) => ({ name: id, operation: id, isMapped: true }));
  }
  return cardOperations(contract).map((operation) => ({
    name: operation.id,
    operation: operation.id,
    inputs: operationArguments(operation).map(({ name }) => name),
    members: bodyMembers(contract, operation),
  }));
}

/** Members of the body that every input may have. A form has no members that only a service sets. */
function bodyMembers({ schemas }: Contract, { requestBody }: Operation): readonly string[] {
  const schema = requestBody?.content[0]?.schema;
  if (schema === undefined) return [];
  return [...statedParts(schemas, [schema]).properties].flatMap(([name, stated]) => {
    const applied = appliedSchemas(schemas, stated, undefined);
    return applied.some((each) => ownValue(each.schema, 'readOnly') === true) ? [] : [`body.${name}`];
  });
}
