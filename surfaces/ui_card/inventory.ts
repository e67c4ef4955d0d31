import { operationArguments } from '../../contract/arguments.js';
import { streamsOrAll } from '../../contract/stream-of.js';
import { statedParts } from '../../contract/constraints/stated-parts.js';
import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { appliedSchemas } from '../../contract/schema/applied-schemas.js';
import type { ExpectedEntry } from '../driver.js';
import { type UiCardOptions, cardMapping } from './config.js';
import { bodyValue, enteredAs } from './card-body.js';
import type { CardValue } from './runtime/model/card-model.js';
import { ownForm } from './mapped/mapped-task.js';

/**
 * The actions that the card should offer: one for each operation that has a form, named by its `operationId`, with one
 * input for each argument.
 */
export function uiCardExpectedInventory(contract: Contract, options: UiCardOptions): readonly ExpectedEntry[] {
  const mapping = cardMapping(options);
  if (mapping !== undefined) {
    const mapped = contract.operations.filter((operation) => ownForm(mapping, operation) !== undefined);
    return mapped.map(({ id }) => ({ name: id, operation: id, isMapped: true }));
  }
  return streamsOrAll(contract).map((operation) => ({
    name: operation.id,
    operation: operation.id,
    inputs: operationArguments(operation).map(({ name }) => name),
    members: bodyMembers(contract, operation),
  }));
}

/**
 * The members of a body that its schemas declare, and the options for each member. Members that only the service sets
 * are not included, because the form does not have them.
 */
function bodyMembers({ schemas }: Contract, { requestBody }: Operation): readonly string[] {
  const media = requestBody?.content[0];
  if (media?.schema === undefined || enteredAs(media) !== 'value') return [];
  const { schema } = media;
  const { field } = bodyValue(schemas, media);
  const members = field.kind === 'object' ? field.members : [];
  const chosen = new Map(members.map((member) => [member.name, choicesOf(`body.${member.name}`, member)] as const));
  return [...statedParts(schemas, [schema]).properties].flatMap(([name, stated]) => {
    const applied = appliedSchemas(schemas, stated, undefined);
    return applied.some((each) => ownValue(each.schema, 'readOnly') === true)
      ? []
      : [`body.${name}`, ...(chosen.get(name) ?? [])];
  });
}

/**
 * The options that the card offers for a value: `body.note = null`, the values of a choice, and the members of each
 * branch of a union, with their own options.
 */
function choicesOf(path: string, { nullable, field }: CardValue): readonly string[] {
  const own = nullable && field.kind !== 'json' ? [`${path} = null`] : [];
  if (field.kind === 'choice') return [...own, ...field.options.map((option) => `${path} = ${option}`)];
  if (field.kind !== 'union') return own;
  const branches = field.branches.map((branch) => (branch.field.kind === 'object' ? branch.field.members : []));
  const shown = branches.flatMap((members, at) =>
    members.map((member) => [`${path}[${at}].${member.name}`, member] as const),
  );
  return [...own, ...shown.flatMap(([at, member]) => [at, ...choicesOf(at, member)])];
}
