import fc from 'fast-check';
import { expect, test } from 'vitest';
import { givenArguments } from '../../contract/arguments.js';
import type { CaseInput } from '../../contract/case.js';
import { contractAt } from '../../contract/fixtures/contract-at.js';
import type { Json } from '../../contract/json.js';
import type { Operation } from '../../contract/operation.js';
import { AWKWARD_TEXTS } from '../../contract/cases/awkward-texts.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import { projectOperation } from '../sdk/project-operation.js';
import { buildRequest } from './reference/build-request.js';
import type { OperationDescriptor } from './reference/operation-descriptor.js';
import { RefusedError } from './reference/refused-error.js';
import { SchemaTypes } from '../sdk/schema-types.js';
import { TypeNames } from '../sdk/type-names.js';

async function operationsOf(file: string): Promise<readonly (readonly [Operation, OperationDescriptor])[]> {
  const { operations, schemas } = await contractAt(file);
  return operations.map((operation) => {
    const { bodyType, credential: _, accept, ...model } = projectOperation(operation, new SchemaTypes(schemas, new TypeNames()));
    return [operation, { ...model, accept: accept.join(', '), ...(bodyType !== '' && { bodyType }) } as OperationDescriptor];
  });
}

const OPERATIONS = [
  ...(await operationsOf('contract/item-service.openapi.yaml')),
  ...(await operationsOf('surfaces/sdk_typescript/fixtures/awkward.openapi.yaml')),
];

const text = fc.oneof(fc.constantFrom(...AWKWARD_TEXTS), fc.string({ unit: 'binary' }));
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar, { maxKeys: 3 })) as fc.Arbitrary<Json>;

function inputFor({ parameters, requestBody }: Operation): fc.Arbitrary<CaseInput> {
  const at = (place: string): fc.Arbitrary<Record<string, Json>> => {
    const members = parameters.filter((parameter) => parameter.in === place).map(({ name }) => [name, value] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [] }) as fc.Arbitrary<Record<string, Json>>;
  };
  const places = { path: at('path'), query: at('query'), header: at('header'), cookie: at('cookie') };
  const body = requestBody === undefined ? {} : { body: fc.jsonValue() as fc.Arbitrary<Json> };
  return fc.record({ ...places, ...body }, { requiredKeys: ['path', 'query', 'header', 'cookie'] }) as fc.Arbitrary<CaseInput>;
}

test.each(OPERATIONS)('$id: the SDK sends what our encoder sends, and refuses what it cannot encode', (operation, descriptor) => {
  fc.assert(
    fc.property(inputFor(operation), (input) => {
      const args = Object.fromEntries(givenArguments(operation, input).map(([argument, given]) => [argument.name, given]));
      const wanted = encodeRequest(operation, input);
      if (wanted.kind === 'inexpressible') {
        expect(() => buildRequest(descriptor, args, undefined)).toThrow(RefusedError);
        return;
      }
      const { method, target, headers, body } = buildRequest(descriptor, args, undefined);
      const { accept: _, ...sent } = headers;
      expect({ method, target, headers: sent, body: body ?? '' }).toEqual({
        method: wanted.method,
        target: wanted.target,
        // An empty list in a cookie leaves a header without a pair: whether that is sent at all makes no difference.
        headers: Object.fromEntries(wanted.headers.filter((header) => header.join() !== 'cookie,')),
        body: Buffer.from(wanted.body).toString(),
      });
    }),
    { numRuns: 500 },
  );
});
