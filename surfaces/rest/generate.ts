import { posix } from 'node:path';
import type { Generator } from '../generation/generator.js';
import { typescriptLiteral } from '../generation/typescript-literal.js';
import { type RestProjection, projectContract } from './projection.js';

/** Writes the route table and the schemas of the validators; whatever else the service does is written by hand around them. */
export const restGenerator: Generator = {
  project: projectContract,
  render(projection, header, library = '..') {
    // The projection is our own: `project` made it.
    const { routes, schemas } = projection as RestProjection;
    const stamp = header.map((line) => `// ${line}\n`).join('');
    return [
      { path: 'generated/routes.ts', text: `${stamp}${renderRoutes(routes, library)}` },
      { path: 'generated/schemas.ts', text: `${stamp}${renderSchemas(schemas, library)}` },
    ];
  },
};

function renderRoutes(routes: RestProjection['routes'], library: string): string {
  const names = routes.map(({ operationId }) => typescriptLiteral(operationId));
  return `import type { Route } from '${library}/route.js';

export type OperationName = ${names.length === 0 ? 'never' : names.join(' | ')};

export const routes: readonly Route<OperationName>[] = ${typescriptLiteral(routes)};
`;
}

function renderSchemas(schemas: RestProjection['schemas'], library: string): string {
  return `import type { JsonSchema } from '${posix.join(library, '../../contract/json.js')}';

/** Closed under \`$ref\`: each leads to \`#/$defs/<name>\` of this set. */
export const schemas: { readonly [name: string]: JsonSchema } = ${typescriptLiteral(schemas)};
`;
}
