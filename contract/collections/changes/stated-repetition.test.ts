import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { statesNoSecondEffect } from './stated-repetition.js';

it.each<[string, boolean]>([
  ['Adds the status to your favourites. Favouriting it twice has no further effect.', true],
  ['A repeated call changes nothing.', true],
  ['Doing this again\nchanges nothing.', true],
  ['Archives the order. This operation is idempotent.', true],
  ['Idempotent.', true],
  ['If the note is already starred, nothing happens.', true],
  ['If the note is already archived, nothing happens.', false],
  ['A repeated call moves the date by another week; nothing else changes.', false],
  ['A repeated call renews the note, nothing else changes.', false],
  ['If the queue is full, this does nothing and the client should try again.', false],
  ['Does nothing, unless it is called twice.', false],
  ['Stars a note. Starring a note a second time does nothing.', true],
  ['Favouriting it twice is refused.', false],
  ['This operation is not idempotent.', false],
  ['A second request may have no effect.', false],
  ['Has no effect.', false],
  ['Closes the cart. Nothing happens to its lines.', false],
  ['A repeated call within a minute changes nothing.', false],
  ['Sends the invoice again.', false],
  ['Idempotent if the note exists.', false],
])('reads whether a second equal call changes nothing: "%s" → %s', async (description, want) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const post = { operationId: 'act', description, responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/notes/{id}/star': { parameters, post } } });
  expect(contract.operations.map(statesNoSecondEffect)).toEqual([want]);
});

it('a sentence about a second equal call does not count for operations with an idempotency key', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const parameters = [id, { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }];
  const post = { operationId: 'act', description: 'Idempotent.', responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/notes/{id}/star': { parameters, post } } });
  expect(contract.operations.map(statesNoSecondEffect)).toEqual([false]);
});
