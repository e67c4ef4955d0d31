import { expect, it } from 'vitest';
import type { Case } from '../../../../../contract/case.js';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { IGNORED_PARENT_STEP } from './ignored-parent.js';

const parameters = ['rack', 'slot'].map((name) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z]+$' },
}));
const response = { description: 'A reply.' };
const responses = { '200': response, '404': response, '409': response };
const contract = await contractOf({
  paths: {
    '/racks/{rack}/slots/{slot}': {
      parameters,
      get: { operationId: 'getSlot', responses },
      delete: { operationId: 'dropSlot', responses },
    },
    '/racks/{rack}/slots/{slot}/clear': { parameters, post: { operationId: 'clearSlot', responses } },
    '/racks/{rack}': { parameters: parameters.slice(0, 1), get: { operationId: 'getRack', responses } },
  },
});

type Given = readonly [operation: string, about: string, status: number];

/**
 * Groups the violations of calls with a wrong parent item in the path. `about` is the path parameter of an unknown
 * parent, or the JSON pointer to an invalid one.
 */
function findings(given: readonly Given[]): readonly string[] {
  const clusters = new Clusters();
  for (const [index, [operation, about, status]] of given.entries()) {
    const made = trialOf(contract, operation, { path: { rack: 'a', slot: 'b' } }, [{ response: replied(status, {}) }]);
    const isInvalid = about.startsWith('/');
    const more: Partial<Case> = isInvalid
      ? { expect: { kind: 'rejected', keyword: 'pattern', pointer: about } }
      : { expect: { kind: 'absent' }, provenance: { kind: 'invalid', name: `absent-${about}-0` } };
    const trial = { ...made, case: { ...made.case, ...more } };
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract)).broken);
  }
  const rejected = clusters.inOrder().filter(({ rule }) => rule.id === 'conformance/invalid-rejected');
  return IGNORED_PARENT_STEP.apply(rejected, clusters).map(({ operations }) => [...operations].toSorted().join(' '));
}

it.each<[string, { readonly given: readonly Given[]; readonly want: readonly string[] }]>([
  [
    'operations that find an item below an unknown parent form one finding',
    {
      given: [
        ['getSlot', 'rack', 200],
        ['dropSlot', 'rack', 200],
        ['clearSlot', 'rack', 409],
      ],
      want: ['clearSlot dropSlot getSlot'],
    },
  ],
  [
    'an unknown parent and an invalid parent that are accepted form one finding',
    {
      given: [
        ['getSlot', 'rack', 200],
        ['getSlot', '/path/rack', 200],
      ],
      want: ['getSlot'],
    },
  ],
  [
    'an accepted unknown parent and an accepted invalid item form two findings',
    {
      given: [
        ['getSlot', 'rack', 200],
        ['getSlot', '/path/slot', 200],
      ],
      want: ['getSlot', 'getSlot'],
    },
  ],
  [
    'an accepted unknown item forms a finding for each operation',
    {
      given: [
        ['getSlot', 'slot', 200],
        ['dropSlot', 'slot', 200],
      ],
      want: ['getSlot', 'dropSlot'],
    },
  ],
  [
    'operations on different items below an unknown parent form two findings',
    {
      given: [
        ['getRack', 'rack', 200],
        ['getSlot', 'rack', 200],
      ],
      want: ['getRack', 'getSlot'],
    },
  ],
])('groups violations of operations that ignore the parent in a path: %s', (_, { given, want }) => {
  expect(findings(given)).toEqual(want);
});
