import { describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { ReadBytes } from '../../contract/document/document-bytes.js';
import { contractChanges } from './contract-changes.js';
import { type ContractParts, contractParts } from './contract-parts.js';

type Files = Readonly<Record<string, string>>;

const API = `
openapi: 3.1.0
info: { title: T, version: '1' }
security: [{ bearer: [] }]
servers: [{ url: / }]
paths:
  /a:
    parameters: [{ $ref: '#/components/parameters/P' }]
    get: { operationId: getA, responses: { '200': { $ref: 'shared.yaml#/ok' } } }
    post:
      operationId: postA
      security: []
      servers: []
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
  /b:
    get:
      operationId: getB
      security: [{ key: [] }]
      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } }
  /c: { $ref: 'items.yaml#/c' }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: K } }
  parameters: { P: { name: p, in: query, schema: { $ref: '#/components/schemas/Leaf' } } }
  schemas:
    A: { oneOf: [], discriminator: { propertyName: k, mapping: { x: Mapped } } }
    Mapped: { type: object }
    Leaf: { type: string }
    Tree: { type: object, properties: { next: { $ref: '#/components/schemas/Tree' } } }
    Unused: { type: object }
`;
const SHARED = `ok: { description: Ok., content: { text/plain: { schema: { type: string } } } }\nother: 1\n`;
const ITEMS = `c: { put: { operationId: putC, responses: { '204': { description: None. } } } }\n`;
const BEFORE: Files = { 'api.yaml': API, 'shared.yaml': SHARED, 'items.yaml': ITEMS };

/**
 * The results of `contractChanges` after an edit: each changed part with its operations, and the other lists that are
 * not empty.
 */
function changes(edit: (files: Record<string, string>) => void, former: Files = BEFORE): unknown {
  const files = { ...former };
  edit(files);
  const now = parts(files);
  const operations = [...now.operations].map(([id, { method, path }]) => ({ id, method, path }));
  const contract = { file: 'api.yaml', operations } as unknown as Contract;
  const { parts: changed, added, removed, unused } = contractChanges(contract, parts(former), now);
  return {
    ...Object.fromEntries(changed),
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
    ...(unused.length > 0 && { unused }),
  };
}

function parts(files: Files): ContractParts {
  const readBytes: ReadBytes = (_, name, location) => {
    const text = files[name];
    if (text !== undefined) return { kind: 'bytes', bytes: Buffer.from(text) };
    return { kind: 'fault', fault: { code: 'document-missing', message: name, repair: '', location } };
  };
  const reading = contractParts('api.yaml', '/project', readBytes);
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return reading;
}

function replace(file: string, from: string, to: string): (files: Record<string, string>) => void {
  return (files) => {
    const text = files[file] ?? '';
    if (text.split(from).length !== 2) throw new Error(`${from} does not occur once`);
    files[file] = text.replace(from, to);
  };
}

const CASES: readonly (readonly [name: string, edit: Parameters<typeof changes>[0], want: object])[] = [
  ['no change', () => undefined, {}],
  [
    'a change of white space and comments only',
    replace('api.yaml', "info: { title: T, version: '1' }", "info:\n  version: '1' # one\n  title: T"),
    {},
  ],
  [
    'a change in one operation',
    replace('api.yaml', 'operationId: getA,', 'operationId: getA, summary: A,'),
    { 'api.yaml#/paths/~1a/get': ['getA'] },
  ],
  [
    'a parameter of a path item that is reached by two references',
    replace('api.yaml', 'Leaf: { type: string }', 'Leaf: { type: integer }'),
    { 'api.yaml#/components/schemas/Leaf': ['getA', 'postA'] },
  ],
  [
    'a schema that refers to itself',
    replace('api.yaml', 'Tree: { type: object', 'Tree: { type: array'),
    { 'api.yaml#/components/schemas/Tree': ['getB'] },
  ],
  [
    'a schema that only the mapping of a discriminator names',
    replace('api.yaml', 'Mapped: { type: object }', 'Mapped: { type: array }'),
    { 'api.yaml#/components/schemas/Mapped': ['postA'] },
  ],
  [
    'a response in another file',
    replace('shared.yaml', 'description: Ok.', 'description: Fine.'),
    { 'shared.yaml#/ok': ['getA'] },
  ],
  ['an unused part of another file', replace('shared.yaml', 'other: 1', 'other: 2'), {}],
  ['a path item in another file', replace('items.yaml', 'None.', 'Nothing.'), { 'items.yaml#/c/put': ['putC'] }],
  [
    'a security scheme, for the operations that require it',
    replace('api.yaml', 'scheme: bearer', 'scheme: basic'),
    { 'api.yaml#/components/securitySchemes/bearer': ['getA', 'putC'] },
  ],
  [
    'the servers of the description, for operations without servers of their own',
    replace('api.yaml', '{ url: / }', '{ url: /v1 }'),
    { 'api.yaml#/servers': ['getA', 'getB', 'putC'] },
  ],
  [
    'a vendor extension at the root of the description',
    replace('api.yaml', 'openapi: 3.1.0', 'openapi: 3.1.0\nx-svc-refusal-order: [401]'),
    { 'api.yaml#/x-svc-refusal-order': ['getA', 'postA', 'getB', 'putC'] },
  ],
  [
    'a component that no operation refers to',
    (files) => {
      replace('api.yaml', 'Unused: { type: object }', 'Unused: { type: array }')(files);
      replace('api.yaml', "version: '1'", "version: '2'")(files);
    },
    { unused: ['api.yaml#/components/schemas/Unused', 'api.yaml#/info'] },
  ],
  [
    'a new operation and a removed operation',
    replace('items.yaml', 'operationId: putC', 'operationId: replaceC'),
    { added: ['replaceC'], removed: ['putC'] },
  ],
];

describe('contractChanges', () => {
  it.each(CASES)('finds the operations that a change concerns: %s → $2', (_, edit, want) => {
    expect(changes(edit)).toEqual(want);
  });

  it('an operation with a reference that is not a JSON pointer is affected by a change of any file', () => {
    const former = { ...BEFORE };
    replace('api.yaml', 'Leaf: { type: string }', "Leaf: { $ref: '#anchor' }")(former);
    expect(changes(replace('shared.yaml', 'other: 1', 'other: 2'), former)).toEqual({ 'api.yaml#': ['getA', 'postA'] });
  });
});
