import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import { FAILURES } from '../failure-table.js';
import type { GeneratedFile, Generator } from '../generation/generator.js';
import { runtimePlace, typescriptRuntime } from '../generation/runtime-files.js';
import { projectOperation } from '../sdk/project-operation.js';
import { type Places, renderClient } from './rendering/render-client.js';
import { renderErrors } from './rendering/render-errors.js';
import { renderTypes } from './rendering/render-types.js';
import { SchemaTypes } from '../sdk/schema-types.js';
import type { SdkModel } from '../sdk/sdk-model.js';
import { TypeNames } from '../sdk/type-names.js';

/**
 * Writes the types, the client class and the errors of the TypeScript SDK. If the user has no hand-written library,
 * also writes the modules that send the requests.
 */
export const sdkTypescriptGenerator: Generator = {
  handWritten: 'runtime/transport.ts',

  project(contract: Contract): Json {
    return sdkModel(contract);
  },

  render(projection: Json, header: readonly string[], library?: string, isWritten = false): readonly GeneratedFile[] {
    // The projection comes from `project`, but may have been read from a file. Its static type is therefore JSON.
    const model = projection as unknown as SdkModel;
    const stamp = header.map((line) => `// ${line}\n`).join('');
    return [
      { path: 'generated/types.ts', text: `${stamp}\n${renderTypes(model)}` },
      { path: 'generated/errors.ts', text: `${stamp}\n${renderErrors(model)}`, shared: true },
      { path: 'generated/client.ts', text: `${stamp}\n${renderClient(model, placesFor(library, isWritten))}` },
      ...(library === undefined ? typescriptRuntime('sdk_typescript', header) : []),
    ];
  },
};

function placesFor(library: string | undefined, isWritten: boolean): Places {
  const isOwn = library === undefined || library === '..';
  return {
    runtime: runtimePlace(library, isWritten),
    errors: isOwn ? './errors.js' : `${library}/generated/errors.js`,
  };
}

function sdkModel(contract: Contract): SdkModel {
  const types = new SchemaTypes(contract.schemas, new TypeNames());
  const operations = contract.operations.map((operation) => projectOperation(operation, types));
  return {
    title: contract.title,
    types: types.namedTypes(),
    operations,
    failures: FAILURES.map(({ status, error, problem }) => ({ status, error, problem })),
  };
}
