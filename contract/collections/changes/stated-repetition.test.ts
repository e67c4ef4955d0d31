import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { statesNoSecondEffect } from './stated-repetition.js';

it.each<[string, boolean]>([
  ['Adds the status to your favourites. Favouriting it twice has no further effect.', true],
  ['A repeated call changes nothing.', true],
  ['Doing this again\nchanges nothing.', true],
  ['Archives the order. This operation is idempotent.', true],
  ['Idempotent.', true],
  ['If the order is already archived, nothing happens.', true],
  ['Stars a note. Starring a note a second time does nothing.', true],
  ['Favouriting it twice is refused.', false],
  ['A repeated call with the same key changes nothing.', false],
  ['This operation is not idempotent.', false],
  ['A second request may have no effect.', false],
  ['Has no effect.', false],
  ['Closes the cart. Nothing happens to its lines.', false],
  ['A repeated call within a minute changes nothing.', false],
  ['Sends the invoice again.', false],
  ['Idempotent if the key is sent.', false],
])('reads whether a second equal call changes nothing: "%s" → %s', async (description, want) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const post = { operationId: 'act', description, responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/notes/{id}/star': { parameters, post } } });
  expect(contract.operations.map(statesNoSecondEffect)).toEqual([want]);
});
