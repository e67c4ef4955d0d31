import { operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { SingleSchema } from '../../../contract/schema/judging/single-schema.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import type { InventoryEntry } from '../../driver.js';
import { StatedInputs } from './stated-inputs.js';
import { toolBody } from './tool-input.js';
import type { ToolMapping } from './tool-mapping.js';

/** Limit for the input schema of one tool, in characters of JSON. A larger schema is not read. */
const MOST_CHARACTERS = 256 * 1024;

type Stated = Pick<InventoryEntry, 'stated' | 'inputTexts'>;

/** What the input schema of a tool states about each argument. Empty if the schema cannot be read. */
export function statedInputs(tool: Json): Stated {
  const schema = ownValue(tool, 'inputSchema');
  const properties = ownValue(schema, 'properties');
  if (!isJsonObject(schema) || !isJsonObject(properties)) return {};
  try {
    if (JSON.stringify(schema).length > MOST_CHARACTERS) return {};
    const single = new SingleSchema(schema);
    single.check();
    const stated = new StatedInputs(single.schemas);
    stated.addMembers(single.uri, (name) => name);
    const shared = JSON.stringify([ownValue(schema, '$defs'), ownValue(schema, 'definitions')]);
    const inputTexts = Object.entries(properties).map(([name, input]) => {
      const text = JSON.stringify(input);
      return [name, text.includes('"$ref"') ? text + shared : text] as const;
    });
    return { stated: stated.places, inputTexts: new Map(inputTexts) };
  } catch (error) {
    // The schema cannot be compiled, which another rule reports, or its nesting is deeper than the stack.
    if (error instanceof ParityError || error instanceof RangeError) return {};
    throw error;
  }
}

/**
 * What the contract states about each argument of an operation's tool. The keys are the names of the arguments in the
 * tool.
 */
export function expectedInputs({ schemas }: Contract, operation: Operation, mapping?: ToolMapping): Stated {
  const stated = new StatedInputs(schemas);
  const nameOf = (name: string): string => mapping?.arguments?.[name] ?? name;
  for (const { name, parameter } of operationArguments(operation))
    if (parameter !== undefined) stated.add(joinPointer('', nameOf(name)), parameter.schema);
  const body = toolBody(operation);
  if (body?.schema !== undefined && isJsonMediaType(body.mediaType)) {
    if (mapping?.body === undefined) stated.add(joinPointer('', nameOf('body')), body.schema);
    else stated.addMembers(body.schema, (member) => mapping.arguments?.[`body.${member}`] ?? member);
  }
  return { stated: stated.places };
}
