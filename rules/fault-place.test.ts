import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.js';
import { operationOf } from '../contract/fixtures/contracts.js';
import type { SchemaUri } from '../contract/operation.js';
import { things } from './fixtures/trials.js';
import { faultPlace, statedPlace } from './fault-place.js';

let contract: Contract;
let thing: SchemaUri | undefined;
beforeAll(async () => {
  contract = await things();
  thing = operationOf(contract, 'makeThing').responses.find(({ status }) => status === '201')?.content[0]?.schema;
});

it.each([
  ['', ''],
  ['/name', '/name'],
  ['/size/width', '/size/width'],
  ['/tags/12', '/tags/*'],
  ['/labels/a~1b', '/labels/*'],
  ['/parts/0/serial', '/parts/*/serial'],
  ['/parts/1/colour', '/parts/*/colour'],
  ['/parts/1/weight', '/parts/*/*'],
  ['/nothing/of/it', '/*/of/it'],
])('list indexes and keys of maps become * in the place of a fault: the pointer "%s" becomes $1', (given, want) => {
  expect(faultPlace(contract.schemas, thing, given)).toBe(want);
});

it('without a schema, only list indexes are replaced by stars', () => {
  expect(faultPlace(contract.schemas, undefined, '/a/0/b~0c')).toBe('/a/*/b~0c');
});

it.each([
  ['', ''],
  ['/name', 'things.openapi.yaml#/components/schemas/Thing/properties/name'],
  ['/tags/12', 'things.openapi.yaml#/components/schemas/Thing/properties/tags/*'],
  ['/parts/0/colour', 'things.openapi.yaml#/components/schemas/Part/oneOf/1/properties/colour'],
  ['/nothing/of/it', '/*/of/it'],
])(
  'the address of a property starts at the schema that names it: the property at "%s" has the address $1',
  (given, want) => {
    expect(statedPlace(contract.schemas, thing, given)).toBe(want);
  },
);

it('a property has the same address in every use of its schema', () => {
  const part = 'things.openapi.yaml#/components/schemas/Part' as SchemaUri;
  expect(statedPlace(contract.schemas, part, '/serial')).toBe(statedPlace(contract.schemas, thing, '/parts/0/serial'));
});
