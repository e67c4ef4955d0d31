import type { Generator } from '../generation/generator.js';
import { runtimePlace, typescriptRuntime } from '../generation/runtime-files.js';
import { typescriptLiteral } from '../generation/typescript-literal.js';
import { type RestProjection, projectContract } from './projection.js';

/** Writes the route table and the schemas of a service. The rest of the service is written by hand. */
export const restGenerator: Generator = {
  handWritten: 'runtime/route.ts',
  project: projectContract,
  render(projection, header, library, isWritten = false) {
    // The projection comes from `project`, so its type is known.
    const { routes, schemas } = projection as RestProjection;
    const stamp = header.map((line) => `// ${line}\n`).join('');
    const runtime = runtimePlace(library, isWritten);
    return [
      { path: 'generated/routes.ts', text: `${stamp}${renderRoutes(routes, runtime)}` },
      { path: 'generated/schemas.ts', text: `${stamp}${renderSchemas(schemas, runtime)}` },
      ...(library === undefined ? typescriptRuntime('rest', header) : []),
    ];
  },
};

function renderRoutes(routes: RestProjection['routes'], runtime: string): string {
  const names = routes.map(({ operationId }) => typescriptLiteral(operationId));
  return `import type { Route } from '${runtime}/route.js';

export type OperationName = ${names.length === 0 ? 'never' : names.join(' | ')};

export const routes: readonly Route<OperationName>[] = ${typescriptLiteral(routes)};
`;
}

function renderSchemas(schemas: RestProjection['schemas'], runtime: string): string {
  return `import type { JsonSchema } from '${runtime}/json.js';

/** Schemas by name. Every \`$ref\` is \`#/$defs/<name>\` and refers to a schema of this set. */
export const schemas: { readonly [name: string]: JsonSchema } = ${typescriptLiteral(schemas)};
`;
}
