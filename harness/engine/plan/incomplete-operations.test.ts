import { expect, it } from 'vitest';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { type CaseKind, CaseMaker } from '../../cases/make-cases.js';
import { incompleteOperations } from './incomplete-operations.js';

const ALL = 'the schemas of getItem have too many combinations: only a part of its inputs could be made';
const INVALID = 'the schemas of getItem have too many combinations: only a part of its invalid inputs could be made';

it.each<[string, { readonly spent: readonly CaseKind[]; readonly phases: readonly string[]; readonly want: string[] }]>(
  [
    ['nothing if all cases were made', { spent: [], phases: ['valid', 'invalid'], want: [] }],
    [
      'that invalid inputs are missing',
      { spent: ['invalid'], phases: ['valid', 'invalid'], want: [`${INVALID} (phase \`invalid\`)`] },
    ],
    [
      'nothing if only invalid inputs are missing, and the run does not test these',
      { spent: ['invalid'], phases: ['sequences'], want: [] },
    ],
    [
      'that valid inputs are missing, even if the run only has sequences',
      { spent: ['boundary', 'invalid'], phases: ['sequences'], want: [`${ALL} (phase \`boundary\`)`] },
    ],
    [
      'each phase with missing inputs',
      {
        spent: ['invalid', 'valid', 'boundary'],
        phases: ['boundary', 'valid', 'invalid'],
        want: [`${ALL} (phases \`boundary\`, \`valid\`, \`invalid\`)`],
      },
    ],
  ],
)('if some cases of an operation could not be made, the run reports %s', async (_, { spent, phases, want }) => {
  const contract = await itemService();
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  maker.incomplete = () => spent;
  const { incomplete = [] } = incompleteOperations(maker, [operationOf(contract, 'getItem')], new Set(phases));
  expect(incomplete.map(({ error }) => error.message)).toEqual(want);
});
