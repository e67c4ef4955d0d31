import { expect, test } from 'vitest';
import type { ContractReading } from '../contract.js';
import type { Json } from '../json/json.js';
import { readContract } from './read-contract.js';

interface Description {
  readonly info?: Readonly<Record<string, Json>>;
  readonly path?: Readonly<Record<string, Json>>;
  readonly parameter?: Readonly<Record<string, Json>>;
  readonly operation?: Readonly<Record<string, Json>>;
  readonly paths?: Readonly<Record<string, Json>>;
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const OK = { 200: { description: 'OK.' } };

/** Reads a valid description of one operation, in which the given members are replaced. */
function reading({ info, parameter, operation, paths }: Description, leavesOut = false): Promise<ContractReading> {
  const get = { operationId: 'getItem', parameters: [{ ...ID, ...parameter }], responses: OK, ...operation };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', ...info },
    paths: { '/items/{id}': { get }, ...paths },
  });
  const readBytes = () => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) }) as const;
  return readContract('api.json', { root: '/', prefix: 'svc', readBytes, leavesOut });
}

test.each<[string, Description, string]>([
  ['a path parameter that may be omitted', { parameter: { required: false } }, 'parameter-required'],
  ['a path parameter with a string as `required`', { parameter: { required: 'true' } }, 'boolean-text'],
  [
    'a path parameter that the template lacks',
    { operation: { parameters: [ID, { ...ID, name: 'other' }] } },
    'path-parameter-unused',
  ],
  [
    'an optional parameter without a schema',
    { operation: { parameters: [ID, { name: 'page', in: 'query' }] } },
    'parameter-schema',
  ],
  ['a repeated parameter', { operation: { parameters: [ID, ID] } }, 'parameter-duplicate'],
  ['a style of another location', { parameter: { style: 'form' } }, 'parameter-style'],
  ['an undeclared security scheme', { operation: { security: [{ none: [] }] } }, 'security-unknown'],
  ['responses without a status', { operation: { responses: {} } }, 'responses-missing'],
  ['a range of statuses in lower case', { operation: { responses: { '2xx': OK[200] } } }, 'response-status'],
  ['a version that is a number', { info: { version: 1.5 } }, 'info-missing'],
  ['an operationId that is a number', { operation: { operationId: 7 } }, 'operation-id-malformed'],
  [
    'equal paths with different methods',
    { paths: { '/items/{item}': { put: { parameters: [{ ...ID, name: 'item' }], responses: OK } } } },
    'path-duplicate',
  ],
])('a description is read despite %s', async (_, description, code) => {
  const read = await reading(description);
  if (read.kind === 'faults') throw new Error(read.faults[0]?.message);
  const [operation] = read.contract.operations;
  expect(read.contract.readAround?.map((fault) => fault.code)).toEqual([code]);
  expect(
    operation?.parameters.map(({ name, in: location, required, style }) => [name, location, required, style]),
  ).toEqual([['id', 'path', true, 'simple']]);
});

test('a valid description is read without faults', async () => {
  const read = await reading({});
  expect(read.kind === 'contract' && read.contract.readAround).toBeUndefined();
});

test('operations with an undeclared path parameter are left out if the caller accepts incomplete contracts, and refused otherwise', async () => {
  const get = { operationId: 'getOther', responses: OK };
  const put = { operationId: 'putOther', parameters: [{ ...ID, name: 'other' }], responses: OK };
  const paths = { '/others/{other}': { get, put } };
  const refused = await reading({ paths });
  expect(refused.kind === 'faults' && refused.faults.map(({ code }) => code)).toEqual(['path-parameter-undeclared']);
  const read = await reading({ paths }, true);
  if (read.kind === 'faults') throw new Error(read.faults[0]?.message);
  const { operations, leftOut, readAround = [] } = read.contract;
  expect([operations.map(({ id }) => id), leftOut]).toEqual([['getItem'], ['getOther', 'putOther']]);
  expect(readAround.map(({ code, location }) => [code, location.pointer])).toEqual([
    ['path-parameter-undeclared', '/paths/~1others~1{other}/get'],
  ]);
});

test('equal paths with the same method cannot be read', async () => {
  const get = { parameters: [{ ...ID, name: 'item' }], responses: OK };
  const read = await reading({ paths: { '/items/{item}': { get } } });
  expect(read.kind === 'faults' && read.faults.map(({ code }) => code)).toEqual(['path-duplicate']);
});

test('a repeated operationId gets a suffix that no other operation has', async () => {
  const of = (operationId: string) => ({ get: { operationId, responses: OK } });
  const read = await reading({ paths: { '/a': of('getItem'), '/b': of('getItem_2'), '/c': of('getItem') } });
  if (read.kind === 'faults') throw new Error(read.faults[0]?.message);
  expect(read.contract.operations.map(({ id }) => id)).toEqual(['getItem', 'getItem_3', 'getItem_2', 'getItem_4']);
  expect(read.contract.readAround?.map(({ code }) => code)).toEqual([
    'operation-id-duplicate',
    'operation-id-duplicate',
  ]);
});
