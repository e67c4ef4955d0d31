import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { refusedRemoval } from './refused-removal.js';

const STATES = ['BOOKED', 'DONE'];

/**
 * The states of visits in which a patient cannot be removed. `description` is the text of the DELETE, and `refusal` is
 * the text of its 409.
 */
async function preventing(description: string, refusal: string, status = 409): Promise<string> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 204: { description: '' }, 404: { description: '' }, [status]: { description: refusal } };
  const contract = await contractOf({
    paths: { '/patients/{id}': { parameters: [id], delete: { operationId: 'remove', description, responses } } },
  });
  const stated = refusedRemoval(operationOf(contract, 'remove'), '/visits', STATES);
  return STATES.filter((state) => stated?.isPrevented(state)).join(' ');
}

const ALL = 'BOOKED DONE';

it.each<[string, string]>([
  ['The patient has visits.', ALL],
  ['`in_use`: the patient still has at least one visit.', ALL],
  ['If the patient has visits.', ALL],
  ['The patient has a visit in the state BOOKED.', 'BOOKED'],
  ['The patient has `BOOKED` visits.', 'BOOKED'],
  ['The patient has visits that are BOOKED or DONE.', ALL],
  ['The patient has unpaid visits.', ''],
  ['The patient has visits of today.', ''],
  ['The patient has visits in the future.', ''],
  ['The patient has no visits.', ''],
  ['The doctor has visits.', ''],
  ['The patient has a doctor.', ''],
  ['A conflict.', ''],
])('the description of a 409 states what prevents a removal: %s → %s', async (refusal, want) => {
  expect(await preventing('', refusal)).toBe(want);
  expect(await preventing('', refusal, 403)).toBe('');
});

it.each<[string, string]>([
  ['A patient with visits cannot be removed.', ALL],
  ['A patient with a visit in the state BOOKED cannot be removed.', 'BOOKED'],
  ['A patient that has visits must not be deleted.', ALL],
  ['It cannot be deleted while it has visits.', ALL],
  ['Refused with 409 if the patient still has visits.', ALL],
  ['A patient with visits, also done ones, is only deleted with `force`; without it, the error is `IN_USE`.', ALL],
  ['A patient with visits cannot be removed unless `force` is true.', ALL],
  ['A patient with visits cannot be removed, except by the owner.', ''],
  ['A patient with visits cannot be removed unless they are free.', ''],
  ['A patient with visits is removed with them.', ''],
  ['A patient with visits of today cannot be removed.', ''],
  ['A patient with a bill cannot be removed.', ''],
])('the description of a DELETE states what prevents it: %s → %s', async (description, want) => {
  expect(await preventing(description, 'A conflict.')).toBe(want);
  expect(await preventing(description, 'A conflict.', 403)).toBe('');
});

it('if one sentence is about all visits and another about visits in one state, only visits in this state prevent a removal', async () => {
  const text = 'A patient with a visit in the state BOOKED cannot be removed.';
  expect(await preventing(text, 'The patient has visits.')).toBe('BOOKED');
  expect(await preventing('A patient with visits of today cannot be removed.', 'The patient has visits.')).toBe('');
});
