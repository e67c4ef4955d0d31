import { documentation } from './documentation.js';
import { renderObject, renderType } from './render-type.js';
import type { OperationModel, SdkModel } from '../../sdk/sdk-model.js';
import { NEVER, type NamedType, type TypeNode } from '../../sdk/type-model.js';

/** `types.ts`: a type for every referenced schema, and types for the arguments and the result of every operation. */
export function renderTypes(model: SdkModel): string {
  const operations = model.operations.flatMap((operation): NamedType[] => [
    {
      name: operation.argumentsType,
      description: `The arguments of \`${operation.id}\`. An omitted member is not sent; \`null\` is sent as \`null\`.`,
      type: { kind: 'object', properties: operation.arguments, additional: NEVER },
    },
    { name: operation.resultType, description: about(operation), type: operation.result },
  ]);
  // TypeScript treats a file without imports and exports as a script, not as a module.
  if (operations.length === 0) return 'export {};\n';
  // If a type begins on a new line, the line before ends with a space, which is removed.
  return [...model.types, ...operations].map(renderNamed).join('\n').replaceAll(' \n', '\n');
}

function about({ id, terminal }: OperationModel): string {
  return terminal === undefined ? `The result of \`${id}\`.` : `One event of \`${id}\`.`;
}

function renderNamed({ name, description, type }: NamedType): string {
  return `${documentation([description])}${declaration(name, type)}`;
}

/**
 * Declares a type with a name. An object becomes an interface, because compilers show the name of an interface in error
 * messages. Any other type, and an object without members, becomes a type alias.
 */
function declaration(name: string, type: TypeNode): string {
  if (type.kind === 'object' && type.properties.length > 0)
    return `export interface ${name} ${renderObject(type, '')}\n`;
  return `export type ${name} = ${renderType(type)};\n`;
}
