import { documentation } from './documentation.js';
import { renderObject, renderType } from './render-type.js';
import type { OperationModel, SdkModel } from '../../sdk/sdk-model.js';
import { NEVER, type NamedType, type TypeNode } from '../../sdk/type-model.js';

/** `types.ts`: a type for every referenced schema, and two types for every operation. */
export function renderTypes(model: SdkModel): string {
  const operations = model.operations.flatMap((operation): NamedType[] => [
    {
      name: operation.argumentsType,
      description: `The arguments of \`${operation.id}\`. An omitted member is not sent; \`null\` is sent as \`null\`.`,
      type: { kind: 'object', properties: operation.arguments, additional: NEVER },
    },
    { name: operation.resultType, description: about(operation), type: operation.result },
  ]);
  // Without a declaration the file would not be a module.
  if (operations.length === 0) return 'export {};\n';
  // A type that begins on a new line leaves a trailing blank on the line before.
  return [...model.types, ...operations].map(renderNamed).join('\n').replaceAll(' \n', '\n');
}

function about({ id, terminal }: OperationModel): string {
  return terminal === undefined ? `The result of \`${id}\`.` : `One event of \`${id}\`.`;
}

function renderNamed({ name, description, type }: NamedType): string {
  return `${documentation([description])}${declaration(name, type)}`;
}

/**
 * The declaration of a type. Objects become interfaces, because error messages show the names of interfaces. Empty
 * objects and other types become aliases.
 */
function declaration(name: string, type: TypeNode): string {
  if (type.kind === 'object' && type.properties.length > 0)
    return `export interface ${name} ${renderObject(type, '')}\n`;
  return `export type ${name} = ${renderType(type)};\n`;
}
