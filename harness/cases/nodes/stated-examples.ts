import { formatTests } from '../../../contract/formats/format-test.js';
import type { Json } from '../../../contract/json/json.js';
import { admits } from './admits.js';
import type { SchemaNode } from './schema-node.js';

const FORMATS = formatTests();

/**
 * The examples in the schemas of a node that are valid for the node. A service is more likely to accept them than
 * made-up values.
 */
export function statedExamples(node: SchemaNode): readonly Json[] {
  return node.constraints.examples.filter((value) => admits(node, value) && hasFormats(node, value));
}

/**
 * Returns true if a string satisfies all formats of the node. This check is needed because `admits` does not check
 * formats.
 */
export function hasFormats({ constraints }: SchemaNode, value: Json): boolean {
  return typeof value !== 'string' || constraints.formats.every((format) => FORMATS.get(format)?.(value) !== false);
}
