import { expect, it } from 'vitest';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import { preparingActions } from './preparing-actions.js';

const MEMBER = { name: 'status', values: ['requested', 'confirmed', 'paid', 'missed'] };

async function before(texts: Readonly<Record<string, string>>, name: string): Promise<readonly string[]> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { 200: { description: '' }, 409: { description: '' } };
  const { operations } = await contractOf({
    paths: Object.fromEntries(
      Object.entries(texts).map(([id, description]) => [
        `/bookings/{id}/${id}`,
        { parameters, post: { operationId: id, description, responses } },
      ]),
    ),
  });
  const actions = operations.map((operation) => ({
    operation,
    id: { in: 'path', name: 'id', step: '', pointer: '/id' } as const,
  }));
  const action = actions.find(({ operation }) => operation.id === name);
  return action === undefined ? [] : preparingActions(action, actions, MEMBER).map(({ operation }) => operation.id);
}

const CONFIRM = { confirm: 'Confirms it.' };

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['one action leads to its only state', { ...CONFIRM, act: 'Only a `confirmed` booking can be missed.' }, ['confirm']],
  [
    'it is also permitted in a state of new items',
    { ...CONFIRM, act: 'Only a requested or confirmed booking can be missed.' },
    [],
  ],
  ['no action leads to its state', { act: 'Only a `confirmed` booking can be missed.' }, []],
  ['it is permitted in each state', { ...CONFIRM, act: 'Marks it.' }, []],
  [
    'two actions lead to its state',
    {
      confirm: 'Only a missed booking can be confirmed.',
      miss: 'Marks it.',
      act: 'Only a `confirmed` booking counts.',
    },
    ['miss', 'confirm'],
  ],
  [
    'two actions each need the other one',
    {
      confirm: 'Only a missed booking can be confirmed.',
      miss: 'Only a confirmed booking can be missed.',
      act: 'Only a `confirmed` booking counts.',
    },
    [],
  ],
])('finds the actions before an action: %s', async (_, texts, want) => {
  expect(await before(texts, 'act')).toEqual(want);
});
