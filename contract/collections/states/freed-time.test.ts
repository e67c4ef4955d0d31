import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { Operation } from '../../operation.js';
import { freedStates, freesTime } from './freed-time.js';

async function described(description: string): Promise<Operation[]> {
  const post = { operationId: 'add', description, responses: { 201: { description: '' } } };
  return [...(await contractOf({ paths: { '/bookings': { post } } })).operations];
}

it.each<[string, readonly string[]]>([
  ['Cancelled bookings and no-shows do not block anything.', ['cancelled', 'no_show']],
  ['A cancelled booking does not block the slot.', ['cancelled']],
  ['Cancelled bookings never block other bookings.', ['cancelled']],
  ['Cancelled bookings do not block anything except on Sundays.', []],
  ['Cancelled bookings of guests do not block anything.', []],
  ['If refunded, cancelled bookings do not block anything.', []],
  ['Cancelled bookings block the slot.', []],
  ['Cancelled bookings do not count.', ['cancelled']],
])('finds the states in which an item does not occupy its time: %s', async (text, want) => {
  const [create] = await described(text);
  expect(create && freedStates(create, ['confirmed', 'cancelled', 'no_show'])).toEqual(want);
});

it.each<[string, boolean]>([
  ['The slot is free again immediately.', true],
  ['Cancels it and releases its time.', true],
  ['Its dates become available.', true],
  ['The slot is free again after a day.', false],
  ['The slot is not free again.', false],
  ['The slot may be available again.', false],
  ['The guest is free to book again.', false],
  ['Frees the guest.', false],
])('finds out whether an action frees the time of its item: %s', async (text, want) => {
  const [action] = await described(text);
  expect(action && freesTime(action)).toBe(want);
});
