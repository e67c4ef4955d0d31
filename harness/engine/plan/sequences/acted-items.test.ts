import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const ROOT = join(import.meta.dirname, '../../../miniatures');

it('an item is read twice before each action, and once after it', async () => {
  const contract = await contractAt(join(ROOT, 'tasks.openapi.yaml'), { root: ROOT });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const acted = sequences.find(({ name }) => name === 'acted');
  expect(acted?.steps.map(({ operation }) => operation.id)).toEqual([
    'addTask',
    'getTask',
    'getTask',
    'finishTask',
    'getTask',
    'getTask',
    'finishTask',
    'getTask',
  ]);
});
