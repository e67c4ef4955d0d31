import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import { lawRuns } from '../../contract/fixtures/law-runs.js';
import { givenArguments } from '../../contract/arguments.js';
import type { CaseInput } from '../../contract/case.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { EDGE_CASE_TEXTS } from '../../contract/formats/edge-case-texts.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { contentKind, isFormMediaType } from '../../contract/wire/message.js';
import { projectOperation } from '../sdk/project-operation.js';
import { buildRequest } from './runtime/build-request.js';
import type { OperationDescriptor } from './runtime/operation-descriptor.js';
import { RefusedError } from './runtime/refused-error.js';
import { SchemaTypes } from '../sdk/schema-types.js';
import { TypeNames } from '../sdk/type-names.js';

async function operationsOf(file: string): Promise<readonly (readonly [Operation, OperationDescriptor])[]> {
  const { operations, schemas } = await contractAt(file);
  return operations.map((operation) => {
    const {
      bodyType,
      credential: _,
      accept,
      ...model
    } = projectOperation(operation, new SchemaTypes(schemas, new TypeNames()));
    return [
      operation,
      { ...model, accept: accept.join(', '), ...(bodyType !== '' && { bodyType }) } as OperationDescriptor,
    ];
  });
}

const OPERATIONS = [
  ...(await operationsOf('contract/item-service.openapi.yaml')),
  ...(await operationsOf('surfaces/sdk_typescript/fixtures/edge-cases.openapi.yaml')),
  ...(await operationsOf('surfaces/fixtures/forms.openapi.yaml')),
];

const text = fc.oneof(fc.constantFrom(...EDGE_CASE_TEXTS), fc.string({ unit: anyCharacter }));
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(text, scalar, { maxKeys: 3 }),
) as fc.Arbitrary<Json>;

function inputFor({ parameters, requestBody }: Operation): fc.Arbitrary<CaseInput> {
  const at = (place: string): fc.Arbitrary<Record<string, Json>> => {
    const members = parameters.filter((parameter) => parameter.in === place).map(({ name }) => [name, value] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [] }) as fc.Arbitrary<Record<string, Json>>;
  };
  const places = { path: at('path'), query: at('query'), header: at('header'), cookie: at('cookie') };
  const isForm = isFormMediaType(requestBody?.content[0]?.mediaType);
  const given = fc.oneof(isForm ? fc.dictionary(text, value) : fc.jsonValue(), fc.jsonValue()) as fc.Arbitrary<Json>;
  const body = requestBody === undefined ? {} : { body: given };
  return fc.record(
    { ...places, ...body },
    { requiredKeys: ['path', 'query', 'header', 'cookie'] },
  ) as fc.Arbitrary<CaseInput>;
}

/**
 * Converts the body of a case to the argument of a method. A case represents bytes by a string: each character is one
 * byte.
 */
function givenBody({ requestBody }: Operation, body: unknown): unknown {
  const mediaType = requestBody?.content[0]?.mediaType ?? '';
  const isBytes = contentKind(mediaType) === 'bytes' && !isFormMediaType(mediaType);
  return isBytes && typeof body === 'string' && /^[\0-\xFF]*$/.test(body) ? Buffer.from(body, 'latin1') : body;
}

test.each(OPERATIONS)(
  '$id: the SDK sends the same request as the contract encoder, and refuses input that the encoder cannot encode',
  async (operation, descriptor) => {
    await fc.assert(
      fc.asyncProperty(inputFor(operation), async (input) => {
        const args = Object.fromEntries(
          givenArguments(operation, input).map(([argument, given]) => [argument.name, given as unknown]),
        );
        if ('body' in args) args['body'] = givenBody(operation, args['body']);
        const wanted = encodeRequest(operation, input);
        if (wanted.kind === 'inexpressible') {
          await expect(buildRequest(descriptor, args, undefined)).rejects.toThrow(RefusedError);
          return;
        }
        const { method, target, headers, body } = await buildRequest(descriptor, args, undefined);
        const { accept: _, ...sent } = headers;
        expect({ method, target, headers: sent, body: Buffer.from(body ?? '').toString('latin1') }).toEqual({
          method: wanted.method,
          target: wanted.target,
          // For an empty list in a cookie, the encoder writes a header without a pair. The SDK may omit this header.
          headers: Object.fromEntries(wanted.headers.filter((header) => header.join() !== 'cookie,')),
          body: Buffer.from(wanted.body).toString('latin1'),
        });
      }),
      { numRuns: lawRuns(100, 5000) },
    );
  },
);
