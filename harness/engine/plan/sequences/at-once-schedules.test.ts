import { expect, test } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { schedulesAtOnce } from './items/at-once-schedules.js';
import { planSequences } from './sequence-plan.js';

test('every schedule of concurrent calls contains each event of each lane, and depends only on its name', () => {
  const schedules = schedulesAtOnce(3, 8, [1, 'createItem']);
  const sorted = [0, 1, 2].flatMap((lane) => Array.from({ length: 8 }, () => lane));
  expect(schedules.map((schedule) => schedule.toSorted((a, b) => a - b))).toEqual(schedules.map(() => sorted));
  expect(schedulesAtOnce(3, 8, [1, 'createItem'])).toEqual(schedules);
  expect(schedulesAtOnce(3, 8, [2, 'createItem'])).not.toEqual(schedules);
});

test('in the first schedule of concurrent calls, all requests arrive before any request is complete', () => {
  expect(schedulesAtOnce(3, 3, [1])[0]).toEqual([0, 1, 2, 2, 1, 0, 0, 1, 2]);
});

test.each([
  ['which may refuse the second one', ['201', '409'], 4],
  ['which accepts both', ['201'], 0],
])('two equal items are created concurrently by a create %s', async (_, statuses, want) => {
  const content = { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } };
  const body = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: '', content }]));
  const list = { 'application/json': { schema: { type: 'array', items: content['application/json'].schema } } };
  const contract = await contractOf({
    paths: {
      '/pads': {
        get: { operationId: 'listPads', responses: { '200': { description: '', content: list } } },
        post: { operationId: 'addPad', requestBody: { content: body, required: true }, responses },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const equal = sequences.filter(({ name }) => name.startsWith('equal-at-once-'));
  const inputs = equal.map(({ steps }) => steps.slice(0, 2).map(({ case: { input } }) => JSON.stringify(input)));
  expect(equal).toHaveLength(want);
  expect(inputs.filter(([one, other]) => one !== other)).toEqual([]);
});
