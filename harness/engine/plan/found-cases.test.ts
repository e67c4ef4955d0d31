import { expect, it } from 'vitest';
import type { CaseInput, Expectation } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { aCase } from '../../cases/operations/a-case.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { withFoundPaths } from './found-cases.js';

const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const contract = await contractOf({
  paths: {
    '/owners/{owner}/houses/{kind}': {
      parameters: [parameter('owner'), parameter('kind')],
      put: { operationId: 'putHouse', responses: { 200: { description: '' } } },
    },
  },
});
const [operation] = contract.operations;

function moved(input: CaseInput, expected: Expectation): readonly CaseInput['path'][] {
  if (operation === undefined) return [];
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const made = aCase(operation, 'invalid', '0', input, expected);
  const found = new Map([[operation.id, [{ owner: 'a', kind: 'new' }]]]);
  const { cases } = withFoundPaths({ maker, cases: [{ operation, case: made }] }, found);
  return cases.map((planned) => planned.case.input.path);
}

const PATH = { owner: 'unknown', kind: 'other' };

it.each<[string, Expectation, readonly CaseInput['path'][]]>([
  [
    'that breaks a constraint of the body gets the path of a found item',
    { kind: 'rejected', keyword: 'type', pointer: '/body/street' },
    [{ owner: 'a', kind: 'new' }],
  ],
  [
    'that breaks a constraint of the last path parameter gets the first parameter of a found item',
    { kind: 'rejected', keyword: 'enum', pointer: '/path/kind' },
    [{ owner: 'a', kind: 'other' }],
  ],
  [
    'that breaks a constraint of the first path parameter gets the last parameter of a found item',
    { kind: 'rejected', keyword: 'maxLength', pointer: '/path/owner' },
    [{ owner: 'unknown', kind: 'new' }],
  ],
  [
    'with a valid input is repeated with the path of a found item',
    { kind: 'accepted-or-absent' },
    [PATH, { owner: 'a', kind: 'new' }],
  ],
  ['that expects a 404 keeps its path', { kind: 'absent' }, [PATH]],
])('a case %s', (_, expected, want) => {
  expect(moved({ path: PATH }, expected)).toEqual(want);
});
