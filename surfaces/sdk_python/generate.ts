import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import { FAILURES } from '../failure-table.js';
import type { GeneratedFile, Generator } from '../generation/generator.js';
import { projectOperation } from '../sdk/project-operation.js';
import { runtimeFiles } from '../generation/runtime-files.js';
import { SchemaTypes } from '../sdk/schema-types.js';
import type { OperationModel } from '../sdk/sdk-model.js';
import { TypeNames } from '../sdk/type-names.js';
import type { MethodModel, PythonModel } from './python-model.js';
import { ANNOTATION_NAMES, argumentNames, methodNames } from './python-names.js';
import { renderClient } from './render-client.js';
import { renderErrors } from './render-errors.js';
import { type Places, renderPackage } from './render-package.js';
import { renderTypes } from './render-types.js';

/**
 * Writes the types, the client class and the errors of the Python SDK. If the user has no hand-written library, also
 * writes the modules that send the requests.
 */
export const sdkPythonGenerator: Generator = {
  handWritten: '_transport.py',

  project: pythonModel,

  render(projection: Json, header: readonly string[], library?: string, isWritten = false): readonly GeneratedFile[] {
    // The projection comes from `project`, but may have been read from a file. Its static type is therefore JSON.
    const model = projection as unknown as PythonModel;
    const stamp = header.map((line) => `# ${line}\n`).join('');
    const places = placesFor(library, isWritten);
    return [
      { path: 'generated/__init__.py', text: `${stamp}${renderPackage(model, places)}` },
      { path: 'generated/types.py', text: `${stamp}${renderTypes(model)}` },
      { path: 'generated/errors.py', text: `${stamp}${renderErrors(model)}`, shared: true },
      { path: 'generated/client.py', text: `${stamp}${renderClient(model, places.runtime)}` },
      ...(library === undefined ? runtime(header) : []),
    ];
  },
};

function pythonModel(contract: Contract): PythonModel {
  const types = new SchemaTypes(contract.schemas, new TypeNames(ANNOTATION_NAMES), 'integer');
  const operations = contract.operations.map((operation) => projectOperation(operation, types));
  const names = methodNames(operations);
  return {
    title: contract.title,
    types: types.namedTypes(),
    operations: operations.map((operation, index) => methodModel(operation, names[index] ?? operation.id)),
    failures: FAILURES.map(({ status, error, problem }) => ({ status, error, problem })),
  };
}

function methodModel(operation: OperationModel, name: string): MethodModel {
  const { method, argumentsType: _, arguments: flat, ...rest } = operation;
  const names = argumentNames(flat);
  return {
    ...rest,
    name,
    verb: method,
    arguments: flat.map(({ name: argument, required, description, type }, index) => {
      return { argument, name: names[index] ?? argument, required, description, type };
    }),
  };
}

/**
 * The relative imports of the runtime and of the errors. In Python, a relative import has one dot for the folder of the
 * module, and one more for each level above it (PEP 328). The path `../..` is therefore written as `...`.
 */
function placesFor(library: string | undefined, isWritten: boolean): Places {
  if (library === undefined) return { runtime: '._runtime.', errors: '.errors' };
  const dots = '.'.repeat(library.split('/').length + 1);
  return {
    runtime: isWritten ? `${dots}generated._runtime.` : dots,
    errors: library === '..' ? '.errors' : `${dots}generated.errors`,
  };
}

/**
 * The hand-written modules that send the requests. They are the same for every contract, so their opening comment has
 * no digest of the contract.
 */
function runtime([title = '']: readonly string[]): readonly GeneratedFile[] {
  const isPart = (name: string): boolean => /^_[a-z]+\.py$/.test(name);
  const files = runtimeFiles('surfaces/sdk_python/reference/template_service', isPart, (text) =>
    text.replaceAll('from .generated.', 'from ..'),
  );
  return [{ path: '__init__.py', text: '' }, ...files].map(({ path, text }) => {
    return { path: `generated/_runtime/${path}`, text: text === '' ? `# ${title}\n` : `# ${title}\n\n${text}` };
  });
}
